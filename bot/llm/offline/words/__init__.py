"""The words people use for what they want, and the ones the rules answer with."""

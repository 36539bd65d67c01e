"""Values that all else is made of: people, money, failures, what a model is asked and answers."""

"""What a turn works with: its work so far, the model, what is known, masked and counted."""

"""Reading: the values in a message, what it means, and what code decides to do with it."""

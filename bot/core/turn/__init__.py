"""The turn from top to bottom: taken in, given to whom it is for, acted on, ended."""

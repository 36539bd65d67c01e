"""What is remembered, for how long, and how it is erased."""

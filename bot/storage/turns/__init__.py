"""What comes in, waits its turn, and is committed with it."""

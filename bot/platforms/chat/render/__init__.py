"""What is shown on every platform: pure, and known to no wire."""

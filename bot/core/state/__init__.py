"""What a turn works with: its parts, what it may do, and what it tells others."""

"""What people and programs read back; nothing is changed."""

"""What every platform that people chat on does the same way; pure, and known to all of them."""

"""What goes out: in its place, once, and complete."""

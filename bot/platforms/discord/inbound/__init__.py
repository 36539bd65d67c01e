"""Theirs to ours: what people said, pressed, sent and commanded."""

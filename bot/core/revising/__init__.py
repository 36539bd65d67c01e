"""Take words back: messages that were edited, deleted, overtaken or stopped."""

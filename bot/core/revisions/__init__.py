"""Revisions: messages that were edited, deleted, overtaken or stopped."""

"""Scripted conversations, run against the configured model to judge it."""

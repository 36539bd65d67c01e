"""Verbs: what the bot can do, talking to ports only."""

"""Slack's Web API: when it may be called, for which workspace, and what it says of people."""

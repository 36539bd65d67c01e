"""Slack: its events become turns, our replies become its messages; it never decides."""

PLATFORM = "slack"

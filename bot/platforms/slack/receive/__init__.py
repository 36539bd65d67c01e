"""The doors of Slack: each keeps what came before it is acknowledged."""

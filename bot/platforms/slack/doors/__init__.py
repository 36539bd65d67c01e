"""How Slack reaches us: verified, kept, and only then acknowledged."""

"""The way to Slack: its Web API, and what it says of people and messages."""

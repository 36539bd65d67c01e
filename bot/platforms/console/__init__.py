"""The console: a chat for people, and JSON lines for programs."""

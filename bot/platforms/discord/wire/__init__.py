"""The way to Discord: its REST API, and what it says of people and messages."""

"""Discord's REST API: its limits, and what it says of people and servers."""

"""Meetings: procedures in which several personas, and people, work something out together."""

"""The doors of Discord: each takes in what is told, once."""

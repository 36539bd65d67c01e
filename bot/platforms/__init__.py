"""The doors: each platform translates, none decides."""

"""The procurement desk: ordering things, and knowing where they are."""

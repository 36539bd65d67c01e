"""The tables, by what they are for."""

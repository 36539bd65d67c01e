"""Redaction: secrets are found, hidden, kept sealed, and never shown."""

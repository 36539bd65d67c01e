"""Accounts: one person on several platforms, and what is open for them elsewhere."""

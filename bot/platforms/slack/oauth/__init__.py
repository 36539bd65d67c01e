"""Installations: the app's manifest, its tokens, and a check-up of them."""

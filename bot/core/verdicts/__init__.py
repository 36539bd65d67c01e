"""Verdicts: requests are decided by a button, a form or exact words, and carried out."""

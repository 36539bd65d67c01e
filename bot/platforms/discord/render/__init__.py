"""Ours to theirs: only code decides how replies, cards, plans and forms look."""

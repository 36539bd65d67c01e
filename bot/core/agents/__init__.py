"""Agents at work: run, given their tools, guarded before every effect."""

"""Agents' own tables."""

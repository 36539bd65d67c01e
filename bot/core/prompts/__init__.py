"""Prompts: what models are asked, counted and journalled."""

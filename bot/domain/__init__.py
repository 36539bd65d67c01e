"""Nouns: the words of the product as values, with no I/O."""

"""Turns on many machines: Procrastinate gives sessions to workers, and sees that they live."""

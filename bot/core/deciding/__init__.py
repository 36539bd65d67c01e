"""Decide requests: by button, form or typed words, and carry out what was decided."""

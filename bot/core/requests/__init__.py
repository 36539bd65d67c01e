"""Requests: what a person is asked, how it is shown, and who may say what to it."""

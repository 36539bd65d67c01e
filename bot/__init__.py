"""Frontdesk itself: takes what people say to the agent that can help, and its answers back."""

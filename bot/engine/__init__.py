"""Turns: taken in durably, one at a time per session, answered from the outbox."""

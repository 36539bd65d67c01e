"""What is known of an event's tries besides how many there were."""

LAST_TRY = "last try"
"""The step in the journal that says that the last try has begun, one at a time in a process."""

"""What is known of an event's tries besides how many there were."""

LAST_TRY = "last try"
"""The step in the journal that says that the last try has begun, one at a time in a process."""

UNREADABLE = 1_000_000
"""As many tries as nobody allows: what cannot be read is set aside without being tried."""

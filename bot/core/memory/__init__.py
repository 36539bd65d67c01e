"""Memory: what lies beyond the recent turns, found again, summed up, shown and deleted."""

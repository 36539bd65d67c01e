"""Reading: what a message means, given what is open; and what code decides to do with it."""

"""Who is who: linked accounts, and keys for programs."""

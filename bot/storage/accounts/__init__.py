"""Who is who: linked accounts, keys and sessions of programs, installations."""

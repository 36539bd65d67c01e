"""Where the bot keeps what it must not forget: SQLite, Postgres, or the memory of a test."""

"""How a transaction is carried out on SQLite and on Postgres."""

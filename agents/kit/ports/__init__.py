"""What an agent may reach, as ports the bot provides: tables, SQL, the web."""

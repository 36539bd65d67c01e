"""All tables of the bot on one metadata: each of these modules puts its own there."""

from bot.storage.tables import commands, http, links, memory, plans, platforms, sessions

DECLARING = (sessions, commands, http, links, memory, plans, platforms)
metadata = sessions.metadata

# Migrations put agents' tables beside them, so these are taken before.
TABLES = tuple(metadata.sorted_tables)

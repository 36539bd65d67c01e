"""How Alembic reaches the database and knows the tables; the bot itself calls `upgrade`."""

import os

from alembic import context
from sqlalchemy import Connection

from agents.catalogue import AGENTS
from bot.storage.agent_tables import declare_all
from bot.storage.databases.transactions import DEFAULT_URL, database_url
from bot.storage.migrations import exclusively
from bot.storage.tables.schema import metadata

OF_ONE_DATABASE = {"ix_messages_words"}

for agent in AGENTS:
    declare_all(agent.tables, metadata)


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        include_name=is_ours,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


def is_ours(name: str | None, kind: str, _parents: object) -> bool:
    """Leave tables of agents loaded from elsewhere alone, and what only one database has."""
    return name not in OF_ONE_DATABASE and (kind != "table" or name in metadata.tables)


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    with exclusively(database_url(os.environ.get("DATABASE_URL", DEFAULT_URL))) as own:
        migrate(own)

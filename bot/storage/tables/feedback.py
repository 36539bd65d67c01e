"""The table of what people think of the bot's replies."""

from sqlalchemy import Table

from bot.storage.tables.columns import keys, texts
from bot.storage.tables.sessions import metadata

feedback = Table(
    "feedback",
    metadata,
    *keys("reply", "person"),  # one verdict each; the last one counts
    *texts("session", index=True),
    *texts("turn"),  # that said the reply
    *texts("verdict", "comment", "at"),
    sqlite_with_rowid=False,
)

"""What columns and indexes of the bot's tables are made of, on SQLite and on Postgres."""

from typing import Any

from sqlalchemy import BigInteger, Column, Integer, Text, text

ROW_ID = BigInteger().with_variant(Integer(), "sqlite")


def sequence() -> Column[int]:
    """A number that grows with every row; on SQLite it is the row's own id and costs nothing."""
    return Column("seq", ROW_ID, primary_key=True, autoincrement=True)


def keys(*names: str) -> tuple[Column[str], ...]:
    """The texts that are the primary key together."""
    return tuple(Column(name, Text, primary_key=True) for name in names)


def texts(*names: str, index: bool = False) -> tuple[Column[str], ...]:
    """Texts that are always there."""
    return tuple(Column(name, Text, nullable=False, index=index or None) for name in names)


def only(condition: str) -> dict[str, Any]:
    """Let an index hold only the rows of which this is true."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}

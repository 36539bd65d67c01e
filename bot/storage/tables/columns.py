"""What the bot's tables are made of, and what each declares about its rows."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Column, Integer, Table, Text, text

ROW_ID = BigInteger().with_variant(Integer(), "sqlite")
THEIRS = "session = :session AND person = :person"


@dataclass(frozen=True, slots=True)
class Holding:
    """Whose rows a table holds, how long they stay, and what an export shows of them.

    `places` are the columns that begin with the workspace they speak of: when it leaves, its rows
    go. The others are conditions: which rows are `erased` with a `:person` who is forgotten in a
    `:session`, which have `expired` once nothing is to be kept from `:before`, which are `done`
    with, however long the rest is kept. `hidden` columns are never exported; no `title`, no row.
    """

    places: tuple[str, ...] = ("session",)
    erased: str = ""
    expired: str = ""
    done: str = ""
    hidden: tuple[str, ...] = ()
    title: str | None = ""


def holds(**declared: Any) -> dict[str, Any]:
    """Declare this of a table, as its `info`."""
    return {"holds": Holding(**declared)}


def holding_of(table: Table) -> Holding:
    """What a table declares."""
    holding: Holding = table.info["holds"]
    return holding


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

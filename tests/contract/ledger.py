"""A table such as an agent declares, of every kind of column."""

from agents.kit.ports.records import Column, Table

LEDGER = Table(
    "ledger",
    (
        Column("name", key=True),
        Column("minor", kind="integer"),
        Column("open", kind="flag", indexed=True),
        Column("at", kind="moment", nullable=True),
        Column("tag", unique=True, nullable=True),
    ),
)

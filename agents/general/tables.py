"""The tables of the front desk."""

from agents.kit import Column, Table
from agents.kit.numbers import NUMBER, WORKSPACE

# `owner` is the key of a person; `due` is an ISO date, empty for a note that is no reminder.
NOTES = Table(
    "general_notes",
    (
        WORKSPACE,
        NUMBER,
        Column("owner"),
        Column("text"),
        Column("due"),
        Column("done", kind="flag"),
        Column("at", kind="moment"),
    ),
)

CONTACTS = Table(
    "general_contacts",
    (WORKSPACE, NUMBER, Column("topic"), Column("contact")),
)

"""The tables of the front desk."""

from agents.kit import NUMBER, WORKSPACE, Column, Table, texts

# `owner` is the key of a person; `due` is an ISO date, empty for a note that is no reminder.
NOTES = Table(
    "general_notes",
    (
        WORKSPACE,
        NUMBER,
        *texts("owner", "text", "due"),
        Column("done", kind="flag"),
        Column("at", kind="moment"),
    ),
)

CONTACTS = Table(
    "general_contacts",
    (WORKSPACE, NUMBER, *texts("topic", "contact")),
)

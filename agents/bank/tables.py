"""The tables of the bank."""

from agents.kit import Column, Table, texts

USERS = Table(
    "bank_users",
    (Column("name", key=True), *texts("salt", "password_hash")),
)

# `failures` lists the moments of recent failed logins, as JSON.
FAILED_LOGINS = Table(
    "bank_failed_logins",
    (Column("name", key=True), Column("failures")),
)

ACCOUNTS = Table(
    "bank_accounts",
    (
        Column("id", key=True),
        Column("owner", indexed=True),
        Column("name"),
        Column("balance_minor", kind="integer"),
        Column("currency"),
    ),
)

# One row per transfer that happened; its key is the effect key, so that none happens twice.
TRANSFERS = Table(
    "bank_transfers",
    (
        Column("effect_key", key=True),
        *texts("source", "source_name", "target"),
        Column("minor", kind="integer"),
        Column("currency"),
        Column("left_minor", kind="integer"),
        Column("at", kind="moment"),
    ),
)

# Two rows per transfer: the source is debited (minor below zero), the target credited.
ENTRIES = Table(
    "bank_entries",
    (
        Column("id", key=True),
        Column("effect_key", indexed=True),
        Column("account", indexed=True),
        Column("counterpart"),
        Column("minor", kind="integer"),
        Column("currency"),
        Column("at", kind="moment"),
    ),
)

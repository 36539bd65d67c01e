"""The tables of the IT desk."""

from agents.kit import NUMBER, WORKSPACE, Column, Table, texts

ACCOUNTS = Table(
    "it_accounts",
    (
        WORKSPACE,
        Column("user_name", key=True),
        *texts("employee", "email"),
        Column("open", kind="flag"),
    ),
)

# What an account may use; access that was taken back stays, closed.
ACCESS = Table(
    "it_access",
    (WORKSPACE, NUMBER, *texts("user_name", "system"), Column("open", kind="flag")),
)

# `ready_by` is an ISO date, or empty.
LAPTOPS = Table(
    "it_laptops",
    (WORKSPACE, NUMBER, *texts("employee", "model", "ready_by")),
)

# `opened_by` is the key of a person; `solution` is empty while a ticket is open.
TICKETS = Table(
    "it_tickets",
    (
        WORKSPACE,
        NUMBER,
        *texts("problem", "urgency", "opened_by"),
        Column("opened_at", kind="moment"),
        Column("solution"),
        Column("open", kind="flag"),
    ),
)

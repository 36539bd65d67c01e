"""The table of the procurement desk."""

from agents.kit import Column, Table
from agents.kit.numbers import NUMBER, WORKSPACE

# `minor` is what one piece costs; `status` is ordered, received or cancelled; `due` an ISO date.
ORDERS = Table(
    "procurement_orders",
    (
        WORKSPACE,
        NUMBER,
        Column("item"),
        Column("quantity", kind="integer"),
        Column("for_whom"),
        Column("minor", kind="integer"),
        Column("currency"),
        Column("supplier"),
        Column("due"),
        Column("status"),
        Column("ordered_by"),
        Column("ordered_at", kind="moment"),
    ),
)

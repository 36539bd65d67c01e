"""The table of the procurement desk."""

from agents.kit import NUMBER, WORKSPACE, Column, Table, texts

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
        *texts("currency", "supplier", "due", "status", "ordered_by"),
        Column("ordered_at", kind="moment"),
    ),
)

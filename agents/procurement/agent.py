"""The agent of the procurement desk."""

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.kit.lengths import text_beside
from agents.procurement.tables import ORDERS
from agents.procurement.tools import (
    cancel_order,
    list_orders,
    list_suppliers,
    order_item,
    receive_order,
    track_order,
)

procurement = Agent(
    name="procurement",
    description="Orders equipment and supplies, tracks and cancels orders; suppliers.",
    introduction="Ordering equipment",
    prompt=text_beside(__file__, "prompt.md"),
    tools=(
        order_item,
        track_order,
        receive_order,
        cancel_order,
        list_orders,
        list_suppliers,
    ),
    examples=(
        "order a laptop for Jessica",
        "buy a monitor",
        "where is order 12?",
        "cancel order 7",
        "which suppliers do we have?",
        "what is on order for Jessica?",
        "order 12 has arrived",
    ),
    tables=(ORDERS, EFFECTS, COUNTERS),
)

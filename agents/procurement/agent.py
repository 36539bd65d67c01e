"""The agent of the procurement desk."""

from pathlib import Path

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.procurement import tools
from agents.procurement.tables import ORDERS

procurement = Agent(
    name="procurement",
    description="Orders equipment and supplies, tracks and cancels orders; suppliers.",
    introduction="Ordering equipment",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        tools.order_item,
        tools.track_order,
        tools.receive_order,
        tools.cancel_order,
        tools.list_orders,
        tools.list_suppliers,
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

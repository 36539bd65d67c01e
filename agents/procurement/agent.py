"""The agent of the procurement desk."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from agents.kit import COUNTERS, EFFECTS, Agent, Approval, EffectKey, Money, ToolFailed, Turn, tool
from agents.kit.ports.numbered_rows import number_of
from agents.kit.values.texts import text_beside
from agents.procurement.orders import (
    CANCELLED,
    ORDERS,
    RECEIVED,
    Orders,
    Purchase,
    WantedOrder,
    suppliers,
)

APPROVED_ABOVE = Money("2000.00")

COMMON = ("laptop", "developer laptop", "monitor", "phone", "desk", "headset", "keyboard")

Item = Annotated[
    str,
    Field(
        description="the item to order",
        min_length=2,
        max_length=80,
        examples=list(COMMON),
    ),
]
Quantity = Annotated[int, Field(description="the quantity", ge=1, le=1000)]
Receiver = Annotated[str, Field(description="the person it is for", min_length=1, max_length=80)]
MaybeReceiver = Annotated[str, Field(description="the person it is for", max_length=80)]
MaybePrice = Annotated[Money | None, Field(description="the price of one")]
OrderNumber = Annotated[int, number_of("order")]


def costs_much(arguments: Mapping[str, Any]) -> bool:
    """Say whether an order costs so much, or in such a currency, that it needs an approval."""
    bought = Purchase(arguments["item"], arguments["quantity"], arguments["price"])
    try:
        total = bought.total
    except ToolFailed:  # it will be refused, whoever approves it
        return False
    return total.currency != APPROVED_ABOVE.currency or total.exceeds(APPROVED_ABOVE)


@tool(
    effect=True,
    ends_task=True,
    approval=Approval(
        needed=costs_much, because=f"orders above {APPROVED_ABOVE} need an approval"
    ),
    risk="medium",
)
async def order_item(  # noqa: PLR0913 - what an order consists of
    turn: Turn,
    *,
    item: Item,
    for_whom: Receiver,
    key: EffectKey,
    quantity: Quantity = 1,
    price: MaybePrice = None,
) -> str:
    """Order something for somebody, at the list price unless the user names another."""
    bought = Purchase(item, quantity, price)
    wish = WantedOrder(purchase=bought, for_whom=for_whom, by=turn.person.key, at=turn.now)
    turn.progress(f"Ordering {quantity} x {item}")
    return await Orders.once(turn, key, lambda orders: orders.place(wish))


@tool(ends_task=True)
async def track_order(turn: Turn, order: OrderNumber) -> str:
    """Tell how an order stands and when it comes."""
    turn.progress(f"Looking up order {order}")
    return await Orders.read(turn, lambda orders: orders.describe(order))


@tool(effect=True, ends_task=True, reversible=False)
async def receive_order(turn: Turn, order: OrderNumber, key: EffectKey) -> str:
    """Record that what was ordered has arrived."""
    turn.progress(f"Receiving order {order}")
    return await Orders.once(turn, key, lambda orders: orders.move(order, RECEIVED))


@tool(effect=True, ends_task=True, risk="medium", reversible=False)
async def cancel_order(turn: Turn, order: OrderNumber, key: EffectKey) -> str:
    """Cancel an order that has not arrived."""
    turn.progress(f"Cancelling order {order}")
    return await Orders.once(turn, key, lambda orders: orders.move(order, CANCELLED))


@tool(ends_task=True)
async def list_orders(turn: Turn, for_whom: MaybeReceiver = "") -> str:
    """List what is on order, for everybody or for one person."""
    turn.progress("Looking up what is on order")
    return await Orders.read(turn, lambda orders: orders.open_ones(for_whom))


@tool(ends_task=True)
async def list_suppliers(turn: Turn) -> str:
    """List suppliers, what they sell and what one piece costs."""
    turn.progress("Looking up suppliers")
    return suppliers()


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

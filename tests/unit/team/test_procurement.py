"""The procurement desk: orders, their prices and what becomes of them."""

import pytest
from pydantic import JsonValue

from agents.kit import Money, ToolFailed
from agents.kit.values.errors import BadToolCall
from agents.procurement.agent import costs_much, procurement
from agents.procurement.orders import OFFERS, ORDERS, Purchase, offer_of
from tests.fakes.team import TeamDesk


async def a_desk() -> TeamDesk:
    desk = TeamDesk(procurement)
    await desk.do("order_item", item="laptop", for_whom="Jessica Smith")
    return desk


async def test_an_order_is_placed_at_the_list_price():
    desk = TeamDesk(procurement)

    reply = await desk.do("order_item", item="monitors", for_whom="Jessica", quantity=2)

    assert reply == (
        "Order 1: 2 x monitor for Jessica, $640.00, supplier Northwind Computers. "
        "It is due on Monday 22 July 2024."
    )
    (row,) = desk.rows(ORDERS)
    assert (row["minor"], row["quantity"], row["status"]) == (32000, 2, "ordered")


async def test_what_is_not_on_the_list_needs_a_price():
    desk = TeamDesk(procurement)
    with pytest.raises(ToolFailed, match=r"“espresso machine” is not on the price list\. Name a"):
        await desk.do("order_item", item="espresso machine", for_whom="all")

    reply = await desk.do(
        "order_item", item="espresso machine", for_whom="all", price="499.90 EUR"
    )

    assert reply == (
        "Order 1: 1 x espresso machine for all, €499.90, supplier found on request. "
        "It is due on Wednesday 31 July 2024."
    )


@pytest.mark.parametrize("price", ["0", "-5"])
async def test_a_price_is_more_than_zero(price: str):
    desk = TeamDesk(procurement)

    with pytest.raises(ToolFailed, match="more than zero"):
        await desk.do("order_item", item="desk", for_whom="Bob", price=price)

    assert desk.rows(ORDERS) == []


@pytest.mark.parametrize("quantity", [0, -1, 1001])
async def test_a_quantity_is_a_sensible_one(quantity: int):
    with pytest.raises(BadToolCall, match="quantity"):
        await TeamDesk(procurement).do(
            "order_item", item="desk", for_whom="Bob", quantity=quantity
        )


@pytest.mark.parametrize(
    ("item", "offer"),
    [
        ("laptop", "laptop"),
        ("Laptops", "laptop"),
        ("developer laptop", "developer laptop"),
        ("a docking station", "docking station"),
        ("chair", "office chair"),
        ("keybord", "keyboard"),
        ("SIM cards", "SIM card"),
    ],
)
def test_an_offer_is_found_however_it_is_named(item: str, offer: str):
    found = offer_of(item)

    assert found is not None
    assert found.item == offer


def test_what_nobody_offers_is_not_found():
    assert offer_of("unicorn") is None
    assert all(offer_of(offer.item) == offer for offer in OFFERS)


def test_a_price_somebody_names_wins_over_the_list():
    assert Purchase("laptop", 3, Money("1000")).total == Money("3000")


@pytest.mark.parametrize(
    ("item", "quantity", "price", "asks"),
    [
        ("laptop", 1, None, False),
        ("laptop", 2, None, True),
        ("headset", 22, None, False),
        ("headset", 23, None, True),
        ("laptop", 1, "2000.00", False),
        ("laptop", 1, "2000.01", True),
        ("laptop", 1, "10 EUR", True),
        ("unicorn", 1, None, False),
    ],
)
def test_what_costs_much_in_all_needs_an_approval(
    item: str, quantity: int, price: str | None, *, asks: bool
):
    tool = procurement.tool_named("order_item")
    assert tool is not None
    raw: dict[str, JsonValue] = {
        "item": item,
        "quantity": quantity,
        "for_whom": "Bob",
        "price": price,
    }

    assert costs_much(tool.read(raw)) is asks


async def test_an_order_is_tracked_received_and_then_closed():
    desk = await a_desk()
    assert (await desk.do("track_order", order=1)).endswith("It is due on Monday 22 July 2024.")

    assert await desk.do("receive_order", order=1) == (
        "Order 1 (1 x laptop for Jessica Smith) is now received."
    )

    assert (await desk.do("track_order", order=1)).endswith("It is received.")
    with pytest.raises(ToolFailed, match="Order 1 is received already"):
        await desk.do("cancel_order", order=1)


async def test_a_cancelled_order_is_not_on_the_way_any_more():
    desk = await a_desk()
    await desk.do("order_item", item="desk", for_whom="Bob")
    assert "Order 2" in await desk.do("list_orders", for_whom="bob")

    await desk.do("cancel_order", order=2)

    assert await desk.do("list_orders", for_whom="bob") == "Nothing is on order for bob."
    assert "Order 1" in await desk.do("list_orders")


async def test_what_comes_first_is_listed_first():
    desk = TeamDesk(procurement)
    for item in ("desk", "notebook", "laptop"):
        await desk.do("order_item", item=item, for_whom="Bob")

    lines = (await desk.do("list_orders")).splitlines()

    assert [line.split()[2] for line in lines[1:]] == [
        "2024-07-19:",
        "2024-07-22:",
        "2024-08-07:",
    ]


async def test_an_order_that_is_not_there_is_answered_with_those_that_are():
    desk = await a_desk()

    with pytest.raises(ToolFailed, match=r"There is no order 5\. On order: 1\."):
        await desk.do("track_order", order=5)


async def test_suppliers_are_listed_with_what_they_sell():
    told = await TeamDesk(procurement).do("list_suppliers")

    assert "- Oak & Sons: desk $450.00, office chair $380.00" in told
    assert all(offer.item in told for offer in OFFERS)

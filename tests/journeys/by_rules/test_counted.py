"""Without a model, a number may count things, or say which one is meant."""

import pytest

from agents.procurement.tables import ORDERS
from tests.journeys.bank.talking import talked


@pytest.mark.parametrize(
    "line", ["order 2 mice", "can you order 2 mice", "please order 2 mice", "buy 2 mice"]
)
async def test_a_number_before_a_thing_says_how_many(line: str):
    conversation = await talked(line)

    assert conversation.last.text.startswith("I have “2” (how many)")


@pytest.mark.parametrize(
    "line",
    [
        *("order 2", "order number 2", "where is order 2", "cancel order 2", "order 2 status"),
        *("order 2 arrived", "order 2 please", "order 2 is late"),
    ],
)
async def test_a_number_behind_its_kind_says_which_one(line: str):
    conversation = await talked(line)

    assert conversation.last.text.startswith("There is no order 2.")


@pytest.mark.parametrize("line", ["cancel 1 order", "cancel 1 orders", "cancel 2 orders"])
async def test_so_many_of_a_kind_are_no_number_of_one(line: str):
    conversation = await talked("order a desk for Ana", "order a desk for Ben", line)

    assert {row["status"] for row in await conversation.rows(ORDERS)} == {"ordered"}


async def test_several_counts_are_asked_about_and_not_taken_for_one_piece():
    conversation = await talked("order 2 monitors and 3 keyboards for Ana")

    assert conversation.last.text.startswith("I can take only one at a time.")
    assert await conversation.rows(ORDERS) == []

    await conversation.say("2")
    assert [row["quantity"] for row in await conversation.rows(ORDERS)] == [2]


@pytest.mark.parametrize("number", ["0", "-2", "1.5", "5000"])
async def test_a_number_of_things_that_cannot_be_is_asked_about(number: str):
    conversation = await talked(f"order {number} monitors for Ana")

    assert conversation.last.text.endswith("Please tell me how many.")
    assert await conversation.rows(ORDERS) == []

    await conversation.say("3")
    rows = await conversation.rows(ORDERS)
    assert [(row["quantity"], row["minor"]) for row in rows] == [(3, 32_000)]


@pytest.mark.parametrize(
    ("line", "ordered"),
    [
        ("order a mouse for Jessica", ("mouse", 1, "Jessica")),
        ("order 2 docking stations for Ana Lopez", ("docking station", 2, "Ana Lopez")),
        ("please buy a SIM card for Tom", ("SIM card", 1, "Tom")),
    ],
)
async def test_what_no_example_names_is_ordered_for_somebody(
    line: str, ordered: tuple[str, int, str]
):
    conversation = await talked(line)

    (row,) = await conversation.rows(ORDERS)
    assert (str(row["item"]).rstrip("s"), row["quantity"], row["for_whom"]) == ordered


async def test_what_is_not_on_the_list_is_put_right_in_a_word():
    conversation = await talked("buy 2 mice for Ana")

    assert "“mice” is not on the price list" in conversation.last.text

    await conversation.say("mouse")
    (row,) = await conversation.rows(ORDERS)
    assert (row["item"], row["quantity"], row["for_whom"]) == ("mouse", 2, "Ana")


@pytest.mark.parametrize("price", ["$300", "300 dollars", "300", "300 each", "make it 300"])
async def test_a_price_that_is_asked_for_is_no_number_of_an_order(price: str):
    conversation = await talked("order a beamer for Tom")
    assert "Name a price for it" in conversation.last.text

    await conversation.say(price)

    rows = await conversation.rows(ORDERS)
    assert [(row["item"], row["quantity"], row["minor"]) for row in rows] == [
        ("beamer", 1, 30_000)
    ]


@pytest.mark.parametrize(
    "line",
    [
        *("order a mouse for Friday", "order a mouse for the new guy", "order a mouse for me"),
        "order a mouse for Jessica for Monday",
    ],
)
async def test_nobody_is_made_up_for_whom_it_is(line: str):
    conversation = await talked(line)

    assert await conversation.rows(ORDERS) == []


async def test_of_two_people_none_is_left_out():
    conversation = await talked("order 3 monitors for Ana and Ben")

    assert conversation.last.text.endswith("Please tell me who it is for.")
    assert await conversation.rows(ORDERS) == []

    await conversation.say("Ana and Ben")
    assert [row["for_whom"] for row in await conversation.rows(ORDERS)] == ["Ana and Ben"]


async def test_the_number_of_a_day_counts_nothing():
    conversation = await talked("order a desk for Ana by 3 May 2027", "go on")

    assert [row["quantity"] for row in await conversation.rows(ORDERS)] == [1]


@pytest.mark.parametrize("many", ["a dozen monitors", "5 x monitor", "half a monitor"])
async def test_what_is_no_plain_count_is_asked_about(many: str):
    conversation = await talked(f"order {many} for Ana")

    assert conversation.last.text.endswith("Please tell me how many.")
    assert await conversation.rows(ORDERS) == []


@pytest.mark.parametrize(
    "line",
    [
        *("order a monitor for Ana, I mean Ben", "order a laptop, sorry, a monitor for Ana"),
        *("order a monitor for Ana, actually a laptop", "order 2 monitors, no wait, 3, for Ana"),
    ],
)
async def test_of_an_order_that_is_put_right_in_one_breath_nothing_is_taken(line: str):
    conversation = await talked(line)

    assert "Please tell me" in conversation.last.text
    assert await conversation.rows(ORDERS) == []


@pytest.mark.parametrize(
    "line",
    [
        *("order 3x laptops for Ben", "order laptops x3 for Ben", "order 1e1 laptops for Ben"),
        *("order x2 laptops for Ben", "order 1E3 laptops for Ben"),
    ],
)
async def test_a_number_in_another_notation_is_not_left_out(line: str):
    conversation = await talked(line)

    assert conversation.last.text.endswith("Please tell me how many.")
    assert await conversation.rows(ORDERS) == []


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        *(("order a 27 inch monitor for Ben", 1), ("order a 4k monitor for Ben", 1)),
        *(("order 3 27-inch monitors for Ben", 3), ("order a 5 m desk for Ben", 1)),
        *(("order 24 inch monitor for Ben", 1), ("order 2 monitors for Ben", 2)),
        *(("order 2 desks for Ben", 2), ("order the 2 monitors for Ben", 2)),
    ],
)
async def test_a_measure_of_a_thing_counts_none_and_is_no_price(line: str, counted: int):
    conversation = await talked(line)

    (row,) = await conversation.rows(ORDERS)
    assert row["quantity"] == counted
    assert row["minor"] in {32_000, 45_000}


@pytest.mark.parametrize(
    "line",
    [
        *(
            "order a desk for Ben for 300",
            "order a desk for 300 for Ben",
            "order a desk for Ben at 300",
        ),
        "order a desk for Ben, for 300, please",
    ],
)
async def test_what_something_is_ordered_for_may_be_its_price(line: str):
    conversation = await talked(line)

    (row,) = await conversation.rows(ORDERS)
    assert (row["for_whom"], row["quantity"], row["minor"]) == ("Ben", 1, 30_000)


@pytest.mark.parametrize("line", ["order 5 desks for 300", "order a desk for 7"])
async def test_a_number_is_nobody(line: str):
    conversation = await talked(line)

    assert "who it is for" in conversation.last.text
    assert await conversation.rows(ORDERS) == []


@pytest.mark.parametrize("answer", ["500 dollars and two of them", "$500 each, 2 pieces"])
async def test_a_price_and_how_many_are_told_apart(answer: str):
    conversation = await talked("order a beamer for Tom", answer)

    (row,) = await conversation.rows(ORDERS)
    assert (row["item"], row["quantity"], row["minor"]) == ("beamer", 2, 50_000)

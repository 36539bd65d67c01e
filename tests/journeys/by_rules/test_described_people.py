"""Without a model, whoever is only described is asked for by name."""

import pytest

from agents.it_support.tables import ACCOUNTS
from agents.kit import Table
from agents.procurement.tables import ORDERS
from tests.journeys.bank.talking import talked

WHOM = "Please tell me who it is for."
NAME = "Please tell me the name of the employee."


@pytest.mark.parametrize(
    ("line", "question", "table"),
    [
        ("create an account for the new guy", NAME, ACCOUNTS),
        ("create an account for my nephew", NAME, ACCOUNTS),
        ("create an account for everyone", NAME, ACCOUNTS),
        ("order 3 monitors from cheapest supplier", WHOM, ORDERS),
        ("order cheap monitors", WHOM, ORDERS),
        ("order a desk for my boss", WHOM, ORDERS),
    ],
)
async def test_a_description_is_no_name(line: str, question: str, table: Table):
    conversation = await talked(line)

    assert conversation.last.text.endswith(question)
    assert await conversation.rows(table) == []


async def test_nor_is_it_one_when_the_name_was_asked_for():
    conversation = await talked("create an account for the new guy", "the new guy")
    assert conversation.last.text == f"“the new guy” does not fit. {NAME}"

    await conversation.say("Bob Miller")
    assert [row["employee"] for row in await conversation.rows(ACCOUNTS)] == ["Bob Miller"]


@pytest.mark.parametrize(
    ("line", "whom"),
    [
        ("order a desk for my friend Bob", "Bob"),
        ("order a desk for bob", "bob"),
        ("order a desk for our colleague Ana Lopez", "Ana Lopez"),
    ],
)
async def test_a_name_beside_a_description_is_one(line: str, whom: str):
    conversation = await talked(line)

    assert [row["for_whom"] for row in await conversation.rows(ORDERS)] == [whom]


@pytest.mark.parametrize(
    "words",
    [
        *("a chair", "I mean a chair", "actually an office chair", "no, a chair", "a friend"),
        *("no idea", "No clue!", "no preference", "some chairs", "one chair"),
    ],
)
async def test_a_thing_and_no_idea_are_nobody(words: str):
    conversation = await talked("order a desk", words)

    assert WHOM in conversation.last.text
    assert await conversation.rows(ORDERS) == []


@pytest.mark.parametrize(
    ("words", "whom"),
    [
        *(("for a new hire", "new hire"), ("no, Ben", "Ben"), ("No Ben", "Ben"), ("bob", "bob")),
        *(("my boss", "boss"), ("it's for Ben", "Ben")),
    ],
)
async def test_whom_it_is_for_may_be_told_in_many_ways(words: str, whom: str):
    conversation = await talked("order a desk", words)

    assert [row["for_whom"] for row in await conversation.rows(ORDERS)] == [whom]


@pytest.mark.parametrize(
    "line",
    [
        *("order a desk for Ana, no, for Ben", "order a desk for Ana, no for Ben"),
        *("order a desk for Ana, rather Ben", "order a desk for Ana, make that Ben"),
        *("order a desk for Ana, wait, for Ben", "order a desk for Ana, nope, Ben"),
    ],
)
async def test_of_two_of_whom_one_puts_the_other_right_you_are_asked(line: str):
    conversation = await talked(line)

    assert conversation.last.text.endswith(WHOM)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "sorry, order a desk for Ben",
            "order a desk for Ben, no rush",
            "no, order a desk for Ben",
        ),
        *(
            "actually order a desk for Ben",
            "order a desk for Ben, sorry",
            "wait, order a desk for Ben",
        ),
    ],
)
async def test_a_word_of_apology_puts_nobody_right(line: str):
    conversation = await talked(line)

    assert [row["for_whom"] for row in await conversation.rows(ORDERS)] == ["Ben"]


@pytest.mark.parametrize(
    "order",
    ["a desk for Ana and Ben", "a desk for Ana & Ben for 300", "a desk for ana and ben"],
)
async def test_two_people_are_not_one_of_them_nor_one(order: str):
    conversation = await talked(f"order {order}")

    assert conversation.last.text.endswith(WHOM)
    assert await conversation.rows(ORDERS) == []

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

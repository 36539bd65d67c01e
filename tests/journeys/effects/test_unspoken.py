"""Without a model, nothing is changed by a tool that nobody had a word for."""

from dataclasses import replace

import pytest

from agents.catalogue import AGENTS
from agents.general.notes import NOTES
from agents.kit import Table
from agents.procurement.orders import ORDERS
from agents.product.features import FEATURES
from bot.llm.rules_reader import RulesReader
from tests.journeys.bank.talking import say_all, talked
from tests.journeys.conversation import a_conversation


@pytest.mark.parametrize(
    ("lines", "table"),
    [
        (("@general days off for Bob next Monday",), NOTES),
        (("@product put $50 into my savings", "1234324"), FEATURES),
    ],
)
async def test_a_number_or_a_day_alone_chooses_no_tool(lines: tuple[str, ...], table: Table):
    conversation = await a_conversation()
    services = conversation.services
    conversation.services = replace(services, reader=RulesReader(AGENTS), by_rules=True)

    await say_all(conversation, *lines)

    assert conversation.last.text.startswith("What shall I do?")
    assert await conversation.rows(table) == []


async def test_a_number_that_was_said_of_something_else_receives_no_order():
    conversation = await talked("order 1 monitor for Bob", "note: buy milk", "delete note 1")

    assert [row["status"] for row in await conversation.rows(ORDERS)] == ["ordered"]


async def test_an_order_is_received_when_that_is_said():
    conversation = await talked("order 1 monitor for Bob", "order 1 has arrived")

    assert [row["status"] for row in await conversation.rows(ORDERS)] == ["received"]

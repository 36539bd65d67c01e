"""Without a model, a noun and a few words beside it order nothing."""

import pytest

from agents.it_support.tables import LAPTOPS, TICKETS
from agents.kit import Table
from agents.product.tables import FEATURES
from tests.journeys.bank import talked


@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("feature film", FEATURES),
        ("dark mode feature", FEATURES),
        ("laptop for Ana", LAPTOPS),
        ("ticket printer", TICKETS),
    ],
)
async def test_a_noun_alone_changes_nothing_before_somebody_says_so(line: str, table: Table):
    conversation = await talked(line)

    assert conversation.last.text.startswith("I have changed nothing. I took that for talk")
    assert await conversation.rows(table) == []

    await conversation.say("go on")
    assert len(await conversation.rows(table)) == 1


@pytest.mark.parametrize(
    "line",
    ["feature: dark mode", "register feature dark mode", "I want a feature called dark mode"],
)
async def test_a_verb_a_wish_or_a_colon_orders_it(line: str):
    conversation = await talked(line)

    assert [row["title"] for row in await conversation.rows(FEATURES)] == ["dark mode"]

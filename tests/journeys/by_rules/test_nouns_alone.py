"""Without a model, a noun and a few words beside it order nothing."""

import pytest

from agents.bank.tables import TRANSFERS
from agents.it_support.tables import LAPTOPS, TICKETS
from agents.kit import Table
from agents.product.tables import FEATURES
from tests.journeys.bank.talking import READY, talked


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


@pytest.mark.parametrize("agreed", ["yes", "Yes, please!", "do so", "laptop for Ana", "go on"])
async def test_a_yes_has_it_done_after_all_as_it_was_said(agreed: str):
    conversation = await talked("laptop for Ana", agreed)

    assert [row["employee"] for row in await conversation.rows(LAPTOPS)] == ["Ana"]


@pytest.mark.parametrize("line", ["no", "nope", "no thanks", "ok", "hm"])
async def test_whatever_else_is_said_changes_nothing(line: str):
    conversation = await talked("laptop for Ana", line)

    assert "I have changed nothing." in conversation.last.text
    assert await conversation.rows(LAPTOPS) == []


@pytest.mark.parametrize("when", ["tomorrow", "every day", "if it rains"])
async def test_a_yes_to_what_cannot_be_done_may_say_that_this_is_understood(when: str):
    conversation = await talked(*READY, f"send 50 to 1234324 {when}", "yes")

    assert "say “go on”" in conversation.last.text
    assert await conversation.rows(TRANSFERS) == []

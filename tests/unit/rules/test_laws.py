"""What holds of every answer by rules, whatever is said."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ModelCall, Purpose
from bot.domain.questions import (
    NOTHING,
    About,
    AsVerdict,
    ClosedQuestion,
    Does,
    Fill,
    Left,
    Named,
    Which,
)
from bot.llm.models import NoModel
from tests.unit.rules.asked import CHOOSABLE, answer_to, tools_of

SLOT = Named("text", "what to note")
TOOLS = tools_of("people")
ASKS: dict[str, Callable[[str], ClosedQuestion[Any]]] = {
    "which": lambda text: Which(text, CHOOSABLE, plans=True),
    "about": lambda text: About(text, "To which account, and how much?"),
    "fill": lambda text: Fill(text, "What is it?", (SLOT,)),
    "fill several": lambda text: Fill(text, "What is it?", (SLOT, Named("name", "whose"))),
    "does": lambda text: Does(text, TOOLS),
    "verdict": lambda text: AsVerdict(text, "Transfer $700.00"),
    "left": lambda text: Left(text, "stock_lookup: told"),
}
WORDS = st.sampled_from(
    [
        "transfer",
        "money",
        "and then",
        "my",
        "claim id",
        "no",
        "?",
        ":",
        "500",
        "名前は",
        "ñ",
        "\ud800",
    ]
)
TEXTS = st.text(max_size=200) | st.lists(WORDS, max_size=30).map(" ".join)
LONG = ("a ", "transfer ", "1,1,", "and then ", "\n", " ,", "name:", "口座", "xqzjw", "no, ", "“")


@pytest.mark.parametrize("kind", ASKS)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_whatever_is_said_has_an_answer(kind: str, text: str):
    asyncio.run(answer_to(ASKS[kind](text)))


@pytest.mark.parametrize("kind", ASKS)
@pytest.mark.parametrize("part", LONG)
async def test_twenty_thousand_signs_are_read_at_once(kind: str, part: str):
    await answer_to(ASKS[kind]((part * 20_000)[:20_000]))


@given(text=TEXTS)
@settings(max_examples=60, deadline=None)
def test_a_value_stands_in_the_message(text: str):
    filled = asyncio.run(answer_to(Fill(text, "What is it?", (SLOT,))))

    assert all(value in text for value in filled.values.values())


async def test_without_tools_nothing_is_done():
    assert await answer_to(Does("transfer money", ())) == NOTHING


async def test_no_model_says_how_one_is_set_up():
    with pytest.raises(ModelUnavailable, match="OPENAI_API_KEY or OPENAI_BASE_URL"):
        await NoModel().complete(ModelCall(Purpose.AGENT, "debate", ()), within_seconds=1)

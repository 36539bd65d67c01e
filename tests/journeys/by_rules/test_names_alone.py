"""Without a model, the name of what an agent tells of is a wish to be told, if nobody waits."""

import pytest

from agents.legal.tables import CONTRACTS
from tests.journeys.bank.talking import talked

NVIDIA = "One share of Nvidia (NVDA) costs"


@pytest.mark.parametrize(
    "words", ["nvidia", "Nvidia?", "and nvidia?", "NVIDIA please", "what about Nvidia"]
)
@pytest.mark.parametrize("before", [(), ("what does apple cost?",), ("hello",)])
async def test_the_name_of_a_company_alone_is_looked_up(words: str, before: tuple[str, ...]):
    conversation = await talked(*before, words)

    assert any(reply.text.startswith(NVIDIA) for reply in conversation.replies)


@pytest.mark.parametrize("words", ["apple", "Coca-Cola", "walt disney", "google", "facebook"])
async def test_so_is_each_company_that_has_a_price(words: str):
    conversation = await talked(words)

    assert any(reply.text.startswith("One share of") for reply in conversation.replies)


@pytest.mark.parametrize("words", ["business", "banana", "nvidia pie", "business cards", "Tom"])
async def test_other_words_are_not(words: str):
    conversation = await talked(words)

    assert not any(reply.text.startswith("One share of") for reply in conversation.replies)


async def test_whoever_is_asked_for_a_name_is_answered_with_it():
    conversation = await talked("draft an NDA", "Nvidia")

    assert not any(NVIDIA in reply.text for reply in conversation.replies)
    rows = await conversation.rows(CONTRACTS)
    assert "Nvidia" in str(rows) or "“Nvidia”" in conversation.last.text

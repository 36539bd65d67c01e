"""How somebody gets out of a task by other words than “stop”."""

import pytest

from tests.journeys.bank.talking import moved, talked

ASKED = ("Transfer money", "seldo", "monkey", "Checking")


@pytest.mark.parametrize("said", ["I changed my mind", "I've changed my mind.", "go back"])
async def test_a_change_of_mind_ends_the_task(said: str):
    conversation = await talked(*ASKED, said)

    assert conversation.last.text.startswith("Stopped: transfer_money.")
    assert await conversation.stack() == []


@pytest.mark.parametrize("said", ["no thanks", "No, thank you.", "don't", "not now"])
async def test_who_would_rather_not_is_told_how_to_end_it(said: str):
    conversation = await talked(*ASKED, said)

    assert "To end this, say “stop”." in conversation.last.text
    assert await moved(conversation) == []

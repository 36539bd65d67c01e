"""How somebody gets out of a task by other words than “stop”."""

import pytest

from agents.bank.tables import FAILED_LOGINS
from tests.journeys.bank.talking import moved, talked

ASKED = ("Transfer money", "seldo", "monkey", "Checking")


@pytest.mark.parametrize("said", ["no thanks", "not now", "don't send it", "rather not"])
async def test_who_would_rather_not_is_told_how_to_end_it(said: str):
    conversation = await talked(*ASKED, said)

    assert "say “stop”" in conversation.last.text
    assert await moved(conversation) == []


TAKEN_BACK = (
    *("don't send it", "I changed my mind, don't send it", "Please forget about it, thanks"),
    *("no, don\u2019t send it to him", "cancel the transfer", "I don't want to send it any more"),
)


@pytest.mark.parametrize("said", TAKEN_BACK)
async def test_what_is_taken_back_at_the_password_is_not_tried_as_one(said: str):
    conversation = await talked("Transfer 50 to 1234324", "seldo", said)

    assert "say “stop”" in conversation.last.text
    assert await conversation.rows(FAILED_LOGINS) == []
    assert await moved(conversation) == []


async def test_a_wrong_password_that_is_no_refusal_is_asked_for_again():
    conversation = await talked("Transfer 50 to 1234324", "seldo", "donkey")

    assert "do not belong together" in conversation.last.text

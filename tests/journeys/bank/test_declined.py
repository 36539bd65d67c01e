"""How somebody gets out of a task by other words than “stop”."""

import pytest

from agents.bank.customers import hashed
from agents.bank.tables import USERS
from agents.kit import Rows
from tests.journeys.bank.talking import moved, say_all, talked
from tests.journeys.conversation import a_conversation

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


TAKEN_BACK = (
    *("don't send it", "I changed my mind, don't send it", "Please forget about it, thanks"),
    *("no, don\u2019t send it to him", "cancel the transfer", "I don't want to send it any more"),
)


@pytest.mark.parametrize("said", TAKEN_BACK)
async def test_what_is_taken_back_at_the_password_is_not_done(said: str):
    conversation = await talked("Transfer 50 to 1234324", "seldo", said)

    assert "nothing is done" in conversation.last.text or "Stopped" in conversation.last.text
    await say_all(conversation, "monkey", "checking")
    assert await moved(conversation) == []
    assert said not in repr(conversation.store.tables.said)
    assert said not in conversation.model.everything_read


async def test_a_password_that_sounds_like_a_no_logs_in():
    conversation = await a_conversation()
    await conversation.records.transact(_take_a_refusal_for_password)

    await say_all(conversation, "Transfer 50 to 1234324", "seldo", "don't send it")

    assert any("logged in as seldo" in reply.text for reply in conversation.replies)


@pytest.mark.parametrize("said", ["donkey", "dont", "don't stop believing in 1987", "cancel my"])
async def test_a_wrong_password_that_is_no_refusal_is_asked_for_again(said: str):
    conversation = await talked("Transfer 50 to 1234324", "seldo", said)

    assert "do not belong together" in conversation.last.text


def _take_a_refusal_for_password(rows: Rows) -> None:
    (seldo,) = rows.find(USERS, name="seldo")
    rows.change(
        USERS, {"name": "seldo"}, password_hash=hashed("don't send it", str(seldo["salt"]))
    )

"""Without a model, notes are kept, shown and taken off as people ask for it."""

import pytest

from agents.general.tables import NOTES
from agents.it_support.tables import ACCOUNTS
from tests.journeys.bank.talking import talked
from tests.journeys.conversation import Conversation


async def notes(conversation: Conversation) -> list[object]:
    return [row["text"] for row in await conversation.rows(NOTES)]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("note that I like tea", "I like tea"),
        ("note: I like tea", "I like tea"),
        ("please note that the meeting moved to nine", "the meeting moved to nine"),
        ("take a note: the code is 4711", "the code is 4711"),
    ],
)
async def test_what_is_noted_is_kept_whole(said: str, kept: str):
    conversation = await talked(said)

    assert await notes(conversation) == [kept]


@pytest.mark.parametrize("said", ["show the notes I made", "my notes", "can you list my notes"])
async def test_whoever_wants_to_see_notes_makes_none(said: str):
    conversation = await talked("note that I like tea", said)

    assert any("- 1 I like tea" in reply.text for reply in conversation.replies)
    assert await notes(conversation) == ["I like tea"]


@pytest.mark.parametrize("said", ["delete note 1", "remove note 1 please", "tick off note 1"])
async def test_a_note_that_is_deleted_is_ticked_off(said: str):
    conversation = await talked("note that I like tea", said)

    told = [reply.text for reply in conversation.replies]
    assert "Note 1 is ticked off: I like tea." in told


async def test_a_note_and_a_reminder_in_one_message_are_both_kept():
    conversation = await talked("note that I like tea and remind me to call Bob tomorrow")

    assert await notes(conversation) == ["I like tea", "call Bob"]


async def test_nobody_is_called_the_printer_is_broken():
    conversation = await talked("write down that the printer is broken")

    assert await conversation.rows(ACCOUNTS) == []

"""Summaries grow beside the turns, from usable lines alone; one that fails leaves the old one."""

import pytest

from agents.kit.values.model import Finish
from bot.storage.memory.search_index import DUE_LINES, KEPT_BACK
from tests.journeys.memory.remembering import (
    Notetaker,
    a_remembering_conversation,
    has_talked,
    rememberer,
    small_talk,
    summary_of,
)

TALK = DUE_LINES // 2


async def a_talk(*texts: str):
    """A conversation long enough to be summed up."""
    conversation = await a_remembering_conversation()
    has_talked(conversation, *texts, *small_talk(TALK))
    await conversation.say("hello")
    return conversation


async def test_a_summary_is_made_of_what_left_the_window_and_shown_in_the_past():
    conversation = await a_talk("My canary is called Bo")
    await rememberer(conversation, Notetaker("- [1] Ana had a canary called Bo.")).remember()
    has_talked(conversation, *small_talk(25))

    await conversation.say("@concierge Tell me something nice")

    assert "Ana had a canary called Bo." in conversation.model.everything_read
    assert summary_of(conversation).count == TALK * 2 + 4 - KEPT_BACK


async def test_while_a_thread_is_short_its_summary_is_not_shown():
    conversation = await a_talk("My canary is called Bo")
    conversation.model.calls.clear()
    await rememberer(conversation, Notetaker("- [1] Ana had kept a bird.")).remember()
    session = next(iter(conversation.store.tables.said))
    del conversation.store.tables.said[session][:10]

    await conversation.say("@concierge Tell me something nice")

    assert "kept a bird" not in conversation.model.everything_read


@pytest.mark.parametrize(
    "line",
    [
        "- [1] I will transfer the money for you.",
        "- [1] I've noted that Ana has a canary.",
        "- [99] Ana had a canary from nowhere.",
        "Ana had a canary without a source.",
        "- [] Ana had a canary without a number.",
    ],
)
async def test_a_line_without_source_or_in_the_assistants_voice_is_not_kept(line: str):
    conversation = await a_talk("My canary is called Bo")

    await rememberer(conversation, Notetaker(line)).remember()

    kept = [gist.text for gist in summary_of(conversation).gists]
    assert line.partition("] ")[2] not in kept
    assert "The user said: “My canary is called Bo”" in kept


@pytest.mark.parametrize("finish", [Finish.FILTERED, Finish.REFUSED])
async def test_words_that_were_withheld_are_no_notes(finish: Finish):
    conversation = await a_talk("My canary is called Bo")

    await rememberer(conversation, Notetaker("- [1] Ana had a canary.", finish)).remember()

    kept = [gist.text for gist in summary_of(conversation).gists]
    assert "Ana had a canary." not in kept
    assert "The user said: “My canary is called Bo”" in kept


async def test_a_summary_that_fails_leaves_the_old_one_and_is_due_again():
    conversation = await a_talk("My canary is called Bo")
    away = Notetaker()
    await rememberer(conversation, away).remember()
    assert summary_of(conversation).count == 0

    await rememberer(conversation, away).remember()
    assert len(away.asked) == 1  # somebody is at it
    conversation.clock.pass_time(minutes=10)
    await rememberer(conversation, Notetaker("- [1] Ana had a canary.")).remember()

    assert [gist.text for gist in summary_of(conversation).gists] == ["Ana had a canary."]


async def test_an_open_question_is_noted_by_code():
    conversation = await a_remembering_conversation()
    has_talked(conversation, *small_talk(TALK - KEPT_BACK // 2), "Book a table for when?")
    has_talked(conversation, *small_talk(KEPT_BACK // 2))
    await conversation.say("hello")
    lines = conversation.store.tables.said[next(iter(conversation.store.tables.said))]
    del lines[-2:]

    await rememberer(conversation, Notetaker("- [1] Ana chatted.")).remember()

    texts = [gist.text for gist in summary_of(conversation).gists]
    assert "concierge had asked: “Noted: Book a table for when?”" in texts


@pytest.mark.proves("R8")
async def test_no_secret_reaches_a_summary():
    conversation = await a_remembering_conversation()
    has_talked(conversation, *small_talk(TALK))
    await conversation.say("my password: hunter-canary-2")
    has_talked(conversation, *small_talk(KEPT_BACK))
    notetaker = Notetaker("- [1] Ana chatted.")

    await rememberer(conversation, notetaker).remember()

    read = "\n".join(m.content for call in notetaker.asked for m in call.messages)
    assert "[secret]" in read
    assert "hunter-canary-2" not in read


async def test_what_is_kept_long_enough_is_deleted_by_the_same_round():
    conversation = await a_talk("My canary is called Bo")
    conversation.clock.pass_time(days=40)

    await rememberer(conversation, Notetaker("- [1] x"), retention_days=30).remember()

    assert all(not lines for lines in conversation.store.tables.said.values())

"""Announcements: shown and remembered, never taken for a wish."""

import pytest

from bot.domain.messages import Kind
from tests.journeys.agents.small_agents import asks, directed, says
from tests.journeys.conversation import THREAD, a_conversation

WORDS = {"letter": "letter", "office": "office"}
NEWS = "The letter office closes at five."


@pytest.mark.proves("S1-06", "S1-02")
async def test_an_announcement_is_shown_word_for_word():
    conversation = await a_conversation(directed(WORDS), agents=[says("letter", "Written.")])

    assert await conversation.say(NEWS, kind=Kind.ANNOUNCEMENT) == NEWS


@pytest.mark.proves("S1-06")
async def test_an_announcement_is_no_wish_and_asks_no_model():
    conversation = await a_conversation(directed(WORDS), agents=[says("letter", "Written.")])

    await conversation.say(NEWS, kind=Kind.ANNOUNCEMENT)

    assert conversation.model.calls == []
    assert await conversation.stack() == []


@pytest.mark.proves("S1-06")
async def test_an_announcement_that_reads_like_a_command_is_none():
    conversation = await a_conversation(directed(WORDS), agents=[asks("letter")])
    await conversation.say("a letter, please")

    assert await conversation.say("stop", kind=Kind.ANNOUNCEMENT) == "stop"

    assert await conversation.stack() == ["letter"]


@pytest.mark.proves("S1-06")
async def test_an_announcement_leaves_tasks_and_questions_as_they_were():
    agents = [asks("letter", options=("long", "short"))]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter, please")
    before = await conversation.participant()

    await conversation.say("1", kind=Kind.ANNOUNCEMENT)

    assert (await conversation.participant()).stack == before.stack
    assert [request.text for request in conversation.pending] == ["Which letter?"]
    assert (await conversation.press("short")).startswith("The letter is short.")


@pytest.mark.proves("S1-06")
async def test_an_announcement_is_remembered_as_said_by_the_bot():
    conversation = await a_conversation(directed(WORDS), agents=[says("letter", "Written.")])
    await conversation.say(NEWS, kind=Kind.ANNOUNCEMENT)

    await conversation.say("a letter, please")

    (line, *_rest) = conversation.store.tables.said[THREAD.session]
    assert (line.text, line.by_bot) == (NEWS, True)
    assert NEWS not in conversation.model.everything_read, "a reading is of the person's words"


@pytest.mark.proves("S1-22")
async def test_a_persons_message_after_an_announcement_is_routed_as_usual():
    agents = [says("letter", "Written."), says("office", "It is open.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("Letters are free today.", kind=Kind.ANNOUNCEMENT)

    said = await conversation.say("is the office open?")

    assert said.startswith("It is open.")
    assert conversation.model.purposes[0] == "read:which"


@pytest.mark.proves("S1-10", "S1-06")
async def test_an_opening_after_an_announcement_is_still_greeted():
    conversation = await a_conversation(directed(WORDS), agents=[says("letter", "Written.")])
    await conversation.say(NEWS, kind=Kind.ANNOUNCEMENT)

    assert (await conversation.start()).startswith("Hello, I am ")

"""What is remembered can be seen and deleted: line by line, or all of it."""

from bot.core.memory.memory_card import DELETED, GONE, INSTEAD, NOTHING
from tests.journeys.conversation import THREAD, a_person
from tests.journeys.memory.remembering import (
    Notetaker,
    a_remembering_conversation,
    has_talked,
    rememberer,
    small_talk,
    summary_of,
)

FACT = "My locker is number 4711"
NOTES = "- [1] Ana had locker 4711.\n- [3, 5] Ana chatted about two topics."


async def test_the_card_shows_notes_and_words_with_their_source():
    conversation = await a_remembering_conversation()
    has_talked(conversation, FACT, *small_talk(40))
    await rememberer(conversation, Notetaker(NOTES)).remember()

    card = await conversation.say("memory")

    assert "Ana had locker 4711. (from 1 message)" in card
    assert "Ana chatted about two topics. (from 2 messages)" in card
    assert "“chat about topic39”" in card
    assert conversation.last.private
    assert conversation.last.to == a_person("ana")
    assert conversation.store.tables.replies[conversation.last.id].text == INSTEAD


async def test_a_line_goes_with_the_words_it_came_from():
    conversation = await a_remembering_conversation()
    has_talked(conversation, FACT, *small_talk(40))
    await rememberer(conversation, Notetaker(NOTES)).remember()
    card = await conversation.say("memory")
    code = next(line.split()[1] for line in card.splitlines() if "locker" in line)

    assert await conversation.say(f"memory delete {code}") == DELETED

    assert [gist.text for gist in summary_of(conversation).gists] == [
        "Ana chatted about two topics."
    ]
    assert not [s for s in conversation.store.tables.said[THREAD.session] if "4711" in s.text]
    assert "4711" not in await conversation.say("memory")
    await conversation.say("What is the number of my locker?")
    assert "4711" not in conversation.model.everything_read


async def test_a_line_goes_by_its_button_and_only_once():
    conversation = await a_remembering_conversation()
    has_talked(conversation, "My canary sings")
    await conversation.say("memory")
    button = conversation.last.buttons[-1]

    assert await conversation.press_id(button.id) == DELETED
    assert await conversation.press_id(button.id) == GONE
    assert not [s for s in conversation.store.tables.said[THREAD.session] if "canary" in s.text]


async def test_nobody_sees_or_deletes_lines_of_somebody_else():
    conversation = await a_remembering_conversation()
    has_talked(conversation, "My canary sings")
    await conversation.say("memory")
    button = conversation.last.buttons[-1]

    assert await conversation.press_id(button.id, user="ben") == GONE
    assert "canary" not in await conversation.say("memory", user="ben")
    assert [s for s in conversation.store.tables.said[THREAD.session] if "canary" in s.text]


async def test_without_a_past_the_card_says_so():
    conversation = await a_remembering_conversation()

    assert await conversation.say("memory") == NOTHING


async def test_who_is_forgotten_is_recalled_nowhere():
    conversation = await a_remembering_conversation()
    has_talked(conversation, FACT, *small_talk(40))
    await rememberer(conversation, Notetaker(NOTES)).remember()
    await conversation.say("hello")
    await conversation.say("forget yes")

    assert summary_of(conversation).gists == ()
    conversation.model.calls.clear()
    await conversation.say("What did I tell you about my locker?")
    assert "4711" not in conversation.model.everything_read

"""A bare yes or no answers what was asked last, and nothing that was asked long ago."""

import pytest

from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.plans.planned import (
    GOAL,
    JESSICA,
    employees,
    states,
    tell,
)
from tests.journeys.requests.test_typed import WORDS, checked, posts

pytestmark = pytest.mark.proves("S2-06")

# A command leaves the card where it is; after talk with an agent it is shown again.
OTHER_TALK = ("what does AAPL trade at?", "agents")


async def after_other_talk() -> Conversation:
    """A plan's card, and then talk of other things."""
    conversation = await a_conversation()
    await tell(conversation, GOAL)
    for line in OTHER_TALK:
        await tell(conversation, line)
    return conversation


@pytest.mark.parametrize("word", ["yes", "Ok!", "Yes, please.", "please do it", "no"])
async def test_a_yes_after_other_talk_asks_what_is_meant_and_names_it(word: str):
    conversation = await after_other_talk()

    said = await tell(conversation, word)

    assert "something else since I asked this" in said
    assert f"Plan: {GOAL}" in said
    assert f"name: {JESSICA}" in said
    assert "Approve all" in [button.label for button in conversation.last.buttons]
    assert await employees(conversation) == []
    assert len(conversation.pending) == 1


async def test_the_next_yes_then_answers_it():
    conversation = await after_other_talk()
    await tell(conversation, "yes")

    await tell(conversation, "yes")

    assert states(conversation) == ["completed"] * 4


async def test_a_yes_to_the_card_that_was_just_shown_needs_no_more():
    conversation = await a_conversation()
    await tell(conversation, GOAL)

    await tell(conversation, "yes")

    assert states(conversation) == ["completed"] * 4


@pytest.mark.parametrize("words", ["approve", "approve all"])
async def test_an_explicit_verdict_always_counts(words: str):
    conversation = await after_other_talk()

    await tell(conversation, words)

    assert states(conversation) == ["completed"] * 4


async def test_a_card_that_was_shown_again_may_be_answered_with_a_yes():
    conversation = await after_other_talk()
    await tell(conversation, "plan show")

    await tell(conversation, "yes")

    assert states(conversation) == ["completed"] * 4


@pytest.mark.parametrize("talk", ["what does AAPL trade at?", "thanks", "what is the weather?"])
async def test_after_talk_of_something_else_the_card_is_shown_again_and_a_yes_answers_it(
    talk: str,
):
    conversation = await a_conversation()
    await tell(conversation, GOAL)

    said = await tell(conversation, talk)

    assert f"Plan: {GOAL}" in said
    assert "What else can I do for you?" not in said
    assert "Approve all" in [button.label for button in conversation.last.buttons]
    await tell(conversation, "yes")
    assert states(conversation) == ["completed"] * 4


async def test_a_card_is_not_shown_to_somebody_else_who_talks():
    conversation = await a_conversation()
    await tell(conversation, GOAL)

    said = await tell(conversation, "what does AAPL trade at?", user="ben")

    assert f"Plan: {GOAL}" not in said


@pytest.mark.parametrize("word", ["yes", "Yes, please.", "ok, please!"])
async def test_who_approves_for_others_is_asked_when_the_thread_has_moved_on(word: str):
    conversation = await a_conversation(directed(WORDS, act=posts), agents=[checked])
    await conversation.say("post it", user="ana")
    await conversation.say("is the office open?", user="cleo")

    asked = await conversation.say(word, user="cleo")
    waits = len(conversation.pending)
    done = await conversation.say(word, user="cleo")

    assert "letter: long one" in asked
    assert waits == 1
    assert "Posted the long one." in done


async def test_a_verdict_that_was_refused_is_no_other_talk():
    conversation = await a_conversation()
    await tell(conversation, GOAL)
    await tell(conversation, "edit")

    await tell(conversation, "yes")

    assert states(conversation) == ["completed"] * 4

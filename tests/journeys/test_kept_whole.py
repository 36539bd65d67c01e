"""What a desk keeps is all that was said for it, and its answer repeats that in full."""

import pytest

from agents.general.notes import NOTES
from agents.product.features import FEATURES
from tests.fakes.questions import said_in
from tests.journeys.bank.talking import questions, say_all
from tests.journeys.by_rules.without_a_model import by_rules
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet, reading, together, which

REMINDER = "remind me tomorrow to call the dentist"
FEATURE = "add dark mode to the roadmap for Q3"


async def read_as(agent: str, tool: str, **values: str) -> Conversation:
    """Return a conversation whose model reads these values for a tool, and nothing else."""
    filled = {**values, "about": "this"}
    strings = together(which(agent), reading("does", {"does": tool}), reading("fill", filled))
    return await a_conversation(puppet(strings))


async def reminders(conversation: Conversation) -> list[tuple[object, object]]:
    return [(row["text"], row["due"]) for row in await conversation.rows(NOTES)]


async def titles(conversation: Conversation) -> list[object]:
    return [row["title"] for row in await conversation.rows(FEATURES)]


@pytest.mark.parametrize("read", ["call the dentist", "the dentist", "call"])
async def test_a_reminder_is_repeated_as_it_is_kept(read: str):
    conversation = await read_as("general", "remind_me", what=read)

    said = await conversation.say(REMINDER)

    assert [said_in(call) for call in questions(conversation, "fill")] == [REMINDER]
    assert await reminders(conversation) == [(read, "2026-11-21")]
    assert f"Reminder 1 is kept for Saturday 21 November 2026: “{read}”." in said


@pytest.mark.parametrize("read", ["dark mode", "dark mode to the roadmap for Q3", "Q3"])
async def test_a_feature_is_repeated_as_it_is_kept(read: str):
    conversation = await read_as("product", "register_feature", title=read)

    said = await conversation.say(FEATURE)

    assert [said_in(call) for call in questions(conversation, "fill")] == [FEATURE]
    assert await titles(conversation) == [read]
    assert f"Feature 1 “{read}” is registered as an idea." in said


async def test_what_nobody_said_is_not_kept():
    conversation = await read_as("product", "register_feature", title="night mode")

    await conversation.say(FEATURE)

    assert await titles(conversation) == []


async def test_by_rules_no_half_of_a_reminder_is_kept_but_asked_for_in_full():
    conversation = await by_rules()

    asked = await conversation.say(REMINDER)
    assert asked == "I have the day: 2026-11-21. What is the thing to be reminded of?"
    assert await reminders(conversation) == []
    said = await say_all(conversation, "call the dentist about the left tooth", "yes")

    assert await reminders(conversation) == [
        ("call the dentist about the left tooth", "2026-11-21")
    ]
    assert "“call the dentist about the left tooth”" in said


async def test_by_rules_no_part_of_a_wish_becomes_a_feature():
    conversation = await by_rules()

    asked = await say_all(conversation, FEATURE, "register feature")
    assert "the title of the feature" in asked
    assert await titles(conversation) == []
    said = await conversation.say("dark mode for Q3")

    assert await titles(conversation) == ["dark mode for Q3"]
    assert "“dark mode for Q3”" in said

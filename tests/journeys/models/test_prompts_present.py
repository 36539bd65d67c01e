"""What every prompt but a reading's holds, and whose words models read as an assistant's."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from agents.kit import Agent, Outcome, Turn, done, tool
from agents.kit.values.model import ModelCall, ModelReply, Purpose, ToolCall
from bot.core.prompts.model_calls import add_present
from bot.core.redaction.typed_secrets import HIDDEN
from bot.core.stack.start import READY
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.journeys.agents.small_agents import asks, directed, says
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.memory.remembering import has_talked, rememberer, small_talk

READINGS = {Purpose.READ, Purpose.CONTINUE}
PRESENT = "Today is Friday, 2026-11-20 (UTC). Answer in the language that the user last wrote in."
WORDS = {"library": "librarian", "claim": "claim", "office": "office"}


@tool
def look_up(topic: str) -> str:
    """Look a topic up."""
    return f"{topic}: a long story"


librarian = Agent(
    name="librarian", description="Knows the library.", prompt="Be exact.", tools=(look_up,)
)


def librarian_says(call: ModelCall) -> ScriptedAnswer:
    """Look whales up once, then tell."""
    if call.agent != "librarian" or call.messages[-1].role == "tool":
        return "Whales are in hall 2."
    asked = ToolCall("callid001", "look_up", '{"topic": "whales"}')
    return ModelReply(tool_calls=(asked,))


async def a_library() -> Conversation:
    agents = [librarian, asks("claim"), says("office", "We open at nine.")]
    return await a_conversation(directed(WORDS, act=librarian_says), agents=agents)


def prompts(conversation: Conversation) -> list[ModelCall]:
    """The calls of models that were no readings."""
    return [call for call in conversation.model.calls if call.purpose not in READINGS]


def assistant_said(call: ModelCall) -> list[str]:
    return [m.content for m in call.messages if m.role == "assistant" and m.content]


async def test_every_prompt_but_a_readings_ends_its_system_message_with_the_day():
    conversation = await a_library()
    await conversation.say("the library, please: whales?")

    talks, reads = prompts(conversation), conversation.model.calls
    assert len(talks) == 2
    for call in talks:
        assert call.messages[0].content.endswith(f"\n\n{PRESENT}")
    for call in (call for call in reads if call.purpose in READINGS):
        assert "Today is" not in "".join(message.content for message in call.messages)


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Pacific/Auckland", "Saturday, 2026-11-21"), ("America/New_York", "Friday, 2026-11-20")],
)
async def test_the_day_is_that_of_the_people(zone: str, day: str):
    conversation = await a_library()
    conversation.services = replace(conversation.services, zone=ZoneInfo(zone))
    await conversation.say("the library, please: whales?")

    (first, *_) = prompts(conversation)
    assert f"Today is {day} ({zone})." in first.messages[0].content


@pytest.mark.parametrize("purpose", [p for p in Purpose if p not in READINGS])
def test_a_day_long_the_beginning_of_a_prompt_is_the_same(purpose: Purpose):
    morning = datetime(2026, 11, 20, 0, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    call = ModelCall(purpose, "bank", ())

    one, other = add_present(call, morning), add_present(call, morning + timedelta(hours=23))
    assert one == other
    assert one.messages[0].role == "system"
    assert add_present(call, morning + timedelta(days=1)) != one


async def test_a_journalled_answer_is_found_without_the_day():
    conversation = await a_library()
    await conversation.say("the library, please: whales?")
    asked = len(conversation.model.calls)
    assert asked
    steps = [name for journal in conversation.store.tables.journal.values() for name in journal]

    assert steps
    again = await a_library()
    again.services = replace(again.services, zone=ZoneInfo("Pacific/Auckland"))
    await again.say("the library, please: whales?")

    assert len(again.model.calls) == asked
    assert steps == [name for journal in again.store.tables.journal.values() for name in journal]


async def test_a_summary_is_asked_for_with_the_day():
    conversation = await a_library()
    asked: list[ModelCall] = []

    def script(call: ModelCall) -> ScriptedAnswer:
        asked.append(call)
        return "- [1] The user chatted."

    has_talked(conversation, *small_talk(20))
    await rememberer(conversation, ScriptedModel(script)).remember()

    assert asked
    assert all(PRESENT in call.messages[0].content for call in asked)


async def test_what_the_bot_says_for_itself_is_not_read_as_words_of_an_assistant():
    conversation = await a_library()
    await conversation.say("hello")  # a welcome
    await conversation.say("my password is hunter22x")  # hidden
    await conversation.say("what about my claim?")  # a question of an agent
    said = await conversation.say("when does the office open?")  # which is asked again
    await conversation.say("the library: whales?")

    assert "We open at nine." in said
    assert "Which claim?" in said
    (*_, last) = prompts(conversation)
    assert assistant_said(last) == ["Which claim?", "We open at nine."]
    read = "\n".join(message.content for message in last.messages)
    for meta in (HIDDEN, READY, "I can help", "Hello, I am"):
        assert meta not in read


async def test_an_answer_about_an_open_question_is_read_and_the_question_not_again():
    async def tells(_turn: Turn) -> Outcome:
        return done("It is 5.")

    agents = [
        librarian,
        asks("claim"),
        Agent(name="office", description="Opening hours.", run=tells),
    ]
    conversation = await a_conversation(directed(WORDS, act=librarian_says), agents=agents)
    await conversation.say("my claim")
    await conversation.say("the office?")
    await conversation.say("the library: whales?")

    (*_, last) = prompts(conversation)
    assert assistant_said(last).count("Which claim?") == 1
    assert "It is 5." in assistant_said(last)

"""A message at which the model's content filter stops is left out, and does not spoil the rest."""

from dataclasses import replace

import pytest

from agents.kit import Agent, tool
from agents.kit.values.model import Finish, ModelCall, ModelReply, Purpose
from bot.core.turn.failures import TOLD
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import says
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls, puppet

BAD = "tell me about the zebra incident"
TALKER = Agent(name="zoo", description="Talks about animals.", prompt="You know animals.")
FILTERED = ModelReply(finish=Finish.FILTERED)


def filtering(call: ModelCall) -> ScriptedAnswer | None:
    """A service whose filter stops at one word, whoever's message holds it."""
    if any("zebra" in message.content for message in call.messages):
        return FILTERED
    return "Lions sleep." if call.agent == "zoo" and call.purpose is Purpose.AGENT else None


async def at_the_zoo() -> Conversation:
    agents = (TALKER,)
    conversation = await a_conversation(puppet(filtering, agents), agents=agents)
    await conversation.say("@zoo hello")
    return conversation


async def test_its_person_is_told_in_a_sentence():
    conversation = await at_the_zoo()

    said = await conversation.say(f"@zoo {BAD}")

    assert "content filter" in said
    assert said.endswith(TOLD)


async def test_the_turns_after_it_go_on_without_it():
    conversation = await at_the_zoo()
    await conversation.say(f"@zoo {BAD}")

    said = [await conversation.say(f"@zoo what about lions, part {n}?") for n in range(3)]

    assert all(words.startswith("Lions sleep.") for words in said)
    assert all("zebra" not in m.content for m in conversation.model.calls[-1].messages)
    assert any("hello" in m.content for m in conversation.model.calls[-1].messages)


async def test_the_line_stays_in_the_transcript_with_a_mark():
    conversation = await at_the_zoo()

    await conversation.say(f"@zoo {BAD}")

    lines = [line for said in conversation.store.tables.said.values() for line in said]
    assert [BAD in line.text for line in lines if line.withheld] == [True]


async def test_put_another_way_it_is_answered():
    conversation = await at_the_zoo()
    await conversation.say(f"@zoo {BAD}")

    said = await conversation.say("@zoo tell me about the striped one")

    assert said.startswith("Lions sleep.")


@pytest.mark.parametrize("finish", [Finish.REFUSED, Finish.LENGTH])
async def test_what_a_model_refused_or_cut_off_stays_among_what_it_reads(finish: Finish):
    first = [ModelReply("no", finish=finish)]

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.agent != "zoo" or call.purpose is not Purpose.AGENT:
            return None
        return first.pop() if first else "Lions sleep."

    conversation = await a_conversation(puppet(strings, (TALKER,)), agents=(TALKER,))
    await conversation.say(f"@zoo {BAD}")
    await conversation.say("@zoo and lions?")

    assert any("zebra" in m.content for m in conversation.model.calls[-1].messages)


@tool
async def look(at: str) -> str:
    """Look at an animal."""
    return f"The {at} is a zebra."


async def test_what_a_tool_returned_does_not_stop_the_turns_after_it():
    agents = (replace(TALKER, tools=(look,)),)
    first = [calls("look", at="horse")]

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        answer = filtering(call)
        return first.pop() if answer == "Lions sleep." and first else answer

    conversation = await a_conversation(puppet(strings, agents), agents=agents)
    await conversation.say("@zoo look at the horse")

    assert await conversation.say("@zoo and lions?") == "Lions sleep."
    assert any("look" in m.content for m in conversation.model.calls[-1].messages)


async def test_a_line_of_long_ago_is_no_fault_of_the_message_now():
    agents = (TALKER, says("keeper", "The zebra is out."))
    conversation = await a_conversation(puppet(filtering, agents), agents=agents)
    await conversation.say("@keeper what is new?")

    said = [await conversation.say(f"@zoo what about lions, part {n}?") for n in range(2)]

    assert all(words.startswith("Lions sleep.") for words in said)

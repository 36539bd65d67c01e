"""What tools deliver beside their words, and the days they are given, over restarts and nights."""

from dataclasses import dataclass, field

import pytest

from agents.kit import Agent, Day, Deed, EffectKey, Secret, Tool, Turn, always, once, tool
from agents.kit.once import EFFECTS
from agents.kit.values.model import ModelCall, ToolCall
from bot.domain.messages import ReplyKind
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import asks, directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.restarts import begun_again, killed_once

WORDS = {"write": "scribe", "claim": "claim"}


@dataclass
class Calls:
    """A model that calls these tools, one after the other."""

    left: list[ToolCall] = field(default_factory=list)

    def __call__(self, call: ModelCall) -> ScriptedAnswer:
        return self.left.pop(0) if len(self.left) > 1 else self.left[0]


def calling(name: str, arguments: str = "{}") -> ToolCall:
    return ToolCall("c1", name, arguments)


async def with_scribe(*calls: ToolCall, tools: tuple[Tool, ...]) -> Conversation:
    scribe = Agent(
        name="scribe",
        description="Writes letters.",
        prompt="Write.",
        style="talk",
        tools=tools,
        tables=(EFFECTS,),
    )
    model = directed(WORDS, act=Calls(list(calls)))
    return await a_conversation(model, agents=[scribe, asks("claim")])


@tool(effect=True, ends_task=True)
async def write(turn: Turn, key: EffectKey) -> str:
    """Write a letter."""
    return await once(turn, key, lambda _rows: Deed("It is written.", "Dear all"))


@tool(ends_task=True)
async def show(turn: Turn) -> str:
    """Show two letters."""
    turn.deliver("first")
    turn.deliver("second")
    return "Here they are."


@tool(ends_task=True)
async def seal(turn: Turn, password: Secret) -> str:
    """Seal a letter."""
    turn.deliver(f"sealed with {password.reveal()}")
    return "It is sealed."


async def test_what_a_tool_delivers_is_sent_as_it_is_and_its_words_after_it():
    conversation = await with_scribe(calling("write"), tools=(write,))

    await conversation.say("write it")

    kinds = [(reply.kind, reply.text, reply.agent) for reply in conversation.replies][:2]
    assert kinds == [
        (ReplyKind.ARTIFACT, "Dear all", "scribe"),
        (ReplyKind.MESSAGE, "It is written.\n\nWhat else can I do for you?", "scribe"),
    ]


async def test_a_tool_may_deliver_several_things():
    conversation = await with_scribe(calling("show"), tools=(show,))

    await conversation.say("write it")

    assert conversation.artifacts == ["first", "second"]


async def test_no_model_reads_what_was_delivered():
    conversation = await with_scribe(calling("write"), tools=(write,))
    await conversation.say("write it")

    await conversation.say("and the claim?")

    assert "Dear all" not in conversation.model.everything_read


@pytest.mark.proves("R3")
async def test_a_turn_that_begins_again_delivers_once():
    conversation = await with_scribe(calling("write"), tools=(write,))
    await killed_once(conversation, "write it")

    said = await begun_again(conversation)

    assert "It is written." in said
    assert conversation.artifacts == ["Dear all"]
    assert len(await conversation.rows(EFFECTS)) == 1


async def test_a_secret_is_not_delivered():
    conversation = await with_scribe(calling("seal"), tools=(seal,))
    await conversation.say("write it")

    await conversation.say("monkey77")

    assert conversation.artifacts == ["sealed with [secret]"]


async def test_an_approval_means_the_day_that_its_card_showed():
    delivered = []

    @tool(effect=True, ends_task=True, approval=always())
    async def plan(day: Day, key: EffectKey) -> str:
        """Plan a letter."""
        delivered.append(day.isoformat())
        return "It is planned."

    conversation = await with_scribe(calling("plan", '{"day": "tomorrow"}'), tools=(plan,))
    said = await conversation.say("write it")
    assert "day: 2026-11-21" in said

    conversation.clock.pass_time(hours=20)
    assert "It is planned." in await conversation.press("Approve")

    assert delivered == ["2026-11-21"]

"""What has no end is neither said nor kept whole, and an artifact of some pages is."""

import pytest

from agents.kit import Agent, Outcome, Turn, done, tool
from agents.kit.values.model import ToolCall
from agents.kit.values.texts import MOST_ARTIFACT_CHARACTERS, MOST_SAID_CHARACTERS
from bot.core.stack.start import READY
from bot.domain.messages import ReplyKind
from tests.journeys.agents.small_agents import an_agent, directed
from tests.journeys.conversation import Conversation, a_conversation

ENDLESS = 3_000_000
LETTER = "A page of a letter.\n" * 1_000
WORDS = {"print": "printer"}


def fetched(*, effect: bool) -> Agent:
    @tool(effect=effect, ends_task=True)
    def fetch(turn: Turn) -> str:
        """Fetch it all."""
        turn.deliver("y" * ENDLESS)
        return "x" * ENDLESS

    return Agent(
        name="printer", description="Prints.", prompt="Print.", tools=(fetch,), style="talk"
    )


def returned() -> Agent:
    async def run(turn: Turn) -> Outcome:
        turn.deliver("y" * ENDLESS)
        return done("x" * ENDLESS, artifact="z" * ENDLESS)

    return an_agent("printer", run)


async def printing(agent: Agent) -> Conversation:
    act = ToolCall("c1", "fetch", "{}")
    conversation = await a_conversation(directed(WORDS, act=lambda _: act), agents=[agent])
    await conversation.say("print it")
    return conversation


@pytest.mark.parametrize(
    "agent", [fetched(effect=False), fetched(effect=True), returned()], ids=lambda a: a.name
)
async def test_what_has_no_end_is_said_and_handed_out_in_part(agent: Agent):
    conversation = await printing(agent)

    most = {
        ReplyKind.MESSAGE: MOST_SAID_CHARACTERS,
        ReplyKind.ARTIFACT: MOST_ARTIFACT_CHARACTERS,
    }
    long = [reply for reply in conversation.replies if len(reply.text) > 1_000]
    assert {reply.kind for reply in long} == set(most)
    for reply in long:
        text = reply.text.removesuffix(f"\n\n{READY}")
        assert most[reply.kind] - 40 < len(text) <= most[reply.kind]
        left_out = ENDLESS - most[reply.kind] + 40
        assert text.endswith(f" … ({left_out} characters left out)")


async def test_a_letter_of_some_pages_is_handed_out_whole():
    async def run(turn: Turn) -> Outcome:
        return done("Your letter is ready.", artifact=LETTER)

    conversation = await printing(an_agent("printer", run))

    assert [r.text for r in conversation.replies if r.kind is ReplyKind.ARTIFACT] == [LETTER]

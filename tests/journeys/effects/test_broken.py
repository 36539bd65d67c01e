"""Effects that break down half-way: run again where a key makes that harmless, else unknown."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from agents.kit import Agent, EffectKey, Fact, NoAnswer, Turn, tool
from agents.kit.values.model import ToolCall
from bot.domain.budget import TurnLimits
from bot.domain.requests import RequestKind
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation

pytestmark = pytest.mark.proves("R3", "R23")


@pytest.fixture(autouse=True)
def _logs_kept_aside() -> Iterator[None]:
    """Faults are logged with all that surrounds them, which takes long to draw."""
    with capture_logs():
        yield


@dataclass
class Office:
    """Takes letters, each key once, and breaks down after the first so many of them."""

    faults: int
    fault: Exception = field(default_factory=lambda: RuntimeError("no answer"))
    taken: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def take(self, letter: str, key: str) -> str:
        if key not in self.keys:
            self.taken.append(letter)
        self.keys.append(key)
        if len(self.keys) <= self.faults:
            raise self.fault
        return f"Posted {letter}."


async def with_an(office: Office) -> Conversation:
    @tool(effect=True, free=["letter"], ends_task=True)
    async def post(letter: str, key: EffectKey) -> str:
        """Post a letter."""
        return office.take(letter, key)

    poster = Agent(
        name="post", description="Posts letters.", prompt="Post.", tools=(post,), style="talk"
    )
    call = ToolCall("c1", "post", '{"letter": "L7"}')
    return await a_conversation(directed({"post": "post"}, act=lambda _c: call), agents=[poster])


def outcomes(conversation: Conversation) -> list[object]:
    """How the audit says that effects ended."""
    told = [facts for link in conversation.store.tables.audit for facts in link.told]
    return [facts["outcome"] for facts in told if facts["act"] == "effect"]


FAULTS = (RuntimeError("no answer"), NoAnswer("The office did not answer in time."))


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
async def test_one_that_takes_a_key_is_run_again_with_it(fault: Exception):
    office = Office(faults=1, fault=fault)
    conversation = await with_an(office)

    said = await conversation.say("post it")

    assert said.startswith("Posted L7.")
    assert office.taken == ["L7"]
    assert office.keys == [office.keys[0]] * 2
    assert outcomes(conversation) == ["done"]


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
async def test_nobody_is_told_that_nothing_happened_when_it_may_have(fault: Exception):
    office = Office(faults=9, fault=fault)
    conversation = await with_an(office)

    said = await conversation.say("post it")

    assert "I cannot tell whether it happened" in said
    assert office.taken == ["L7"]
    assert outcomes(conversation) == ["unknown"]


async def test_one_that_never_answers_is_given_up_with_its_turn_and_a_person_is_asked():
    office = Office(faults=0)

    @tool(effect=True, free=["letter"], ends_task=True)
    async def post(letter: str, key: EffectKey) -> str:
        """Post a letter to an office that never answers."""
        office.take(letter, key)
        conversation.clock.pass_time(minutes=5)
        await asyncio.Event().wait()
        return "never"

    poster = Agent(
        name="post", description="Posts letters.", prompt="Post.", tools=(post,), style="talk"
    )
    call = ToolCall("c1", "post", '{"letter": "L7"}')
    conversation = await a_conversation(
        directed({"post": "post"}, act=lambda _c: call),
        agents=[poster],
        limits=TurnLimits(seconds=0.05),
    )

    await conversation.say("post it")

    assert len(office.keys) == 1
    assert outcomes(conversation) == ["unknown"]
    assert [request.kind for request in conversation.pending] == [RequestKind.UNKNOWN_OUTCOME]


@pytest.mark.parametrize("words", ["hello?", "go on", "post it", "what is up with you?"])
async def test_what_nobody_knows_of_is_not_done_again_until_somebody_has_looked(words: str):
    office = Office(faults=9)
    conversation = await with_an(office)
    await conversation.say("post it")
    keys = set(office.keys)

    said = await conversation.say(words)

    assert "I cannot tell whether it happened" in said
    assert set(office.keys) == keys
    assert [request.kind for request in conversation.pending] == [RequestKind.UNKNOWN_OUTCOME]
    await conversation.say("It did not happen")
    assert set(office.keys) > keys


async def test_what_nobody_has_looked_at_in_a_month_is_done_again_only_with_an_approval():
    office = Office(faults=2)
    conversation = await with_an(office)
    await conversation.say("post it")
    keys, [request] = set(office.keys), conversation.pending
    conversation.clock.pass_time(hours=31 * 24)

    told = await conversation.ring("expire", request)
    await conversation.say("post it")

    assert "it is still not known whether it acted" in told
    assert set(office.keys) == keys
    assert [request.kind for request in conversation.pending] == [RequestKind.APPROVAL]
    await conversation.say("yes")
    assert set(office.keys) > keys


async def test_a_fault_of_its_author_after_the_deed_does_not_have_it_done_again():
    taken: list[str] = []

    @tool(effect=True, free=["letter"], ends_task=True)
    async def post(turn: Turn, letter: str, key: EffectKey) -> str:
        """Post a letter, and establish what was never declared."""
        taken.append(key)
        turn.establish(Fact("posted", "a posted letter"))
        return f"Posted {letter}."

    poster = Agent(
        name="post", description="Posts letters.", prompt="Post.", tools=(post,), style="talk"
    )
    call = ToolCall("c1", "post", '{"letter": "L7"}')
    conversation = await a_conversation(
        directed({"post": "post"}, act=lambda _c: call), agents=[poster]
    )

    said = await conversation.say("post it")
    await conversation.say("post it")

    assert "I cannot tell whether it happened" in said
    assert len(set(taken)) == 1


@dataclass
class Ledger:
    """An office that does as told `done` times, keeps silent all the same, and can be asked."""

    done: int
    faults: int = 1
    calls: int = 0
    keys: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    is_closed: bool = False

    def take(self, letter: str) -> str:
        self.calls += 1
        if self.calls <= self.faults:
            message = "The office did not answer in time."
            raise NoAnswer(message)
        return f"Posted {letter}."

    def became(self, _turn: Turn, key: str) -> str | None:
        self.asked.append(key)
        if self.is_closed:
            raise self.Closed
        return "Posted, as the office says." if self.calls and self.done else None

    class Closed(Exception):
        """Nobody answers."""


async def with_a(ledger: Ledger, *, keyed: bool = False, settles: float = 0.0) -> Conversation:
    async def post(letter: str) -> str:
        """Post a letter."""
        return ledger.take(letter)

    async def post_once(letter: str, key: EffectKey) -> str:
        """Post a letter."""
        ledger.keys.append(key)
        return ledger.take(letter)

    function = post_once if keyed else post
    made = tool(
        effect=True,
        free=["letter"],
        ends_task=True,
        outcome=ledger.became,
        settles_within_seconds=settles,
    )(function)
    poster = Agent(
        name="post", description="Posts letters.", prompt="Post.", tools=(made,), style="talk"
    )
    call = ToolCall("c1", made.name, '{"letter": "L7"}')
    return await a_conversation(directed({"post": "post"}, act=lambda _c: call), agents=[poster])


async def test_one_that_can_be_asked_about_is_before_any_person_is():
    ledger = Ledger(done=1)
    conversation = await with_a(ledger)

    said = await conversation.say("post it")

    assert said.startswith("Posted, as the office says.")
    assert (ledger.calls, len(ledger.asked)) == (1, 1)
    assert outcomes(conversation) == ["done"]


async def test_what_did_not_happen_by_its_own_account_is_done():
    ledger = Ledger(done=0)
    conversation = await with_a(ledger)

    said = await conversation.say("post it")

    assert said.startswith("Posted L7.")
    assert (ledger.calls, len(ledger.asked)) == (2, 1)


async def test_one_with_a_key_is_asked_about_by_it_once_it_broke_down_again():
    ledger = Ledger(done=1, faults=2)
    conversation = await with_a(ledger, keyed=True)

    said = await conversation.say("post it")

    assert said.startswith("Posted, as the office says.")
    assert ledger.keys == ledger.asked * 2


@pytest.mark.parametrize("keyed", [False, True])
async def test_a_person_is_asked_where_the_other_side_does_not_say(*, keyed: bool):
    ledger = Ledger(done=1, faults=9, is_closed=True)
    conversation = await with_a(ledger, keyed=keyed)

    said = await conversation.say("post it")

    assert "I cannot tell whether it happened" in said
    assert ledger.calls == 1 + keyed
    assert [request.kind for request in conversation.pending] == [RequestKind.UNKNOWN_OUTCOME]


async def test_a_person_is_asked_where_the_other_side_may_take_longer_than_the_turn():
    ledger = Ledger(done=1)
    conversation = await with_a(ledger, settles=100_000)

    said = await conversation.say("post it")

    assert "I cannot tell whether it happened" in said
    assert ledger.asked == []

"""R12: whatever a model or agents do without end, a turn ends within its limits and says why."""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count as numbers
from itertools import pairwise

import pytest
from pydantic import JsonValue

from agents.catalogue import AGENTS
from agents.kit import Agent, Outcome, Turn, hand_over, tool
from agents.kit.agent import AgentFunction
from agents.kit.values.model import ModelCall, Purpose
from bot.domain.budget import TurnLimits
from tests.fakes.questions import asks, said_in
from tests.fakes.scripted import ScriptedAnswer
from tests.faults.conftest import Count, asked_kills
from tests.faults.each_store import EachStore
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import Strings, calls, puppet

pytestmark = [pytest.mark.faults, pytest.mark.proves("R12")]

LIMITS = TurnLimits()
SEEDS = 50 if asked_kills() else 2
NAMES = ("ping", "pong", "pang", "pung")
SLOWEST_CALL_SECONDS = 12
LINES = (" and ".join(["poke it"] * 30), "go on")


@dataclass
class Ring:
    """Agents that poke and throw; what they did in the turn is counted."""

    poked: Counter[str] = field(default_factory=Counter)
    thrown: int = 0

    def agents(self) -> tuple[Agent, ...]:
        """Return agents who act by a model, and one after the other a thrower of balls."""

        @tool
        async def poke(turn: Turn, what: str) -> str:
            """Poke something."""
            self.poked[f"poke {what}"] += 1
            return f"poked {what}; poke again"

        @tool
        async def prod(turn: Turn, what: str) -> str:
            """Prod something."""
            self.poked[f"prod {what}"] += 1
            return f"prodded {what}; prod again"

        pokers = [
            Agent(
                name=name,
                description=f"Pokes for {name}.",
                prompt="Poke.",
                tools=(poke, prod),
                style="talk",
            )
            for name in NAMES
        ]
        throwers = [
            Agent(name=f"throw_{at}", description=f"Throws ball {at}.", run=self._thrower(at))
            for at in range(len(NAMES))
        ]
        return (*pokers, *throwers)

    def _thrower(self, at: int) -> AgentFunction:
        async def run(_turn: Turn) -> Outcome:
            self.thrown += 1
            return hand_over(f"throw_{(at + 1) % len(NAMES)}", f"ball {self.thrown}")

        return run


def cycling(chance: random.Random) -> Strings:
    """The same few tool calls, again and again."""
    few = [(chance.choice(("poke", "prod")), str(n)) for n in range(chance.randint(1, 4))]
    turns = numbers()

    def answer(_call: ModelCall) -> ScriptedAnswer:
        name, what = few[next(turns) % len(few)]
        return calls(name, what=what)

    return _by(chance, answer)


def ever_new(chance: random.Random) -> Strings:
    """Tool calls without end, none like another."""
    turns = numbers()
    return _by(chance, lambda _call: calls(chance.choice(("poke", "prod")), what=str(next(turns))))


def handing_back(chance: random.Random) -> Strings:
    """Agents of whom each says that it is for somebody else, now and then after a tool call."""

    def answer(_call: ModelCall) -> ScriptedAnswer:
        if chance.random() < 0.2:
            return calls("poke", what=str(chance.random()))
        return calls("hand_back", reason="not for me")

    return _by(chance, answer)


def throwing(chance: random.Random) -> Strings:
    """Agents that hand over in a ring, without any model."""
    return _by(chance, lambda _call: "Poked.", to=f"throw_{chance.randrange(len(NAMES))}")


def one_more_step(chance: random.Random) -> Strings:
    """Agents that finish, after one question at most, and of whose wish ever more is left."""
    turns = numbers()

    def answer(_call: ModelCall) -> ScriptedAnswer:
        at = next(turns)
        return calls("done", answer=f"Done {at}.") if at else "Which one?"

    return _by(chance, answer)


def anything(chance: random.Random) -> Strings:
    """Any tool that is offered, with anything for its arguments."""

    def answer(call: ModelCall) -> ScriptedAnswer:
        if not call.tools or chance.random() < 0.05:
            return chance.choice(("", "Hm.", "transfer_to_agent(pong)", "x" * 10_000))
        offered = chance.choice(call.tools)
        return calls(offered.name, **_anything_for(offered.parameters, chance))

    return _by(chance, answer)


def _anything_for(schema: dict[str, JsonValue], chance: random.Random) -> dict[str, JsonValue]:
    properties = schema.get("properties")
    assert isinstance(properties, dict)
    return {name: chance.choice((*NAMES, "1", "", "it")) for name in properties}


def _by(
    chance: random.Random, answer: Callable[[ModelCall], ScriptedAnswer], *, to: str = ""
) -> Strings:
    """Act as told; read it as for anybody, or always for one; go on for ever."""

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if asks(call, "which"):
            return to or chance.choice(NAMES)
        if asks(call, "left"):
            return json.dumps({"left": said_in(call).partition(" and ")[2]})
        return answer(call) if call.purpose is Purpose.AGENT else None

    return strings


SCRIPTS = (cycling, ever_new, handing_back, throwing, one_more_step, anything)
ENDLESS = {cycling, ever_new, throwing}
"""Those of whom no turn would ever end by itself."""


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("script", SCRIPTS)
async def test_a_turn_ends_within_its_limits_and_says_why(
    script: Callable[[random.Random], Strings], seed: int, each_store: EachStore, count: Count
):
    chance, ring = random.Random(seed), Ring()  # noqa: S311 - the same script every time
    scripted, is_calm = script(chance), False
    agents = (*AGENTS, *ring.agents())
    slowest = chance.randint(0, SLOWEST_CALL_SECONDS)

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        conversation.clock.pass_time(seconds=0 if is_calm else slowest)
        return None if is_calm else scripted(call)

    bare = await a_conversation(puppet(strings, agents), agents=agents)
    async with each_store.keeps(bare) as conversation:
        await conversation.start()
        for line in LINES:
            ring.poked.clear()
            ring.thrown, before = 0, len(conversation.model.calls)
            began = conversation.clock.elapsed()

            said = await conversation.say(line)

            made = conversation.model.calls[before:]
            seconds = conversation.clock.elapsed() - began
            assert said
            assert len(made) <= LIMITS.model_calls
            assert _changes(made) <= LIMITS.hand_offs
            assert ring.thrown <= LIMITS.hand_offs + 1
            assert max(ring.poked.values(), default=0) <= LIMITS.same_call
            assert seconds <= LIMITS.seconds + slowest
            assert script not in ENDLESS or "used up" in said
        is_calm = True
        await conversation.say("new")
        assert "$248.50" in await conversation.say("what does a share of Tesla cost?")
    count(adversarial_scripts_that_ended_in_time=1, store=each_store.name)


def _changes(made: list[ModelCall]) -> int:
    """How often the floor went from one agent to another."""
    acting = [call.agent for call in made if call.purpose is Purpose.AGENT]
    return sum(one != other for one, other in pairwise(acting))

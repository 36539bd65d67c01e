"""What one run of a whole tree shares and uses, and whether it goes in circles."""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.kit.agent import Agent, Stage
from agents.kit.outcome import Outcome
from agents.kit.tasks.position import KeptCall, Ledger, TaskMessage
from agents.kit.tasks.signals import Result
from agents.kit.values.model import ChatMessage, ModelCall, ModelReply

CALLS_A_TURN = 8


@dataclass(frozen=True, slots=True)
class RunWaits:
    """The tree stops here: somebody else must act, or another turn begin."""

    outcome: Outcome


Ending = Result | RunWaits


@dataclass(slots=True)
class Play:
    """One run of a tree; `keep` stores where it stands, all of it."""

    stage: Stage
    ledger: Ledger
    keep: Callable[[], None]
    model_calls: int = 0
    _earlier: tuple[ChatMessage, ...] | None = None

    async def earlier(self) -> tuple[ChatMessage, ...]:
        """The conversation beside the tree, read once a run."""
        if self._earlier is None:
            self._earlier = await self.stage.earlier()
        return self._earlier

    async def complete(self, call: ModelCall) -> ModelReply:
        """Ask a model, and note what it took."""
        self.model_calls += 1
        reply = await self.stage.complete(call)
        self.ledger.tokens += reply.usage.input_tokens + reply.usage.output_tokens
        self.ledger.cost_micros += reply.usage.cost_micros
        return reply

    @property
    def is_long(self) -> bool:
        """True when the rest is better left to another turn."""
        return self.model_calls >= CALLS_A_TURN

    def say(self, agent: Agent, text: str) -> None:
        """Say a line under an agent's own name."""
        self.stage.say(agent.name.replace("_", " "), text)


LONGEST_CYCLE = 10
REPEATS = 3
KEPT = LONGEST_CYCLE * REPEATS

_GAP = re.compile(r"\s+")


def mark(message: TaskMessage) -> str:
    """A digest of what a message says, whatever its case and spaces."""
    text = _GAP.sub(" ", message.text).strip().casefold()
    calls = [[call.name, call.arguments] for call in message.calls]
    return _digest([message.sender, message.recipient, text, calls])


def mark_of_call(agent: str, call: KeptCall) -> str:
    """A digest of a tool call; the order of its arguments makes no difference."""
    try:
        arguments = json.dumps(json.loads(call.arguments or "{}"), sort_keys=True)
    except (ValueError, RecursionError):
        arguments = call.arguments
    return _digest([agent, call.name, arguments])


def walked(trail: Sequence[str], message: TaskMessage) -> list[str]:
    """The trail one message further, as long as the longest cycle needs it."""
    return [*trail, mark(message)][-KEPT:]


def goes_in_circles(trail: Sequence[str]) -> bool:
    """Say whether the latest messages are one cycle, several times over."""
    return any(_repeats(trail, length) for length in range(1, LONGEST_CYCLE + 1))


def _repeats(trail: Sequence[str], length: int) -> bool:
    latest = trail[-length * REPEATS :]
    if len(latest) < length * REPEATS:
        return False
    return all(one == latest[place % length] for place, one in enumerate(latest))


def _digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]

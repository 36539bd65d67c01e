"""What one run of a whole tree shares: the stage, what it has used, and when to take a breath."""

from collections.abc import Callable
from dataclasses import dataclass

from agents.kit.agent import Agent, Stage
from agents.kit.model import ChatMessage, ModelCall, ModelReply
from agents.kit.outcome import Outcome
from agents.kit.tasks.position import Ledger
from agents.kit.tasks.results import Result

CALLS_A_TURN = 8


@dataclass(frozen=True, slots=True)
class Waits:
    """The tree stops here: somebody else must act, or another turn begin."""

    outcome: Outcome


Ending = Result | Waits


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

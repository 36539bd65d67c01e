"""Counts what a conversation asks of a model: what reads messages, and what talks, apart."""

from collections.abc import Callable
from dataclasses import dataclass

from typing_extensions import override

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Model, ModelCall, ModelReply, Purpose, Usage

_READS = (Purpose.READ, Purpose.CONTINUE)
_NOTHING_USED = Usage(answers=0)


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls of a model, what they used, and how long they took together."""

    calls: int = 0
    usage: Usage = _NOTHING_USED
    seconds: float = 0.0

    def plus(self, other: "Spent") -> "Spent":
        """Both together."""
        usage = self.usage.plus(other.usage)
        return Spent(self.calls + other.calls, usage, self.seconds + other.seconds)

    @property
    def tokens(self) -> int:
        """Those that went in and those that came out."""
        return self.usage.input_tokens + self.usage.output_tokens


class Counted(Model):
    """A model that counts what is asked of it; `elapsed` tells seconds."""

    def __init__(self, model: Model, elapsed: Callable[[], float]) -> None:
        self._model = model
        self._elapsed = elapsed
        self.reads = Spent()
        self.talks = Spent()

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        started, usage = self._elapsed(), _NOTHING_USED
        try:
            reply = await self._model.complete(call, within_seconds=within_seconds)
            usage = reply.usage
        except ModelUnavailable as failure:
            usage = failure.usage
            raise
        finally:
            self._add(call.purpose, Spent(1, usage, self._elapsed() - started))
        return reply

    def _add(self, purpose: Purpose, spent: Spent) -> None:
        if purpose in _READS:
            self.reads = self.reads.plus(spent)
        else:
            self.talks = self.talks.plus(spent)

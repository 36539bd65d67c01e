"""What is around the core: the clock, ids, encryption, tracing, and who reads messages."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any, Protocol

from typing_extensions import override

from agents.kit.tool import Tool
from agents.kit.values.model import ModelCall, ModelReply
from bot.core.ports.turns import Beginning
from bot.domain.questions import ClosedQuestion


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The moment, aware, in UTC."""
        ...

    def elapsed(self) -> float:
        """Seconds on a clock that never jumps."""
        ...


class Ids(Protocol):
    """Makes identifiers nobody can guess."""

    def new(self) -> str:
        """Return a fresh identifier of letters and digits."""
        ...


class Cipher(Protocol):
    """Encrypts what must not be read in the store."""

    def seal(self, clear: str) -> str:
        """Encrypt a text."""
        ...

    def open(self, sealed: str) -> str:
        """Decrypt a text this cipher, or an earlier key of it, sealed.

        Raises:
            PlatformFailed: the key is another one.
        """
        ...


class Watch(Protocol):
    """Is told what is being done, never what is said."""

    def turn(self, beginning: Beginning) -> AbstractContextManager[None]:
        """An attempt at a turn lasts as long as this."""
        ...

    def tool(self, agent: str, tool: Tool) -> AbstractContextManager[None]:
        """A tool of an agent runs as long as this."""
        ...


class NoWatch(Watch):
    """Nobody watches."""

    @override
    def turn(self, beginning: Beginning) -> AbstractContextManager[None]:
        return nullcontext()

    @override
    def tool(self, agent: str, tool: Tool) -> AbstractContextManager[None]:
        return nullcontext()


Ask = Callable[[ModelCall], Awaitable[ModelReply]]
"""Asks the model within the budget of the turn; what it answered is journalled."""


class Reader(Protocol):
    """Answers closed questions; what counts as an answer its question says.

    There are two: a model, asked under a schema, and rules, which ask nobody.
    """

    async def read(
        self, question: ClosedQuestion[Any], ask: Ask, tried: Sequence[str] = ()
    ) -> str:
        """Answer in JSON text, given the answers `tried` before that were of no use.

        Raises:
            ModelUnavailable, BudgetSpent: nobody answered.
        """
        ...

"""The port of readings: whoever answers closed questions about a message."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from agents.kit.values.model import ModelCall, ModelReply
from bot.domain.questions import ClosedQuestion

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

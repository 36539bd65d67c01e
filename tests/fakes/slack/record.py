"""Everything the bot sent: one row per Web API call, answer and response URL used."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
NO_METHODS = {"ack", "download", "response_url"}


@dataclass(slots=True)
class Call:
    """One thing the bot sent, and what it was told.

    `method` is a Web API method, `ack` (what an acknowledgement carried), `response_url` or
    `download` (of a private file).
    `status` is None when no answer was ever sent. `fault` names the fault that hit it.
    """

    method: str
    arguments: Json
    token: str | None
    at: float
    answer: Json | None = None
    status: int | None = None
    fault: str | None = None
    scopes: frozenset[str] = frozenset()
    """The scopes it needed."""
    is_early: bool = False
    """It came before the Retry-After of an earlier answer had ended."""

    @property
    def is_ok(self) -> bool:
        """Whether Slack took it."""
        return self.answer is not None and bool(self.answer.get("ok"))


@dataclass(slots=True)
class Record:
    """The calls in the order in which they came."""

    calls: list[Call] = field(default_factory=list)

    def __iter__(self) -> Iterator[Call]:
        return iter(self.calls)

    def __len__(self) -> int:
        return len(self.calls)

    def of(self, method: str) -> list[Call]:
        """The calls of one method."""
        return [call for call in self.calls if call.method == method]

    @property
    def early(self) -> list[Call]:
        """Calls made before a Retry-After had ended."""
        return [call for call in self.calls if call.is_early]

    @property
    def refused(self) -> list[Call]:
        """Calls that were understood and refused."""
        return [call for call in self.calls if call.answer is not None and not call.is_ok]

    @property
    def methods_used(self) -> set[str]:
        """The Web API methods called, to be held against the scopes asked for."""
        return {call.method for call in self.calls} - NO_METHODS

    @property
    def scopes_used(self) -> set[str]:
        """The scopes the calls needed, in the conversations in which they were made."""
        return {scope for call in self.calls for scope in call.scopes}

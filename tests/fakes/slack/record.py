"""Everything the bot sent: one row per Web API call, answer and response URL used."""

from dataclasses import dataclass
from typing import Any

from tests.fakes.record import Calls

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
    def name(self) -> str:
        """What the record calls it."""
        return self.method

    @property
    def is_ok(self) -> bool:
        """Whether Slack took it."""
        return self.answer is not None and bool(self.answer.get("ok"))


class Record(Calls[Call]):
    """All of it, in order."""

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

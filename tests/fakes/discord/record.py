"""Everything the bot sent over REST: one row per call, with what it was told."""

from dataclasses import dataclass, field

from tests.fakes.discord.limits import INVALID_REQUESTS_SECONDS
from tests.fakes.discord.rows import Json
from tests.fakes.record import Calls

INVALID = (401, 403, 429)


@dataclass(slots=True)
class Call:
    """One thing the bot sent, and what it was told.

    `route` is a method and a path as Discord documents it, for instance
    `POST /channels/{channel}/messages`; `callback` is what an HTTP endpoint answered.
    `status` is None when no answer was ever sent. `fault` names the fault that hit it.
    """

    route: str
    path: dict[str, str]
    at: float
    body: Json = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    token: str | None = None
    reason: str | None = None
    """What the audit log was told."""
    answer: Json | list[Json] | None = None
    status: int | None = None
    fault: str | None = None
    is_early: bool = False
    """It came before the Retry-After of an earlier answer had ended."""

    @property
    def name(self) -> str:
        """What the record calls it."""
        return self.route

    @property
    def is_ok(self) -> bool:
        """Whether Discord answered that it took it."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def code(self) -> int | None:
        """Discord's error code, if it refused."""
        return (
            self.answer.get("code") if isinstance(self.answer, dict) and not self.is_ok else None
        )


class Record(Calls[Call]):
    """All of it, in order."""

    @property
    def refused(self) -> list[Call]:
        """Calls that were understood and refused."""
        return [call for call in self.calls if call.status is not None and call.status >= 400]

    def invalid(self, now: float) -> int:
        """How many answers of the last ten minutes count towards a ban of the address."""
        since = now - INVALID_REQUESTS_SECONDS
        return sum(call.status in INVALID and call.at > since for call in self.calls)

"""What goes wrong with Web API calls: what a test asks for, and Slack's own rate limits."""

from dataclasses import dataclass, field

from tests.fakes.faults import Fault, Orders, Struck
from tests.fakes.slack.record import Call
from tests.fakes.slack.tiers import Tiers


@dataclass(slots=True)
class Faults(Orders):
    """Decides for every call; nothing goes wrong until a test asks for it.

    Retry-After is kept per method and workspace: a call before its end is answered 429 again
    and marked `is_early`. Slack has no limit of all methods together.
    """

    tiers: Tiers | None = None
    """Set to `Tiers()` to keep Slack's own rate limits."""
    _closed_until: dict[tuple[str, str], float] = field(default_factory=dict)

    def strike(self, call: Call, team: str) -> Struck | None:
        """Decide what goes wrong with a call, if anything."""
        now = self.clock.now()
        closed_until = self._closed_until.get((call.method, team), now)
        if closed_until > now:
            call.is_early = True
            return Struck(Fault.RATE_LIMITED, closed_until - now)
        struck = self.due(call.method) or self._over_limit(call, team)
        if struck is not None and struck.fault is Fault.RATE_LIMITED:
            self._closed_until[call.method, team] = now + struck.seconds
        return struck

    def _over_limit(self, call: Call, team: str) -> Struck | None:
        wait = self.tiers.wait_seconds(call, team) if self.tiers is not None else 0.0
        return Struck(Fault.RATE_LIMITED, wait) if wait else None

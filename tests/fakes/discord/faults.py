"""What goes wrong with REST calls: what a test asks for, and Discord's own rate limits."""

from dataclasses import dataclass, field

from tests.fakes.discord.buckets import Buckets, bucket_of, is_global_exempt
from tests.fakes.discord.record import Call
from tests.fakes.faults import Fault, Orders, Struck

GLOBAL = "global"


@dataclass(slots=True)
class Faults(Orders):
    """Decides for every call; nothing goes wrong until a test asks for it.

    Retry-After is kept per route and its major parameter, or for all routes but those of
    interactions: a call before its end is answered 429 again and marked `is_early`, unless it
    may have been under way when its calls were stopped.
    """

    buckets: Buckets | None = None
    """Set to `Buckets()` to keep limits per route and 50 calls per second, with headers."""
    under_way_seconds: float = 0.0
    """How long calls still come that were sent before anybody knew that they are stopped."""
    _closed_until: dict[str, float] = field(default_factory=dict)
    _stopped_at: dict[str, float] = field(default_factory=dict)

    def strike(self, call: Call) -> Struck | None:
        """Decide what goes wrong with a call, if anything."""
        waiting = self._still_closed(call)
        if waiting is not None:
            since = call.at - self._stopped_at[_name(waiting, call)]
            call.is_early = since >= self.under_way_seconds
            return waiting
        struck = self.due(call.route) or self._over_limit(call)
        if struck is not None and struck.fault in {Fault.RATE_LIMITED, Fault.GLOBALLY_LIMITED}:
            name = _name(struck, call)
            self._stopped_at[name] = call.at
            self._closed_until[name] = call.at + struck.seconds
        return struck

    def _still_closed(self, call: Call) -> Struck | None:
        of_all = self._closed_until.get(GLOBAL, call.at) - call.at
        if of_all > 0 and not is_global_exempt(call):
            return Struck(Fault.GLOBALLY_LIMITED, of_all)
        left = self._closed_until.get(bucket_of(call), call.at) - call.at
        return Struck(Fault.RATE_LIMITED, left) if left > 0 else None

    def _over_limit(self, call: Call) -> Struck | None:
        if self.buckets is None:
            return None
        if not is_global_exempt(call):
            wait = self.buckets.global_wait(call)
            if wait > 0:
                return Struck(Fault.GLOBALLY_LIMITED, wait)
        wait = self.buckets.wait(call)
        return Struck(Fault.RATE_LIMITED, wait) if wait > 0 else None


def _name(struck: Struck, call: Call) -> str:
    return GLOBAL if struck.fault is Fault.GLOBALLY_LIMITED else bucket_of(call)

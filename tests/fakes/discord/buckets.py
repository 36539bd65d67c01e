"""Rate limits, for tests that want them kept: buckets per route, and 50 calls per second."""

import hashlib
from collections import deque
from dataclasses import dataclass, field

from tests.fakes.discord.limits import GLOBAL_PER_SECOND
from tests.fakes.discord.record import Call

# Discord publishes no numbers per route; these were seen by users, and only show the manner.
PER_ROUTE: dict[str, tuple[int, float]] = {
    "POST /channels/{channel}/messages": (5, 5.0),
    "PATCH /channels/{channel}/messages/{message}": (5, 5.0),
    "DELETE /channels/{channel}/messages/{message}": (5, 1.0),
    "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me": (1, 0.25),
    "PATCH /channels/{channel}": (2, 600.0),
    "POST /webhooks/{webhook}/{token}": (5, 2.0),
}
OTHERS = (50, 10.0)
MAJOR = ("channel", "guild", "webhook", "token")


def bucket_of(call: Call) -> str:
    """The route and its major parameter, which is what is counted."""
    major = "/".join(call.path[name] for name in MAJOR if name in call.path)
    return f"{call.route} {major}"


def is_global_exempt(call: Call) -> bool:
    """Whether the limit of all calls together does not count a call: those of interactions."""
    return call.route.split(" ")[1].startswith(("/interactions", "/webhooks/{webhook}/{token}"))


@dataclass(slots=True)
class Buckets:
    """Counts calls in fixed windows, as Discord does, and says so in headers."""

    per_route: dict[str, tuple[int, float]] = field(default_factory=lambda: dict(PER_ROUTE))
    global_per_second: int = GLOBAL_PER_SECOND
    _windows: dict[str, tuple[float, int]] = field(default_factory=dict)
    """When each bucket is full again, and how much of it is used."""
    _all: deque[float] = field(default_factory=deque)

    def wait(self, call: Call) -> float:
        """Seconds until a call would pass; 0 counts it as passed."""
        most, seconds = self._limit(call)
        resets_at, used = self._window(call)
        if used >= most:
            return resets_at - call.at
        if used == 0:
            resets_at = call.at + seconds
        self._windows[bucket_of(call)] = (resets_at, used + 1)
        return 0.0

    def global_wait(self, call: Call) -> float:
        """Seconds until a call would pass the limit of all calls; 0 counts it as passed."""
        while self._all and self._all[0] <= call.at - 1.0:
            self._all.popleft()
        if len(self._all) >= self.global_per_second:
            return self._all[0] + 1.0 - call.at
        self._all.append(call.at)
        return 0.0

    def headers(self, call: Call) -> dict[str, str]:
        """What an answer says of its bucket."""
        most, _ = self._limit(call)
        resets_at, used = self._window(call)
        return {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(max(0, most - used)),
            "X-RateLimit-Reset": f"{resets_at:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, resets_at - call.at):.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(call.route.encode()).hexdigest()[:32],
        }

    def _limit(self, call: Call) -> tuple[int, float]:
        return self.per_route.get(call.route, OTHERS)

    def _window(self, call: Call) -> tuple[float, int]:
        resets_at, used = self._windows.get(bucket_of(call), (call.at, 0))
        return (resets_at, used) if resets_at > call.at else (call.at, 0)

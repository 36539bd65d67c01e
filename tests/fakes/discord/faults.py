"""What goes wrong with REST calls, on order or by the throw of seeded dice."""

from dataclasses import dataclass, field
from enum import Enum
from random import Random

from tests.fakes.clock import Clock
from tests.fakes.discord.buckets import Buckets, bucket_of, is_global_exempt
from tests.fakes.discord.record import Call

EVERY = "*"
GLOBAL = "global"


class Fault(Enum):
    """What happens to one call instead of its answer."""

    RATE_LIMITED = 429
    GLOBALLY_LIMITED = 430
    SERVER_ERROR = 500
    BAD_GATEWAY = 502
    UNAVAILABLE = 503
    HANG = "never answered, nothing done"
    DONE_THEN_HANG = "done, never answered"
    RESET = "connection reset, nothing done"
    DONE_THEN_RESET = "done, connection reset"
    DELAY = "done, answered later"

    @property
    def is_done(self) -> bool:
        """Whether the call takes effect all the same."""
        return self in (Fault.DONE_THEN_HANG, Fault.DONE_THEN_RESET, Fault.DELAY)


@dataclass(frozen=True, slots=True)
class Struck:
    """A fault that hit a call, with the Retry-After of a 429 or the delay, in seconds."""

    fault: Fault
    seconds: float = 0.0


@dataclass(slots=True)
class _Order:
    struck: Struck
    times: int


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each fault strikes, as shares of one; the rest is answered properly."""

    rate_limited: float = 0.0
    server_error: float = 0.0
    done_then_lost: float = 0.0
    lost: float = 0.0
    globally_limited: float = 0.0
    retry_after_seconds: float = 1.0
    loses_with: str = "reset"
    """`reset` breaks the connection of a lost call; `hang` leaves it open without a word."""

    def draw(self, dice: Random) -> Fault | None:
        """Throw once."""
        number = dice.random()
        is_hang = self.loses_with == "hang"
        for share, fault in (
            (self.rate_limited, Fault.RATE_LIMITED),
            (self.globally_limited, Fault.GLOBALLY_LIMITED),
            (self.server_error, dice.choice([Fault.SERVER_ERROR, Fault.UNAVAILABLE])),
            (self.done_then_lost, Fault.DONE_THEN_HANG if is_hang else Fault.DONE_THEN_RESET),
            (self.lost, Fault.HANG if is_hang else Fault.RESET),
        ):
            if number < share:
                return fault
            number -= share
        return None


@dataclass(slots=True)
class Faults:
    """Decides for every call; nothing goes wrong until a test asks for it.

    Retry-After is kept per route and its major parameter, or for all routes but those of
    interactions: a call before its end is answered 429 again and marked `is_early`, unless it
    may have been under way when all calls were stopped.
    """

    clock: Clock
    buckets: Buckets | None = None
    """Set to `Buckets()` to keep limits per route and 50 calls per second, with headers."""
    under_way_seconds: float = 0.0
    """How long calls still come that were sent before anybody knew that all are stopped."""
    _orders: dict[str, list[_Order]] = field(default_factory=dict)
    _rates: dict[str, tuple[Rates, Random]] = field(default_factory=dict)
    _closed_until: dict[str, float] = field(default_factory=dict)
    _all_stopped_at: float = 0.0

    def next(self, route: str, fault: Fault, times: int = 1, *, seconds: float = 1.0) -> None:
        """Hit the next calls of a route, or of `*`, in the order in which faults were asked.

        Args:
            route: as in the record, for instance `POST /channels/{channel}/messages`.
            fault: what happens.
            times: to how many calls.
            seconds: the Retry-After of a rate limit, or how long a delay lasts.
        """
        self._orders.setdefault(route, []).append(_Order(Struck(fault, seconds), times))

    def at_random(self, rates: Rates, seed: int, route: str = EVERY) -> None:
        """Hit calls by chance, the same for the same seed and calls."""
        self._rates[route] = (rates, Random(seed))  # noqa: S311 - dice of a test, not a secret

    def stop(self) -> None:
        """Let everything go well from now on, except a Retry-After still running."""
        self._orders.clear()
        self._rates.clear()

    def strike(self, call: Call) -> Struck | None:
        """Decide what goes wrong with a call, if anything."""
        waiting = self._still_closed(call)
        if waiting is not None:
            is_of_all = waiting.fault is Fault.GLOBALLY_LIMITED
            since = call.at - self._all_stopped_at
            call.is_early = not is_of_all or since >= self.under_way_seconds
            return waiting
        struck = self._ordered(call.route) or self._drawn(call.route) or self._over_limit(call)
        if struck is not None and struck.fault is Fault.RATE_LIMITED:
            self._closed_until[bucket_of(call)] = call.at + struck.seconds
        elif struck is not None and struck.fault is Fault.GLOBALLY_LIMITED:
            self._all_stopped_at = call.at
            self._closed_until[GLOBAL] = call.at + struck.seconds
        return struck

    def _still_closed(self, call: Call) -> Struck | None:
        of_all = self._closed_until.get(GLOBAL, call.at) - call.at
        if of_all > 0 and not is_global_exempt(call):
            return Struck(Fault.GLOBALLY_LIMITED, of_all)
        left = self._closed_until.get(bucket_of(call), call.at) - call.at
        return Struck(Fault.RATE_LIMITED, left) if left > 0 else None

    def _ordered(self, route: str) -> Struck | None:
        for name in (route, EVERY):
            orders = self._orders.get(name)
            if orders:
                order = orders[0]
                order.times -= 1
                if order.times <= 0:
                    orders.pop(0)
                return order.struck
        return None

    def _drawn(self, route: str) -> Struck | None:
        found = self._rates.get(route) or self._rates.get(EVERY)
        if found is None:
            return None
        rates, dice = found
        fault = rates.draw(dice)
        return None if fault is None else Struck(fault, rates.retry_after_seconds)

    def _over_limit(self, call: Call) -> Struck | None:
        if self.buckets is None:
            return None
        if not is_global_exempt(call):
            wait = self.buckets.global_wait(call)
            if wait > 0:
                return Struck(Fault.GLOBALLY_LIMITED, wait)
        wait = self.buckets.wait(call)
        return Struck(Fault.RATE_LIMITED, wait) if wait > 0 else None

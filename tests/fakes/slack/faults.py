"""What goes wrong with Web API calls, on order or by the throw of seeded dice."""

from dataclasses import dataclass, field
from enum import Enum
from random import Random

from tests.fakes.clock import Clock
from tests.fakes.slack.record import Call
from tests.fakes.slack.tiers import Tiers

EVERY = "*"


class Fault(Enum):
    """What happens to one call instead of its answer."""

    RATE_LIMITED = 429
    SERVER_ERROR = 500
    BAD_GATEWAY = 502
    UNAVAILABLE = 503
    HANG = "never answered, nothing done"
    DONE_THEN_HANG = "done, never answered"
    RESET = "connection reset, nothing done"
    DONE_THEN_RESET = "done, connection reset"

    @property
    def is_done(self) -> bool:
        """Whether the call takes effect all the same."""
        return self in (Fault.DONE_THEN_HANG, Fault.DONE_THEN_RESET)


@dataclass(slots=True)
class _Order:
    fault: Fault
    times: int
    retry_after_seconds: int


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each fault strikes, as shares of one; the rest is answered properly."""

    rate_limited: float = 0.0
    server_error: float = 0.0
    done_then_lost: float = 0.0
    lost: float = 0.0
    retry_after_seconds: int = 1
    loses_with: str = "reset"
    """`reset` breaks the connection of a lost call; `hang` leaves it open without a word."""

    def draw(self, dice: Random) -> Fault | None:
        """Throw once."""
        number = dice.random()
        is_hang = self.loses_with == "hang"
        for share, fault in (
            (self.rate_limited, Fault.RATE_LIMITED),
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

    Retry-After is kept per method and workspace: a call before its end is answered 429 again
    and marked `is_early`.
    """

    clock: Clock
    tiers: Tiers | None = None
    """Set to `Tiers()` to keep Slack's own rate limits."""
    _orders: dict[str, list[_Order]] = field(default_factory=dict)
    _rates: dict[str, tuple[Rates, Random]] = field(default_factory=dict)
    _closed_until: dict[tuple[str, str], float] = field(default_factory=dict)

    def next(
        self, method: str, fault: Fault, times: int = 1, retry_after_seconds: int = 1
    ) -> None:
        """Hit the next calls of a method, or of `*`, in the order in which faults were asked."""
        self._orders.setdefault(method, []).append(_Order(fault, times, retry_after_seconds))

    def at_random(self, rates: Rates, seed: int, method: str = EVERY) -> None:
        """Hit calls by chance, the same for the same seed and calls."""
        self._rates[method] = (rates, Random(seed))  # noqa: S311 - dice of a test, not a secret

    def stop(self) -> None:
        """Let everything go well from now on, except a Retry-After still running."""
        self._orders.clear()
        self._rates.clear()

    def strike(self, call: Call, team: str) -> tuple[Fault, float] | None:
        """Decide what goes wrong with a call, if anything, with the Retry-After of a 429."""
        now = self.clock.now()
        closed_until = self._closed_until.get((call.method, team), now)
        if closed_until > now:
            call.is_early = True
            return Fault.RATE_LIMITED, closed_until - now
        fault, retry_after = self._ordered(call.method) or self._drawn(call.method)
        if fault is None and self.tiers is not None:
            retry_after = self.tiers.wait_seconds(call, team)
            fault = Fault.RATE_LIMITED if retry_after else None
        if fault is Fault.RATE_LIMITED:
            self._closed_until[call.method, team] = now + retry_after
        return None if fault is None else (fault, retry_after)

    def _ordered(self, method: str) -> tuple[Fault | None, float] | None:
        for name in (method, EVERY):
            orders = self._orders.get(name)
            if orders:
                order = orders[0]
                order.times -= 1
                if order.times <= 0:
                    orders.pop(0)
                return order.fault, order.retry_after_seconds
        return None

    def _drawn(self, method: str) -> tuple[Fault | None, float]:
        found = self._rates.get(method) or self._rates.get(EVERY)
        if found is None:
            return None, 0.0
        rates, dice = found
        return rates.draw(dice), rates.retry_after_seconds

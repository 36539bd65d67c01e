"""What goes wrong with calls to a fake, on order or by the throw of seeded dice."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from tests.fakes.clock import Clock

EVERY = "*"


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

    def draw(self, dice: Random) -> Struck | None:
        """Throw once."""
        number = dice.random()
        for share, fault in self._shares(dice):
            if number < share:
                return Struck(fault, self.retry_after_seconds)
            number -= share
        return None

    def _shares(self, dice: Random) -> list[tuple[float, Fault]]:
        is_hang = self.loses_with == "hang"
        return [
            (self.rate_limited, Fault.RATE_LIMITED),
            (self.globally_limited, Fault.GLOBALLY_LIMITED),
            (self.server_error, dice.choice([Fault.SERVER_ERROR, Fault.UNAVAILABLE])),
            (self.done_then_lost, Fault.DONE_THEN_HANG if is_hang else Fault.DONE_THEN_RESET),
            (self.lost, Fault.HANG if is_hang else Fault.RESET),
        ]


@dataclass(slots=True)
class _Order:
    struck: Struck
    times: int


@dataclass(slots=True)
class Orders:
    """What a test has asked to go wrong; nothing does until then.

    Calls go by the name that the fake's record has for them, or `*` for every one.
    """

    clock: Clock
    first: Callable[[str], Struck | None] | None = None
    """Asked about every call before all that was ordered."""
    _orders: dict[str, list[_Order]] = field(default_factory=dict)
    _rates: dict[str, tuple[Rates, Random]] = field(default_factory=dict)

    def next(self, name: str, fault: Fault, times: int = 1, *, seconds: float = 1.0) -> None:
        """Hit the next calls of a name, in the order in which faults were asked.

        Args:
            name: of the calls, as in the record.
            fault: what happens.
            times: to how many calls.
            seconds: the Retry-After of a rate limit, or how long a delay lasts.
        """
        self._orders.setdefault(name, []).append(_Order(Struck(fault, seconds), times))

    def at_random(self, rates: Rates, seed: int, name: str = EVERY) -> None:
        """Hit calls by chance, the same for the same seed and calls."""
        self._rates[name] = (rates, Random(seed))  # noqa: S311 - dice of a test, not a secret

    def stop(self) -> None:
        """Let everything go well from now on, except a Retry-After still running."""
        self._orders.clear()
        self._rates.clear()

    def due(self, name: str) -> Struck | None:
        """What hits a call that has come now; an order is used up by it."""
        at_once = self.first(name) if self.first is not None else None
        return at_once or self._ordered(name) or self._drawn(name)

    def _ordered(self, name: str) -> Struck | None:
        for called in (name, EVERY):
            orders = self._orders.get(called)
            if orders:
                order = orders[0]
                order.times -= 1
                if order.times <= 0:
                    orders.pop(0)
                return order.struck
        return None

    def _drawn(self, name: str) -> Struck | None:
        found = self._rates.get(name) or self._rates.get(EVERY)
        if found is None:
            return None
        rates, dice = found
        return rates.draw(dice)

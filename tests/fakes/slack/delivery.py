"""Brings events and interactions to the bot, and again by Slack's schedule if it must."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tests.fakes.slack.record import Json
from tests.fakes.slack.world import World

Kind = Literal["events_api", "interactive", "slash_commands"]
ACK_SECONDS = 3.0
RETRY_AFTER_SECONDS = (0.0, 60.0, 300.0)


@dataclass(slots=True, eq=False)
class Attempt:
    """One time something was sent."""

    number: int
    sent_at: float
    via: str = ""
    """The connection or URL it took."""
    acked_at: float | None = None
    payload: Json | None = None
    """What the acknowledgement carried."""
    status: int | None = None
    failure: str | None = None
    stops_retries: bool = False
    is_lost: bool = False
    """Lost on the way by order of the test, so that no answer can come."""

    @property
    def is_pending(self) -> bool:
        """Whether an answer may still come."""
        return self.acked_at is None and self.failure is None


@dataclass(slots=True)
class Delivery:
    """Something the bot is to be told, with every attempt."""

    kind: Kind
    payload: Json
    wants_payload: bool = False
    attempts: list[Attempt] = field(default_factory=list)
    is_settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once an attempt was answered or failed."""
    first_number: int = 0
    first_reason: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    """What a submission was told about its fields, by block id."""
    then: Callable[[], None] | None = None
    """What Slack does with the answer, once there is one or none can come."""
    trouble: str | None = None
    """Why Slack could not show what the acknowledgement carried."""

    @property
    def is_acked(self) -> bool:
        """Whether any attempt was acknowledged in time."""
        return any(row.acked_at is not None and row.failure is None for row in self.attempts)

    @property
    def ack_payload(self) -> Json | None:
        """What the acknowledgement carried."""
        return next((row.payload for row in self.attempts if row.payload is not None), None)

    @property
    def ack_delay(self) -> float | None:
        """Seconds from sending to the first acknowledgement, late ones included."""
        done = [row for row in self.attempts if row.acked_at is not None]
        return None if not done else (done[0].acked_at or 0.0) - done[0].sent_at

    @property
    def event(self) -> Json:
        """The event inside the envelope."""
        event: Any = self.payload.get("event")
        assert isinstance(event, dict), "not an event"
        return event


Done = Callable[[], None]


class Door(Protocol):
    """A way to the bot: Socket Mode or signed HTTP."""

    def send(self, delivery: Delivery, attempt: Attempt, done: Done) -> None:
        """Send once; call `done` when the attempt was acknowledged or has failed."""
        ...

    async def close(self) -> None:
        """Send nothing more."""
        ...


@dataclass(slots=True)
class Courier:
    """Carries deliveries through a door.

    An attempt that is not acknowledged within three seconds has failed. Events are then sent
    again at once, a minute later and five minutes after that; interactions are not.
    """

    world: World
    deliveries: list[Delivery] = field(default_factory=list)
    loses: int = 0
    """How many of the next attempts never arrive."""
    is_closed: bool = False
    pending: list[Attempt] = field(default_factory=list)
    """Attempts on their way to which an answer may come."""

    def carry(self, delivery: Delivery, door: Door) -> None:
        """Start bringing something."""
        self.deliveries.append(delivery)
        self._attempt(delivery, door, delivery.first_number)

    def _attempt(self, delivery: Delivery, door: Door, number: int) -> None:
        if self.is_closed:
            return
        now = self.world.clock.now()
        attempt = Attempt(number, now)
        delivery.attempts.append(attempt)

        def done() -> None:
            timer.cancel()
            self._finish(delivery, door, attempt)

        def too_late() -> None:
            if attempt.is_pending:
                attempt.failure = "timeout"
                self._finish(delivery, door, attempt)

        timer = self.world.clock.call_at(now + ACK_SECONDS, too_late)
        if self.loses > 0:
            self.loses -= 1
            attempt.is_lost = True
        else:
            self.pending.append(attempt)
            door.send(delivery, attempt, done)

    def _finish(self, delivery: Delivery, door: Door, attempt: Attempt) -> None:
        if not attempt.is_lost:
            self.pending.remove(attempt)
        if delivery.then is not None and not delivery.is_settled.is_set():
            delivery.then()
        delivery.is_settled.set()
        self.world.changed()
        number = attempt.number - delivery.first_number
        is_last = number >= len(RETRY_AFTER_SECONDS) or attempt.stops_retries
        if attempt.failure is None or is_last or delivery.kind != "events_api":
            return
        when = self.world.clock.now() + RETRY_AFTER_SECONDS[number]
        self.world.clock.call_at(when, lambda: self._retry(delivery, door, attempt.number + 1))

    def _retry(self, delivery: Delivery, door: Door, number: int) -> None:
        if not delivery.is_acked:
            self._attempt(delivery, door, number)

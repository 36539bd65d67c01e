"""What every act of a person needs: the world, the way to the bot, and patience."""

import asyncio
from collections.abc import Callable

from tests.fakes.clock import ManualClock
from tests.fakes.slack.delivery import Courier, Delivery, Door
from tests.fakes.slack.errors import NotPossible
from tests.fakes.slack.payloads import event_callback
from tests.fakes.slack.people import Channel, User
from tests.fakes.slack.record import Json
from tests.fakes.slack.world import World

HOME_TEAM = "T1"
Who = User | str


class Core:
    """Holds the parts together; the acts are built on it."""

    door: Door | None = None
    """Where events and interactions go; None only builds them, for tests of translation."""
    patience_seconds: float = 1.0
    """How long, in real time, an act waits for the bot to acknowledge."""
    grace_seconds: float = 0.1
    """How long, in real time, `advance` lets the bot answer before time goes on."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.courier = Courier(world)

    @property
    def deliveries(self) -> list[Delivery]:
        """Everything the bot was told, oldest first."""
        return self.courier.deliveries

    def who(self, user: Who, team: str = HOME_TEAM) -> User:
        """Find a person by id, or take them as they are."""
        return user if isinstance(user, User) else self.world.directory.user(team, user)

    def where(self, user: User, channel: str | None) -> Channel:
        """Find a conversation, the direct message if none is named; the person joins it."""
        if channel is None:
            return self.world.directory.direct_channel(user.team, user.id)
        found = self.world.directory.channel(user.team, channel)
        if found.is_direct and found.user != user.id:
            raise NotPossible(f"{user.id} is not in the direct message {channel}.")
        found.members.add(user.id)
        return found

    async def tell(self, delivery: Delivery, *, wait: bool = True) -> Delivery:
        """Send something to the bot and wait, for a while, until it is acknowledged."""
        if self.door is None:
            self.deliveries.append(delivery)
            return delivery
        self.courier.carry(delivery, self.door)
        if wait:
            await self._settled(delivery)
        return delivery

    async def _settled(self, delivery: Delivery) -> None:
        if delivery.attempts[-1].is_lost:
            return
        try:
            await asyncio.wait_for(delivery.is_settled.wait(), self.patience_seconds)
        except TimeoutError:
            return

    async def event(
        self, team: str, event: Json, channel: Channel | None = None, *, wait: bool = True
    ) -> Delivery:
        """Send any event there is; `type` must be among its fields."""
        payload = event_callback(self.world, team, event, channel)
        return await self.tell(Delivery("events_api", payload), wait=wait)

    async def until(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Wait in real time until something holds; it is looked at after every change.

        Raises:
            TimeoutError: it did not come to hold.
        """
        async with asyncio.timeout(seconds):
            while not condition():
                self.world.is_changed.clear()
                await self.world.is_changed.wait()

    async def advance(self, seconds: float) -> None:
        """Let time pass; what falls due happens, and the bot may answer each of it.

        Raises:
            TypeError: the clock is not a `ManualClock`.
        """
        clock = self.world.clock
        if not isinstance(clock, ManualClock):
            raise TypeError("Give FakeSlack a ManualClock to move its time.")
        await clock.advance(seconds, self._settle)

    async def _settle(self) -> None:
        """Let attempts under way be answered, within the grace."""
        try:
            await self.until(lambda: not self.courier.pending, self.grace_seconds)
        except TimeoutError:
            return

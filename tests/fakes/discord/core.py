"""What every act of a person needs: the world, the way to the bot, and patience."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from tests.fakes.clock import ManualClock
from tests.fakes.discord.errors import NotPossible
from tests.fakes.discord.limits import ANSWER_SECONDS
from tests.fakes.discord.payloads import interaction_json
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Channel, Interaction, Json, Message, User
from tests.fakes.discord.world import Happening, World

LOOK_SECONDS = 0.01
UNANSWERED = "The application did not respond"


class Door(Protocol):
    """Another way than the gateway for interactions to reach the bot."""

    def send(self, interaction: Interaction) -> None:
        """Send once; what is answered is taken as the first answer."""
        ...

    async def close(self) -> None:
        """Send nothing more."""
        ...


class Core:
    """Holds the parts together; the acts are built on it."""

    http: Door | None = None
    """Where interactions go instead of the gateway."""
    patience_seconds: float = 2.0
    """How long, in real time, an act waits for the bot to answer."""
    grace_seconds: float = 0.1
    """How long, in real time, `advance` lets the bot answer before time goes on."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.interactions: list[Interaction] = []

    def where(self, user: User, channel: Channel | None) -> Channel:
        """Find a channel, the direct message if none is named."""
        return self.world.direct(user) if channel is None else channel

    def need(self, user: User, channel: Channel, *wanted: Can) -> None:
        """Refuse what a person may not do."""
        granted = self.world.permissions(user, channel)
        missing = [one for one in (Can.VIEW_CHANNEL, *wanted) if not granted & one]
        if missing:
            raise NotPossible(f"{user.name} may not {missing[0].name} in #{channel.name}.")

    async def interact(
        self,
        kind: int,
        user: User,
        place: Channel | Message,
        told: Json,
        *,
        message: Message | None = None,
    ) -> Interaction:
        """Tell the bot what a person did, and wait for a while until it is answered."""
        world = self.world
        channel = place.channel if isinstance(place, Message) else place
        new_id = world.new_id()
        interaction = Interaction(
            id=new_id,
            token=f"interaction-token-{new_id}",
            kind=kind,
            user=user,
            channel=channel,
            guild_id=channel.guild_id,
            made_at=world.clock.now(),
            message=message,
        )
        interaction.payload = interaction_json(world, interaction, told)
        world.interactions[interaction.token] = interaction
        self.interactions.append(interaction)
        clock = world.clock
        clock.call_at(interaction.made_at + ANSWER_SECONDS, lambda: self._too_late(interaction))
        self.send(interaction)
        await self._answered(interaction)
        return interaction

    def send(self, interaction: Interaction) -> None:
        """Bring an interaction to the bot, by whichever way the application has chosen."""
        if self.http is not None:
            interaction.via = "http"
            self.http.send(interaction)
            return
        interaction.via = "gateway"
        body, guild_id = interaction.payload, interaction.guild_id
        self.world.tell(Happening("INTERACTION_CREATE", body, guild_id))

    def _too_late(self, interaction: Interaction) -> None:
        if interaction.answer is None and interaction.trouble is None:
            interaction.trouble = UNANSWERED
            self.world.changed()

    async def _answered(self, interaction: Interaction) -> None:
        def is_settled() -> bool:
            return interaction.answer is not None or interaction.trouble is not None

        try:
            await self.until(is_settled, self.patience_seconds)
        except TimeoutError:
            return

    async def until(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Wait in real time until something holds; it is looked at after every change.

        Events of the gateway are not acknowledged, so it is looked at now and then, too.

        Raises:
            TimeoutError: it did not come to hold.
        """
        async with asyncio.timeout(seconds):
            while not condition():
                self.world.is_changed.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.world.is_changed.wait(), LOOK_SECONDS)

    async def advance(self, seconds: float) -> None:
        """Let time pass; what falls due happens, and the bot may answer each of it.

        Raises:
            TypeError: the clock is not a `ManualClock`.
        """
        clock = self.world.clock
        if not isinstance(clock, ManualClock):
            raise TypeError("Give FakeDiscord a ManualClock to move its time.")
        await clock.advance(seconds, self._settle)

    async def _settle(self) -> None:
        """Let interactions under way be answered, within the grace."""
        try:
            await self.until(lambda: not self._waiting(), self.grace_seconds)
        except TimeoutError:
            return

    def _waiting(self) -> list[Interaction]:
        rows = self.interactions
        return [row for row in rows if row.answer is None and row.trouble is None]

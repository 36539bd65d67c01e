"""The whole bot against the fake Discord, in one process: settings in, conversations out."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.bootstrap import App, Server, Settings, build
from bot.domain.messages import Thread
from bot.llm.model_reader import ModelReader
from bot.platforms.discord.receive import gateway
from bot.platforms.discord.wire import rest_client
from bot.platforms.discord.wire.directory import DiscordDirectory
from bot.platforms.discord.wire.platform import DiscordPlatform
from bot.platforms.discord.wire.rest_client import DiscordClient
from tests.fakes.discord import Channel, FakeDiscord, Message, User
from tests.fakes.migrated import migrate_by_copy
from tests.platforms.quick_clock import QuickClock, Quickly

PATIENCE_SECONDS = 60.0

End = Callable[..., Awaitable[None]]


@dataclass
class Talk:
    """One person's conversation in one place; each line waits for what the bot says to it.

    In a channel the first line mentions the bot, and the others are said in the thread that
    is opened by that.
    """

    bot: "Bot"
    user: User
    channel: Channel | None = None
    thread: Channel | None = None

    @property
    def place(self) -> Channel:
        """Where it goes on: the private talk, the thread, or still the channel."""
        return self.thread or self.channel or self.bot.fake.world.direct(self.user)

    @property
    def answers(self) -> list[Message]:
        """All that the bot said here, to everybody or to this person; at worst in private."""
        fake = self.bot.fake
        private = fake.world.direct(self.user)
        places = {private.id: private, self.place.id: self.place}
        rows = [row for place in places.values() for row in fake.sees(self.user, place)]
        mine = [row for row in rows if row.author is fake.bot or row.webhook_id is not None]
        return sorted(mine, key=lambda row: row.id)

    async def say(self, text: str, *, mention: bool = False) -> str:
        """Say something and return what the bot answered, all of it in one text."""
        before, ended = self._shown(), self.bot.ends.count
        if self.channel is not None and self.thread is None:
            message = await self.bot.fake.mention(self.user, self.channel, text)
            await self.bot.fake.until(lambda: message.thread_id, PATIENCE_SECONDS)
            self.thread = self.bot.fake.world.channels[message.id]
        elif mention:
            await self.bot.fake.mention(self.user, self.place, text)
        else:
            await self.bot.fake.say(self.user, self.place, text)
        await self.bot.ends.until(ended + 1)
        return self._new(before)

    async def press(self, label: str, **values: str) -> str:
        """Press a button of the newest message that has it, and fill in what it opens."""
        before, ended = self._shown(), self.bot.ends.count
        pressed = await self.bot.fake.press(self.user, self.with_button(label), label)
        assert pressed.trouble is None, pressed.trouble
        if pressed.form is not None:
            sent = await self.bot.fake.submit(self.user, values)
            assert sent.trouble is None, sent.trouble
        await self.bot.ends.until(ended + 1)
        return self._new(before)

    async def command(self, words: str, **options: Any) -> str:
        """Give a slash command, and return what was answered to this person alone."""
        ended = self.bot.ends.count
        given = await self.bot.fake.command(self.user, self.place, words, **options)
        assert given.trouble is None, given.trouble
        await self.bot.ends.until(ended + 1)
        return "\n\n".join(message.shown for message in given.messages)

    def with_button(self, label: str) -> Message:
        """The newest message that shows a button."""
        return next(row for row in reversed(self.answers) if label in row.buttons)

    def _shown(self) -> dict[int, str]:
        return {row.id: row.shown for row in self.answers}

    def _new(self, before: dict[int, str]) -> str:
        return "\n\n".join(row.shown for row in self.answers if before.get(row.id) != row.shown)


@dataclass
class Ends:
    """Counts the turns that have ended."""

    count: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def watch(self, end: End) -> End:
        """Note each end of a turn, once the platform has."""

        async def noted(
            platform: DiscordPlatform, thread: Thread, reply_to: str, *, duplicate: bool
        ) -> None:
            await end(platform, thread, reply_to, duplicate=duplicate)
            self.count += not duplicate
            self._changed.set()

        return noted

    async def until(self, number: int) -> None:
        """Wait until so many have ended."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.count < number:
                self._changed.clear()
                await self._changed.wait()


@dataclass
class Bot:
    """A running bot and the Discord it talks to."""

    fake: FakeDiscord
    app: App
    served: Server
    ends: Ends = field(default_factory=Ends)

    def talk(self, user: User, channel: Channel | None = None) -> Talk:
        """Begin a conversation; without a channel it is a private one."""
        return Talk(self, user, channel)


def settings_for(fake: FakeDiscord, folder: Path, **more: Any) -> Settings:
    """What the operator would set."""
    given = {
        "DATABASE_URL": f"sqlite:///{folder / 'frontdesk.db'}",
        "DISCORD_TOKEN": fake.token,
        "DISCORD_API_URL": fake.api_url,
        "DISCORD_GATEWAY_URL": fake.gateway_url,
    }
    return Settings(_env_file=None, **(given | more))


@dataclass(frozen=True)
class Hurried:
    """The `asyncio` of discord.py, whose pauses before it calls are of the fake's time."""

    clock: QuickClock

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of that time."""
        await self.clock.pause(seconds)

    async def wait(self, futures: Any, *, timeout: float) -> Any:  # noqa: ASYNC109 - as asyncio has it
        """Wait for one of them, at most so long by that time."""
        return await asyncio.wait(futures, timeout=timeout / self.clock.speed)


def line_of(app: App) -> DiscordClient:
    """The way to Discord that an application was built with."""
    directory = app.ports.directories["discord"]
    assert isinstance(directory, DiscordDirectory)
    return directory.line


@asynccontextmanager
async def running(
    fake: FakeDiscord, folder: Path, *, model: Any = None, **more: Any
) -> AsyncIterator[Bot]:
    """Run the bot until the block ends, and look through all that it sent.

    It takes the fake's time if that is quick.
    """
    replaced = {"model": model, "reader": ModelReader()} if model is not None else {}
    clock = fake.world.clock
    if isinstance(clock, QuickClock):
        replaced |= {"pause": clock.pause, "clock": Quickly(clock)}
    app = build(settings_for(fake, folder, **more), **replaced)
    bot = Bot(fake, app, Server(app))
    with pytest.MonkeyPatch.context() as patch, fake.pointed_at():
        if isinstance(clock, QuickClock):
            patch.setattr(discord.http, "asyncio", Hurried(clock))
            patch.setattr(
                rest_client, "TIMEOUT_SECONDS", rest_client.TIMEOUT_SECONDS / clock.speed
            )
            limits = line_of(app).limits
            limits.elapsed, limits.pause = clock.now, clock.pause
        patch.setattr(gateway, "GUILD_WAIT_SECONDS", 0.05)
        patch.setattr(gateway, "IDENTIFY_SECONDS", 0.0)
        fake.gateway.identify_seconds = 0.0  # a restart need not wait
        patch.setattr(DiscordPlatform, "end_of_turn", bot.ends.watch(DiscordPlatform.end_of_turn))
        try:
            migrate_by_copy(app.settings.database_address)
            await bot.served.open()
            await fake.until(lambda: fake.gateway.open_connections, PATIENCE_SECONDS)
            await fake.until(lambda: fake.world.commands.get(None), PATIENCE_SECONDS)
            yield bot
        finally:
            await bot.served.close()
    found = fake.findings()
    assert found == [], found

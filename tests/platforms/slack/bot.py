"""The whole bot against the fake Slack, in one process: settings in, conversations out."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from bot.bootstrap import App, Server, Settings, build
from bot.llm.model_reader import ModelReader
from bot.platforms.slack.receive import socket_mode
from bot.platforms.slack.wire.directory import SlackDirectory
from bot.platforms.slack.wire.workspaces import Workspaces
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.slack import FakeSlack, Message
from tests.platforms.quick_clock import QuickClock, Quickly

PATIENCE_SECONDS = 60.0


@dataclass
class Talk:
    """One person's conversation in one place; each line waits for what the bot says to it."""

    fake: FakeSlack
    user: str
    channel: str
    root: str | None = None
    seen: int = 0

    @property
    def answers(self) -> list[Message]:
        """All that the bot said in this thread, to everybody or to this person."""
        whispered = [m for m in self.fake.ephemerals(self.user) if m.channel == self.channel]
        said = self.fake.answers(self.channel, self.root) if self.root else []
        return sorted({m.ts: m for m in (*said, *whispered)}.values(), key=lambda m: m.ts)

    async def say(self, text: str, *, mention: bool = False) -> str:
        """Say something and return what the bot answered, all of it in one text."""
        speak = self.fake.mention if mention else self.fake.say
        before, turns = {m.ts: m.shown for m in self.answers}, self.turns
        message = await speak(self.user, self.channel, text, thread_ts=self.root)
        self.root = self.root or message.ts
        await self.until_turn(turns + 1)
        return self._new(before)

    async def press(self, label: str) -> str:
        """Press a button of the newest message that has it."""
        before, turns = {m.ts: m.shown for m in self.answers}, self.turns
        await self.fake.press(self.user, self.with_button(label), label)
        await self.until_turn(turns + 1)
        return self._new(before)

    def with_button(self, label: str) -> Message:
        """The newest message that shows a button."""
        return next(m for m in reversed(self.answers) if label in m.labels)

    @property
    def turns(self) -> int:
        """How many turns ended in this thread, as its session shows.

        On a busy machine a call that was slow to answer is made again, and says the same twice.
        """
        session = self.fake.session(self.channel, self.root or "")
        statuses = [status for _at, status in session.transitions] if session else []
        return sum(status != "processing" for status, _same in groupby(statuses))

    async def until_turn(self, number: int) -> None:
        """Wait until so many turns have ended here."""
        await self.fake.until(lambda: self.turns >= number, PATIENCE_SECONDS)

    def _new(self, before: dict[str, str]) -> str:
        return "\n\n".join(m.shown for m in self.answers if before.get(m.ts) != m.shown)


@dataclass
class Bot:
    """A running bot and the Slack it talks to."""

    fake: FakeSlack
    app: App
    served: Server
    settings: dict[str, Any] = field(default_factory=dict)

    def talk(self, user: str, channel: str | None = None, root: str | None = None) -> Talk:
        """Begin a conversation; without a channel it is a direct one."""
        return Talk(self.fake, user, channel or self.fake.dm(user), root)


def settings_for(fake: FakeSlack, folder: Path, **more: Any) -> Settings:
    """What the operator would set."""
    given = {
        "DATABASE_URL": f"sqlite:///{folder / 'frontdesk.db'}",
        "SLACK_BOT_TOKEN": fake.bot_token,
        "SLACK_APP_TOKEN": fake.app_token,
        "SLACK_API_URL": fake.api_url,
    }
    return Settings(_env_file=None, **(given | more))


@dataclass
class Hasty:
    """A clock that jumps over the pauses that are made by it."""

    real: Callable[[], float]
    jumped: float = 0.0

    def elapsed(self) -> float:
        """Seconds, those jumped over included."""
        return self.real() + self.jumped

    async def pause(self, seconds: float) -> None:
        """Jump."""
        self.jumped += seconds
        await asyncio.sleep(0)


def workspaces_of(app: App) -> Workspaces:
    """The way to Slack that an application was built with."""
    directory = app.ports.directories["slack"]
    assert isinstance(directory, SlackDirectory)
    return directory.workspaces


@asynccontextmanager
async def running(
    fake: FakeSlack, folder: Path, *, model: Any = None, **more: Any
) -> AsyncIterator[Bot]:
    """Run the bot until the block ends, and look through all that it sent.

    It takes the fake's time if that is quick; otherwise it does not really wait between posts.
    """
    replaced = {"model": model, "reader": ModelReader()} if model is not None else {}
    clock = fake.world.clock
    if isinstance(clock, QuickClock):
        replaced |= {"pause": clock.pause, "clock": Quickly(clock)}
    app = build(settings_for(fake, folder, **more), **replaced)
    workspaces = workspaces_of(app)
    if isinstance(clock, QuickClock):
        workspaces.elapsed, workspaces.pause = clock.now, clock.pause
    else:
        hasty = Hasty(workspaces.elapsed)
        workspaces.elapsed, workspaces.pause = hasty.elapsed, hasty.pause
    served = Server(app)
    with pytest.MonkeyPatch.context() as patch:
        if isinstance(clock, QuickClock):  # the SDK knows no time but the real one
            patch.setattr(socket_mode, "PING_SECONDS", socket_mode.PING_SECONDS / clock.speed)
        async with _opened(served, fake):
            yield Bot(fake, app, served)
    assert fake.findings() == []


@asynccontextmanager
async def _opened(served: Server, fake: FakeSlack) -> AsyncIterator[None]:
    try:
        migrate_by_copy(served.app.settings.database_address)
        await served.open()
        if fake.http is None:
            await fake.until(lambda: fake.socket.open_connections, PATIENCE_SECONDS)
        yield
    finally:
        await served.close()

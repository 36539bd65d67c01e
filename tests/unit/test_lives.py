"""Who takes the place of the message that shows a turn's progress: one, on every platform."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.sessions import PostedReply
from bot.domain.ids import SessionId
from bot.platforms.chat import progress_messages
from bot.platforms.chat.progress_messages import ProgressTraces
from bot.platforms.discord.wire.messages import DiscordPlace
from bot.platforms.discord.wire.typing_indicator import TYPING_SECONDS, DiscordProgress
from bot.platforms.slack.wire.progress_stream import QuietCalls, SlackProgress
from bot.platforms.slack.wire.slack_wire import SlackPlace
from tests.fakes.store.sessions import MemoryPosts

EVENT, FIRST, SECOND = "event-1", "reply.1", "reply.2"
SESSION = SessionId("slack/T1/C1/1.0")
SOON_SECONDS = 0.01

pytestmark = [pytest.mark.proves("R17"), pytest.mark.timeout(20)]


class Notes(MemoryPosts):
    """Keeps what it is told, and may never say so."""

    def __init__(self) -> None:
        super().__init__()
        self.is_silent = False
        self.told = asyncio.Event()

    @override
    async def note(self, post: PostedReply) -> None:
        await super().note(post)
        self.told.set()
        if self.is_silent:
            await asyncio.Event().wait()


@dataclass
class Api:
    """Opens one message; all that is asked of it is done, and what shows in it is counted."""

    shown: int = 0

    @property
    def line(self) -> "Api":
        return self

    @property
    def threads(self) -> "Api":
        return self

    @property
    def pace(self) -> "Api":
        return self

    async def web(self, _team: str) -> "Api":
        return self

    async def call(self, *what: str, **_details: object) -> dict[str, str]:
        self.shown += what[0] in {"chat.appendStream", "chat.update"}
        return {"ts": "opened"}

    async def place(self, _spot: object) -> str:
        return "3"

    async def post(self, *_message: object) -> tuple[str, str]:
        return "3", "opened"

    async def update(self, *_message: object) -> None:
        """It is updated."""
        self.shown += 1

    async def remove(self, _at: object) -> None:
        """It is gone."""


@dataclass
class Stage:
    """A platform that takes all calls; whoever begins there shows at once what is going on."""

    platform: str
    notes: Notes = field(default_factory=Notes)
    lives: Any = None
    api: Api = field(default_factory=Api)
    now: float = 0.0
    waits: asyncio.Event = field(default_factory=asyncio.Event)
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)

    def start(self) -> None:
        """Let a process begin that knows only what was noted."""
        api: Any = self.api
        details: dict[str, Any] = {
            "traces": ProgressTraces(self.notes),
            "titles": {},
            "elapsed": lambda: self.now,
            "pause": self.pause,
        }
        if self.platform == "slack":
            self.lives = SlackProgress(quiet=QuietCalls(api), **details)
        else:
            self.lives = DiscordProgress(wire=api, poster=api, **details)

    async def pause(self, seconds: float) -> None:
        """Wait for what comes first, and for what comes again until the test goes on."""
        if seconds in {DiscordProgress.between_seconds, SlackProgress.between_seconds}:
            self.waits.set()
            await self.goes_on.wait()
            self.goes_on.clear()
        elif seconds == TYPING_SECONDS:
            await asyncio.Event().wait()

    async def begin(self, *, again: bool = False) -> None:
        """A turn begins, and its progress is shown."""
        if self.platform == "slack":
            place, person = SlackPlace("T1", "C1", "1.0", SESSION), Person("slack", "T1", "U1")
            self.lives.begin(EVENT, place, person, again=again)
        else:
            self.lives.begin(EVENT, DiscordPlace("1", "2", "3", SESSION), again=again)
        self.lives.progress(EVENT, "courier", "")
        if not again:
            await self.notes.told.wait()

    async def settled(self, taker: str) -> str:
        """The message that a taker is given, if any."""
        at = await self.lives.settle(EVENT, taker)
        return str(at[1] if at else "")


@pytest_asyncio.fixture(params=["slack", "discord"])
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    stage = Stage(request.param)
    stage.start()
    yield stage
    await stage.lives.close()


async def test_the_first_that_asks_may_ask_again_and_nobody_else_has_it(stage: Stage):
    await stage.begin()

    given = [await stage.settled(taker) for taker in (FIRST, SECOND, FIRST)]

    assert given == ["opened", "", "opened"]


async def test_what_was_opened_but_not_noted_in_time_is_given_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(progress_messages, "SHOWING_SECONDS", SOON_SECONDS)
    stage.notes.is_silent = True
    await stage.begin()

    given = [await stage.settled(taker) for taker in (FIRST, SECOND)]

    assert given == ["opened", ""]


async def test_whoever_goes_on_gives_it_to_one_reply(stage: Stage):
    await stage.begin()
    stage.start()
    await stage.begin(again=True)

    given = [await stage.settled(taker) for taker in (FIRST, SECOND)]

    assert given == ["opened", ""]


async def test_whoever_sends_what_is_owed_puts_one_reply_there(stage: Stage):
    await stage.begin()
    stage.start()

    given = [await stage.settled(FIRST), await stage.settled(FIRST)]
    await stage.lives.taken(EVENT)
    given.append(await stage.settled(SECOND))

    assert given == ["opened", "opened", ""]


async def test_a_reply_that_stands_there_is_left_to_stand_after_a_restart(stage: Stage):
    await stage.begin()
    await stage.settled(FIRST)
    await stage.lives.taken(EVENT)
    stage.start()
    await stage.begin(again=True)

    assert await stage.settled(SECOND) == ""


@pytest.mark.parametrize(("seconds", "is_shown"), [(1.0, True), (30.0, False)])
async def test_whoever_stood_still_shows_nothing_over_what_another_has_said(
    stage: Stage, seconds: float, *, is_shown: bool
):
    await stage.begin()
    await stage.waits.wait()
    stage.lives.progress(EVENT, "courier", "goes on")
    before = stage.api.shown

    stage.now += seconds
    stage.waits.clear()
    stage.goes_on.set()
    await asyncio.wait(
        [asyncio.create_task(stage.waits.wait()), stage.lives._turns[EVENT].showing],  # noqa: SLF001 - it ends in silence
        return_when=asyncio.FIRST_COMPLETED,
    )

    assert (stage.api.shown > before) is is_shown


async def test_what_goes_on_elsewhere_is_not_shown_here_any_more(stage: Stage):
    await stage.begin()
    await stage.waits.wait()

    stage.lives.leave(SESSION)
    stage.lives.progress(EVENT, "courier", "goes on")
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    assert asyncio.all_tasks() == {asyncio.current_task()}

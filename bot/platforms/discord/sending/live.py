"""What people see while a turn goes on: that the bot types, and a message with its progress.

begin ─▶ typing ─▶ (after a moment) a message that shows the progress, edited now and then
  end ─▶ the message becomes the first reply, or goes if there is none
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.engine.patience import Pause, let_go
from bot.platforms.discord.calls.calls import DiscordAway, DiscordRefused
from bot.platforms.discord.inbound.places import Spot
from bot.platforms.discord.outbound.components import Message
from bot.platforms.discord.outbound.split import LONGEST
from bot.platforms.discord.outbound.text import brief, literal
from bot.platforms.discord.sending.posting import Poster, Posting
from bot.platforms.shared.boards import At
from bot.platforms.shared.growing import Growing
from bot.platforms.shared.standing_still import stood_still
from bot.platforms.shared.traces import Traces, key_of

SHOWN_AFTER_SECONDS = 1.2  # most turns are over by then, and need no second message
BETWEEN_SECONDS = 1.5  # edits share a bucket with what is said in the channel
SHOWING_SECONDS = 5.0  # the answer waits for it
TYPING_SECONDS = 8.0  # Discord shows it for ten
REMOVED_AFTER_SECONDS = (2.0, 10.0, 60.0)
LONGEST_STEP = 300
LAST_STEPS = 3

log = structlog.get_logger(__name__)


@dataclass
class Live:
    """One turn as people see it.

    `at` is its message, `doubtful` if one may stand unknown, `taker` the key of what takes its
    place. While the last update is `under_way` for all we know, nothing may: it could be shown
    over an answer.
    """

    spot: Spot
    again: bool
    steps: list[str] = field(default_factory=list)
    said: str = ""
    at: At | None = None
    doubtful: bool = False
    under_way: bool = False
    taker: str = ""
    shown: str = ""
    growing: Growing = field(default_factory=lambda: Growing(literal))
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    showing: asyncio.Task[None] | None = None
    typing: asyncio.Task[None] | None = None

    @property
    def text(self) -> str:
        """What its message says: the newest steps, then the beginning of an answer."""
        steps = "\n".join(f"-# ⏳ {step}" for step in self.steps[-LAST_STEPS:])
        room = LONGEST - len(steps) - 10
        said = self.said if len(self.said) <= room else f"… {self.said[-room:]}"
        return "\n".join(part for part in (steps, said.strip()) if part) or "-# ⏳ …"


@dataclass
class Lives:
    """The turns in progress, by their events. Nothing here is worth failing a turn for."""

    poster: Poster
    traces: Traces
    titles: Mapping[str, str]
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _lives: dict[str, Live] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def begin(self, event: str, spot: Spot, *, again: bool) -> None:
        """A turn begins; `again` if an earlier attempt, here or elsewhere, has not ended it."""
        live = self._lives.setdefault(event, Live(spot, again))
        if live.typing is None or live.typing.done():
            live.typing = self._task(self._type(spot))

    def progress(self, event: str, agent: str, text: str) -> None:
        """The turn goes on with something."""
        live = self._lives.get(event)
        if live is None:
            return
        title = self.titles.get(agent, agent.replace("_", " "))
        # Others read a channel: there only what is being done is told, never why.
        says = f"{title}: {text}" if text and live.spot.is_direct else title
        live.steps.append(brief(" ".join(says.split()), LONGEST_STEP))
        self._show_soon(event, live)

    def words(self, event: str, said: Sequence[str]) -> None:
        """An answer grows; in a channel it waits until it is known who may read it."""
        live = self._lives.get(event)
        if live is not None and live.spot.is_direct:
            if said is not live.growing.said:
                live.said = ""
            live.growing.hear(said)
            self._show_soon(event, live)

    async def settle(self, event: str, taker: str) -> At | None:
        """End what shows the progress; return its message if that is where the taker belongs.

        The first taker that asks has it for good; it may ask again.
        """
        live = self._lives.get(event)
        if live is None:
            return await self._left_behind(event)
        async with live.lock:  # never in the middle of a call, whose message would be lost
            self._drop(live)
            if live.taker not in {"", taker} or live.under_way:
                return None
            await self._found(event, live)
            if live.at is not None:
                live.taker = taker
            return live.at

    async def taken(self, event: str) -> None:
        """The message shows what took its place."""
        await self.traces.taken(event)

    async def end(self, event: str) -> None:
        """The turn is over."""
        live = self._lives.get(event)
        if live is None:
            return
        try:
            async with live.lock:
                self._drop(live)
                if not live.taker:  # nothing was said that took its place
                    await self._found(event, live)
        except FrontdeskError as error:
            log.info("progress_not_found", error=type(error).__name__)
        self._lives.pop(event, None)
        if live.at is not None and not live.taker and not await self._removed(live.at):
            self._task(self._remove_later(live.at))

    def leave(self, session: SessionId) -> None:
        """No turn of a session goes on here any more; what shows one is somebody else's by now."""
        left = [event for event, live in self._lives.items() if live.spot.session == session]
        for event in left:
            self._drop(self._lives.pop(event))

    async def close(self) -> None:
        """Stop showing anything."""
        await let_go(*self._tasks)

    def _show_soon(self, event: str, live: Live) -> None:
        if live.showing is None:
            live.showing = self._task(self._keep_showing(event, live))

    async def _keep_showing(self, event: str, live: Live) -> None:
        seconds = SHOWN_AFTER_SECONDS
        while not await stood_still(seconds, self.elapsed, self.pause):
            live.said += live.growing.next() if live.growing.has_more else ""
            if live.text != live.shown:
                async with live.lock:
                    await self._show(event, live)
            seconds = BETWEEN_SECONDS

    async def _show(self, event: str, live: Live) -> None:
        try:
            async with asyncio.timeout(SHOWING_SECONDS):
                text = live.text
                if live.at is None and live.again:
                    await self._found(event, live)
                if live.at is None:
                    await self._open(event, live)
                else:
                    await self._update(event, live, live.at)
                live.shown = text
        except (FrontdeskError, TimeoutError) as error:
            log.info("progress_not_shown", error=type(error).__name__)

    async def _update(self, event: str, live: Live, at: At) -> None:
        live.under_way = True
        try:
            await self.poster.update(live.spot, at, _posting(event, live.text))
        except DiscordRefused:
            live.under_way = False
            raise
        live.under_way = False

    async def _open(self, event: str, live: Live) -> None:
        """Open the message, and note it, so that whoever goes on after us finds it."""
        live.doubtful = True
        try:
            live.at = await self.poster.post(live.spot, _posting(event, live.text), event)
            await self.traces.leave(event, live.spot.session, *live.at)
            live.doubtful = False
        except DiscordAway:
            raise
        except FrontdeskError as error:
            live.doubtful = False
            log.info("progress_not_opened", error=type(error).__name__)

    async def _found(self, event: str, live: Live) -> None:
        """Learn where the message stands that we, or an earlier attempt, have opened."""
        if live.at is None and live.again:
            live.again = False
            live.at = await self._left_behind(event)
        if live.at is None and live.doubtful:
            await self._open(event, live)

    async def _left_behind(self, event: str) -> At | None:
        found = await self.traces.find(event)
        return (found.channel, found.message) if found is not None else None

    async def _removed(self, at: At) -> bool:
        """Take a message away; say whether that is over, which it is too where it was refused."""
        try:
            await self.poster.remove(at)
        except FrontdeskError as error:
            log.info("progress_not_removed", error=type(error).__name__)
            return isinstance(error, DiscordRefused)
        return True

    async def _remove_later(self, at: At) -> None:
        for seconds in REMOVED_AFTER_SECONDS:
            await self.pause(seconds)
            if await self._removed(at):
                return

    async def _type(self, spot: Spot) -> None:
        while True:
            try:
                place = await self.poster.threads.place(spot)
                await self.poster.line.call(
                    "POST", "/channels/{channel_id}/typing", channel_id=place
                )
            except FrontdeskError as error:
                log.info("typing_not_shown", error=type(error).__name__)
                return
            await self.pause(TYPING_SECONDS)

    def _task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _drop(self, live: Live) -> None:
        for task in (live.showing, live.typing):
            if task is not None:
                task.cancel()


def _posting(event: str, text: str) -> Posting:
    return Posting(key_of(event), Message(text))

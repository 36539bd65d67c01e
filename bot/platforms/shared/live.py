"""What people see while a turn goes on: a message that shows its progress.

begin ─▶ (after a moment) the message shows the progress, and is changed now and then
  end ─▶ the message becomes the first reply, or goes if there is none
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

import structlog

from bot.core.ports.places import Post
from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.engine.patience import Pause, let_go
from bot.platforms.shared.growing import Growing
from bot.platforms.shared.standing_still import stood_still
from bot.platforms.shared.traces import Traces
from bot.platforms.shared.wire import At, ChatPlace, PlatformRefused

SHOWN_AFTER_SECONDS = 1.2  # most turns are over by then, and need no second message
SHOWING_SECONDS = 5.0  # the answer waits for it
REMOVED_AFTER_SECONDS = (2.0, 10.0, 60.0)

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class ProgressMessage:
    """One turn as people see it: its steps, each with a detail where only one person reads it.

    `at` is its message, if it has one, `taker` the key of what takes its place; `again` says
    that an earlier attempt may have opened one. While the last update is `under_way` for all we
    know, nothing may take its place: it could be shown over an answer.
    """

    place: ChatPlace
    growing: Growing
    again: bool
    steps: list[tuple[str, str]] = field(default_factory=list)
    at: At | None = None
    under_way: bool = False
    taker: str = ""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    showing: asyncio.Task[None] | None = None


Shown = TypeVar("Shown", bound=ProgressMessage)


@dataclass(kw_only=True)
class ProgressMessages(ABC, Generic[Shown]):
    """The turns in progress, by their events. Nothing here is worth failing a turn for."""

    traces: Traces
    titles: Mapping[str, str]
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _turns: dict[str, Shown] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    between_seconds: ClassVar[float]

    def progress(self, event: str, agent: str, text: str) -> None:
        """The turn goes on with something."""
        turn = self._turns.get(event)
        if turn is None:
            return
        title = self.titles.get(agent, agent.replace("_", " "))
        # Others read a channel: there only what is being done is told, never why.
        turn.steps.append((title, text if turn.place.is_direct else ""))
        self._show_soon(event, turn)

    def words(self, event: str, said: Sequence[str]) -> None:
        """An answer grows; in a channel it waits until it is known who may read it."""
        turn = self._turns.get(event)
        if turn is not None and turn.place.is_direct:
            turn.growing.hear(said)
            self._show_soon(event, turn)

    async def settle(self, event: str, taker: str) -> At | None:
        """End what shows the progress; return its message if that is where the taker belongs.

        The first taker that asks has it for good; it may ask again.
        """
        turn = self._turns.get(event)
        if turn is None:
            return await self._left_behind(event)
        async with turn.lock:  # never in the middle of a call, whose message would be lost
            self._drop(turn)
            if turn.taker not in {"", taker} or turn.under_way:
                return None
            await self._find(event, turn)
            if turn.at is not None:
                turn.taker = taker
                await self._stop(turn)
            return turn.at

    async def taken(self, event: str) -> None:
        """The message shows what took its place."""
        await self.traces.taken(event)

    async def end(self, event: str) -> None:
        """The turn is over."""
        turn = self._turns.get(event)
        if turn is None:
            return
        try:
            async with turn.lock:
                self._drop(turn)
                if not turn.taker:  # nothing was said that took its place
                    await self._find(event, turn)
                    await self._stop(turn)
        except FrontdeskError as error:
            log.info("progress_not_found", error=type(error).__name__)
        self._turns.pop(event, None)
        if turn.at is not None and not turn.taker and not await self._is_removed(turn, turn.at):
            self._begin(self._remove_later(turn, turn.at))

    def leave(self, session: SessionId) -> None:
        """No turn of a session goes on here any more; what shows one is somebody else's by now."""
        left = [event for event, turn in self._turns.items() if turn.place.session == session]
        for event in left:
            self._drop(self._turns.pop(event))

    async def close(self) -> None:
        """Stop showing anything."""
        await let_go(*self._tasks)

    @abstractmethod
    def _has_news(self, turn: Shown) -> bool:
        """Say whether there is anything that is not shown yet."""

    @abstractmethod
    async def _draw(self, event: str, turn: Shown) -> None:
        """Open the message, noting its trace, or let it show how far the turn is."""

    @abstractmethod
    async def _is_removed(self, turn: Shown, at: At) -> bool:
        """Take a message away; say whether that is over, which it is too where it was refused."""

    async def _find(self, event: str, turn: Shown) -> None:
        """Learn where the message stands that we, or an earlier attempt, have opened."""
        if turn.at is None and turn.again:
            turn.at = await self._left_behind(event)
        turn.again = False

    async def _stop(self, turn: Shown) -> None:
        """Let the message be one that can be changed as a whole."""

    async def _give_up(self, post: Post) -> None:
        """Let the message of an earlier attempt be one that can be changed as a whole."""

    async def _updated(self, turn: Shown, update: Awaitable[object]) -> None:
        """Wait for an update; only one that was made, or refused, cannot come any more."""
        turn.under_way = True
        try:
            await update
        except PlatformRefused:
            turn.under_way = False
            raise
        turn.under_way = False

    def _show_soon(self, event: str, turn: Shown) -> None:
        if turn.showing is None:
            turn.showing = self._begin(self._keep_showing(event, turn))

    async def _keep_showing(self, event: str, turn: Shown) -> None:
        seconds = SHOWN_AFTER_SECONDS
        while not await stood_still(seconds, self.elapsed, self.pause):
            if self._has_news(turn):
                async with turn.lock:
                    await self._show(event, turn)
            seconds = self.between_seconds

    async def _show(self, event: str, turn: Shown) -> None:
        try:
            async with asyncio.timeout(SHOWING_SECONDS):
                if turn.again:
                    await self._find(event, turn)
                await self._draw(event, turn)
        except (FrontdeskError, TimeoutError) as error:
            log.info("progress_not_shown", error=type(error).__name__)

    async def _left_behind(self, event: str) -> At | None:
        found = await self.traces.find(event)
        if found is None:
            return None
        await self._give_up(found)
        return found.channel, found.message

    async def _remove_later(self, turn: Shown, at: At) -> None:
        for seconds in REMOVED_AFTER_SECONDS:
            await self.pause(seconds)
            if await self._is_removed(turn, at):
                return

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _drop(self, turn: Shown) -> None:
        if turn.showing is not None:
            turn.showing.cancel()

"""What people see while a turn goes on: a message that shows its progress.

begin ─▶ (after a moment) the message shows the progress, and is changed now and then
  end ─▶ the message becomes the first reply, or goes if there is none
"""

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar

import structlog

from bot.core.ports.sessions import PostedReply, Posts
from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.engine.retries import Pause, cancel_tasks
from bot.platforms.chat.wire import At, ChatPlace, PlatformRefused

LONGEST_PIECE = 3_000
LONGEST_ANSWER = 10_000
_SPACE = re.compile(r"(\s+)")


@dataclass
class GrowingAnswer:
    """What a model has said so far, and how much of it was shown.

    The answer that is committed takes the place of all of it, so nothing here is formatted;
    `written` writes a word so that it does nothing by itself, `told` is all that was shown.
    """

    written: Callable[[str], str]
    said: Sequence[str] = field(default_factory=list)
    told: str = ""
    _shown: int = 0
    _heard: int = 0

    def hear(self, said: Sequence[str]) -> None:
        """Note the pieces so far; another list is another answer."""
        if said is not self.said:
            self.said, self.told, self._shown = said, "", 0

    @property
    def has_more(self) -> bool:
        """Say whether anything came since it was looked at last."""
        return len(self.said) != self._heard

    def next(self) -> str:
        """What may be shown now and was not before."""
        self._heard = len(self.said)
        text = "".join(self.said)
        spaces = list(_SPACE.finditer(text, self._shown))
        if not spaces or self._shown > LONGEST_ANSWER:
            return ""
        piece = text[self._shown : spaces[-1].end()][:LONGEST_PIECE]
        if not piece[-1].isspace():  # cut at the limit: only up to the last whole word
            piece = piece[: piece.rfind(" ") + 1] or piece
        self._shown += len(piece)
        written = "".join(
            part if part.isspace() else self.written(part) for part in _SPACE.split(piece) if part
        )
        self.told += written
        return written


# Whoever stood still for so long may be taken for dead, and another have gone on with the turn.
SURE_SECONDS = 2.0


async def wait_and_detect_stall(
    seconds: float, elapsed: Callable[[], float], pause: Pause
) -> bool:
    """Wait so many seconds; say whether it took so much longer that nothing of ours is sure."""
    began = elapsed()
    await pause(seconds)
    return elapsed() - began > seconds + SURE_SECONDS


log = structlog.get_logger(__name__)


@dataclass
class ProgressTraces:
    """Where the message stands that shows an event's progress, until something took its place.

    Nothing here is worth failing a turn for: without a trace a message may be left standing.
    """

    posts: Posts

    async def leave(self, event: str, session: SessionId, channel: str, message: str) -> None:
        """Note a message before anything else is done with it.

        Raises:
            StoreAway: it is not known whether it was noted.
        """
        await self.posts.note(PostedReply(key_of_progress(event), session, channel, message))

    async def find(self, event: str) -> PostedReply | None:
        """The message an earlier attempt at the turn showed its progress with, if any."""
        try:
            post = await self.posts.find(key_of_progress(event))
        except FrontdeskError as error:
            log.info("progress_not_found", error=type(error).__name__)
            return None
        return post if post is not None and post.message else None

    async def taken(self, event: str) -> None:
        """Note that a reply stands there now; nothing else may take its place."""
        found = await self.find(event)
        if found is None:
            return
        try:
            await self.posts.note(replace(found, message=""))
        except FrontdeskError as error:
            log.info("progress_not_noted", error=type(error).__name__)


def key_of_progress(event: str) -> str:
    """What the message that shows a turn's progress is kept under."""
    return f"live/{event}"


SHOWN_AFTER_SECONDS = 1.2  # most turns are over by then, and need no second message
SHOWING_SECONDS = 5.0  # the answer waits for it
REMOVED_AFTER_SECONDS = (2.0, 10.0, 60.0)


@dataclass(kw_only=True)
class ProgressMessage:
    """One turn as people see it: its steps, each with a detail where only one person reads it.

    `at` is its message, if it has one, `taker` the key of what takes its place; `again` says
    that an earlier attempt may have opened one. While the last update is `under_way` for all we
    know, nothing may take its place: it could be shown over an answer.
    """

    place: ChatPlace
    growing: GrowingAnswer
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

    traces: ProgressTraces
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
        await cancel_tasks(*self._tasks)

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

    async def _give_up(self, post: PostedReply) -> None:
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
        while not await wait_and_detect_stall(seconds, self.elapsed, self.pause):
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

"""One message for each plan, which follows it while its steps run.

the plan is shown ─▶ posted ─▶ updated, at most now and then ─▶ updated once more at its end
                          a step begins ─▶ shown as under way, if it takes a moment
"""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import structlog

from bot.core.planning.keeping import left_step
from bot.core.ports.places import Post, Posts
from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Reply
from bot.domain.plans.plan_view import begun
from bot.domain.plans.view import PlanView
from bot.engine.patience import Pause
from bot.platforms.shared.refusing import PlatformRefused

BEGUN_AFTER_SECONDS = 1.2  # most steps are over by then
REMEMBERED = 1_000

At = tuple[str, str]
"""The channel and the id of a message."""


class Placed(Protocol):
    """A place to post to, in the conversation of a session."""

    @property
    def session(self) -> SessionId:
        """The session."""
        ...


Spot = TypeVar("Spot", bound=Placed)
Message = TypeVar("Message")

log = structlog.get_logger(__name__)


class Wall(ABC, Generic[Spot, Message]):
    """Where a platform keeps the messages of plans."""

    between_seconds: float

    @abstractmethod
    def spot_of(self, post: Post, spot: Spot) -> Spot:
        """The spot of a message that was posted before, in the workspace of another."""

    @abstractmethod
    def drawn(self, spot: Spot, view: PlanView) -> Message:
        """A plan as it is shown there."""

    @abstractmethod
    async def put(self, spot: Spot, at: At | None, view: PlanView, reply: Reply | None) -> At:
        """Post a plan, or let the message at a place show it; only a reply posts one.

        Raises:
            PlatformFailed: it is not known what it shows, or it was refused.
        """


@dataclass
class Board(Generic[Spot, Message]):
    """A plan's message: where it stands, what it shows, and since when."""

    spot: Spot
    view: PlanView
    at: At | None = None
    shown: Message | None = None
    since: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    later: asyncio.Task[None] | None = None

    def drop_later(self) -> None:
        """Let go of a change that something newer takes the place of."""
        if self.later is not None:
            self.later.cancel()
            self.later = None


@dataclass
class Boards(Generic[Spot, Message]):
    """The messages of plans, one each, wherever a platform hangs them up."""

    wall: Wall[Spot, Message]
    posts: Posts
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _boards: OrderedDict[str, Board[Spot, Message]] = field(default_factory=OrderedDict)

    async def show(self, spot: Spot, view: PlanView, reply: Reply) -> None:
        """Let the plan's message show it as it is now; the first time it is posted.

        Raises:
            PlatformFailed: it is not known what it shows; the next try goes on.
        """
        board = await self._board(spot, view)
        if board.spot.session != spot.session:
            return  # it stands in the conversation the plan belongs to
        board.drop_later()
        board.view = view
        early = board.since + self.wall.between_seconds - self.elapsed()
        if early <= 0 or not view.is_open or board.at is None:
            async with board.lock:
                await self._put(board, view, reply)
        else:
            board.later = asyncio.create_task(self._soon(board, early, view))

    def begin(self, incoming: Incoming) -> None:
        """A turn begins; if it is that of a step, show so, should it take a moment."""
        step = left_step(incoming)
        board = self._boards.get(step[0]) if step else None
        if step is None or board is None or board.at is None:
            return
        board.drop_later()
        under_way = begun(board.view, step[1])
        board.later = asyncio.create_task(self._soon(board, BEGUN_AFTER_SECONDS, under_way))

    async def close(self) -> None:
        """Show what was to be shown in a moment."""
        for board in [*self._boards.values()]:  # one may be added meanwhile
            board.drop_later()
            async with board.lock:
                await self._quietly(board, board.view)

    async def _board(self, spot: Spot, view: PlanView) -> Board[Spot, Message]:
        board = self._boards.get(view.plan)
        if board is None:
            board = Board(spot, view)
            post = await self.posts.find(key_of(view))
            if post is not None:
                board.spot = self.wall.spot_of(post, spot)
                board.at = (post.channel, post.message)
            self._boards[view.plan] = board
        self._boards.move_to_end(view.plan)
        if len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)
        return board

    async def _soon(self, board: Board[Spot, Message], seconds: float, view: PlanView) -> None:
        await self.pause(seconds)
        async with board.lock:
            await self._quietly(board, view)

    async def _quietly(self, board: Board[Spot, Message], view: PlanView) -> None:
        """Change what stands there; the next change comes soon, or the plan has its card."""
        try:
            if board.at is not None:
                await self._put(board, view, None)
        except FrontdeskError as error:
            log.info("plan_not_shown", error=type(error).__name__)

    async def _put(self, board: Board[Spot, Message], view: PlanView, reply: Reply | None) -> None:
        shown = self.wall.drawn(board.spot, view)
        if shown == board.shown:
            return
        try:
            at = await self.wall.put(board.spot, board.at, view, reply)
        except PlatformRefused as refused:
            if refused.is_dead:
                raise
            log.info("plan_not_drawn", why=refused.why)
            board.at = board.at if board.shown else None
            return  # the message is gone, or the place; the words are said all the same
        was, board.at = board.at, at
        if was is None:
            await self.posts.note(Post(key_of(view), board.spot.session, *at))
        board.shown, board.since = shown, self.elapsed()


def key_of(view: PlanView) -> str:
    """What the message of a plan is kept under."""
    return f"plan/{view.plan}"

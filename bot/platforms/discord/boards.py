"""One message for each plan, which follows it while its steps run.

the plan is shown ─▶ posted ─▶ edited, at most now and then ─▶ edited once more at its end
                          a step begins ─▶ shown as under way, if it takes a moment
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import structlog

from bot.core.planning.keeping import left_step
from bot.core.ports.places import Post
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Incoming, Reply
from bot.domain.plan_view import PlanView, begun
from bot.engine.patience import Pause
from bot.platforms.discord.calls import DiscordRefused
from bot.platforms.discord.components import Message
from bot.platforms.discord.live import At, Lives
from bot.platforms.discord.places import Spot
from bot.platforms.discord.plans import drawn
from bot.platforms.discord.posting import Poster, Posting

BETWEEN_SECONDS = 1.5
BEGUN_AFTER_SECONDS = 1.2  # most steps are over by then
REMEMBERED = 1_000

log = structlog.get_logger()


@dataclass
class Board:
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
class Boards:
    """The messages of plans; `titles` are the agents as people know them."""

    poster: Poster
    lives: Lives
    titles: Mapping[str, str]
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _boards: OrderedDict[str, Board] = field(default_factory=OrderedDict)

    async def show(self, spot: Spot, view: PlanView, reply: Reply) -> None:
        """Let the plan's message show it as it is now; the first time it is posted.

        Raises:
            DiscordAway: it is not known what it shows; the next try goes on.
        """
        board = await self._board(spot, view)
        if board.spot.session != spot.session:
            return  # it stands in the conversation the plan belongs to
        board.drop_later()
        board.view = view
        early = board.since + BETWEEN_SECONDS - self.elapsed()
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
        for board in self._boards.values():
            board.drop_later()
            async with board.lock:
                await self._quietly(board, board.view)

    async def _board(self, spot: Spot, view: PlanView) -> Board:
        board = self._boards.get(view.plan)
        if board is None:
            post = await self.poster.posts.find(key_of(view))
            board = Board(spot, view)
            if post is not None:
                board.spot = Spot(spot.guild, spot.channel, spot.thread, post.session)
                board.at = (post.channel, post.message)
            self._boards[view.plan] = board
        self._boards.move_to_end(view.plan)
        if len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)
        return board

    async def _soon(self, board: Board, seconds: float, view: PlanView) -> None:
        await self.pause(seconds)
        async with board.lock:
            await self._quietly(board, view)

    async def _quietly(self, board: Board, view: PlanView) -> None:
        """Change what stands there; the next change comes soon, or the plan has its card."""
        try:
            if board.at is not None:
                await self._put(board, view, None)
        except FrontdeskError as error:
            log.info("plan_not_shown", error=type(error).__name__)

    async def _put(self, board: Board, view: PlanView, reply: Reply | None) -> None:
        shown = drawn(view, self.titles)
        if shown == board.shown:
            return
        try:
            await self._send(board, Posting(key_of(view), shown), reply)
        except DiscordRefused as refused:
            if refused.is_dead:
                raise
            log.info("plan_not_drawn", code=refused.code)
            board.at = board.at if board.shown else None
            return  # the message is gone, or the place; the words are said all the same
        board.shown, board.since = shown, self.elapsed()

    async def _send(self, board: Board, posting: Posting, reply: Reply | None) -> None:
        if board.at is not None:
            await self.poster.update(board.spot, board.at, posting)
            return
        assert reply is not None, "only what is said is posted"
        board.at = await self.lives.settle(reply.reply_to)
        if board.at is not None:
            await self.poster.update(board.spot, board.at, posting)
        else:
            board.at = await self.poster.post(board.spot, posting, reply.reply_to)
        channel, message = board.at
        await self.poster.posts.note(Post(posting.key, board.spot.session, channel, message))


def key_of(view: PlanView) -> str:
    """What the message of a plan is kept under."""
    return f"plan/{view.plan}"

"""One message for each plan, which follows it while its steps run.

the plan is shown ─▶ posted ─▶ updated, at most now and then ─▶ updated once more at its end
                          a step begins ─▶ shown as under way, if it takes a moment
"""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import structlog

from bot.core.plans.turn_plans import read_left_step
from bot.core.ports.sessions import PostedReply
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Incoming, PlanView, Reply
from bot.domain.plans.plan_view import begun
from bot.engine.retries import Pause
from bot.platforms.chat.deduplication import Poster
from bot.platforms.chat.progress_messages import ProgressMessages
from bot.platforms.chat.wire import At, ChatPlace, PlatformMessage, PlatformRefused, Posting

BEGUN_AFTER_SECONDS = 1.2  # most steps are over by then
REMEMBERED = 1_000

log = structlog.get_logger(__name__)


@dataclass
class ShownPlan:
    """A plan's message: where it stands, what it shows, and since when."""

    place: ChatPlace
    view: PlanView
    at: At | None = None
    shown: PlatformMessage | None = None
    since: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    later: asyncio.Task[None] | None = None

    def drop_later(self) -> None:
        """Let go of a change that something newer takes the place of."""
        if self.later is not None:
            self.later.cancel()
            self.later = None


@dataclass
class PlanMessages(ABC):
    """The messages of plans, one each; `titles` are the agents as people know them."""

    poster: Poster
    progress: ProgressMessages[Any]
    titles: Mapping[str, str]
    pause: Pause = asyncio.sleep
    _messages: OrderedDict[str, ShownPlan] = field(default_factory=OrderedDict)

    between_seconds: ClassVar[float]

    @abstractmethod
    def draw(self, place: ChatPlace, view: PlanView) -> PlatformMessage:
        """A plan as it is shown there."""

    def is_drawn_simpler(self, place: ChatPlace, refused: PlatformRefused) -> bool:
        """Say whether plans are drawn more simply there, now that one was refused."""
        del place, refused
        return False

    async def show(self, place: ChatPlace, view: PlanView, reply: Reply) -> None:
        """Let the plan's message show it as it is now; the first time it is posted.

        Raises:
            PlatformFailed: it is not known what it shows; the next try goes on.
        """
        message = await self._message(place, view)
        if message.place.session != place.session:
            return  # it stands in the conversation the plan belongs to
        message.drop_later()
        message.view = view
        early = message.since + self.between_seconds - self.poster.elapsed()
        if early <= 0 or not view.is_open or message.at is None:
            async with message.lock:
                await self._put(message, view, reply)
        else:
            message.later = asyncio.create_task(self._soon(message, early, view))

    def begin(self, incoming: Incoming) -> None:
        """A turn begins; if it is that of a step, show so, should it take a moment."""
        step = read_left_step(incoming)
        message = self._messages.get(step[0]) if step else None
        if step is None or message is None or message.at is None:
            return
        message.drop_later()
        under_way = begun(message.view, step[1])
        message.later = asyncio.create_task(self._soon(message, BEGUN_AFTER_SECONDS, under_way))

    async def close(self) -> None:
        """Show what was to be shown in a moment."""
        for message in [*self._messages.values()]:  # one may be added meanwhile
            message.drop_later()
            async with message.lock:
                await self._quietly(message, message.view)

    async def _message(self, place: ChatPlace, view: PlanView) -> ShownPlan:
        message = self._messages.get(view.plan)
        if message is None:
            message = ShownPlan(place, view)
            post = await self.poster.posts.find(key_of_plan(view))
            if post is not None:
                message.place = replace(place, session=post.session)
                message.at = (post.channel, post.message)
            self._messages[view.plan] = message
        self._messages.move_to_end(view.plan)
        if len(self._messages) > REMEMBERED:
            self._messages.popitem(last=False)
        return message

    async def _soon(self, message: ShownPlan, seconds: float, view: PlanView) -> None:
        await self.pause(seconds)
        async with message.lock:
            await self._quietly(message, view)

    async def _quietly(self, message: ShownPlan, view: PlanView) -> None:
        """Change what stands there; the next change comes soon, or the plan has its card."""
        try:
            if message.at is not None:
                await self._put(message, view, None)
        except FrontdeskError as error:
            log.info("plan_not_shown", error=type(error).__name__)

    async def _put(self, message: ShownPlan, view: PlanView, reply: Reply | None) -> None:
        shown = self.draw(message.place, view)
        if shown == message.shown:
            return
        try:
            at = await self._stand(message, view, reply.reply_to if reply is not None else "")
        except PlatformRefused as refused:
            if refused.is_dead:
                raise
            log.info("plan_not_drawn", why=refused.why)
            message.at = message.at if message.shown else None
            return  # the message is gone, or the place; the words are said all the same
        was, message.at = message.at, at
        if was is None:
            post = PostedReply(key_of_plan(view), message.place.session, *at)
            await self.poster.posts.note(post)
        message.shown, message.since = shown, self.poster.elapsed()

    async def _stand(self, message: ShownPlan, view: PlanView, event: str) -> At:
        """Let the plan stand in its message, in that of the turn's progress, or in a new one."""
        key = key_of_plan(view)
        at = message.at or await self.progress.settle(event, key)
        try:
            stood = await self._send(message.place, at, view, event)
        except PlatformRefused as refused:
            if not self.is_drawn_simpler(message.place, refused):
                raise
            stood = await self._send(message.place, at, view, event)
        if at is not None and message.at is None:
            await self.progress.taken(event)
        return stood

    async def _send(self, place: ChatPlace, at: At | None, view: PlanView, event: str) -> At:
        posting = Posting(key_of_plan(view), self.draw(place, view))
        if at is None:
            return await self.poster.post(place, posting, event)
        await self.poster.update(place, at, posting)
        return at


def key_of_plan(view: PlanView) -> str:
    """What the message of a plan is kept under."""
    return f"plan/{view.plan}"

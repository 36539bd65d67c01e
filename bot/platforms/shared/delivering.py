"""How what the bot says goes out, wherever messages can be posted, changed and looked for."""

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import structlog
from typing_extensions import override

from bot.core.ports.places import Post, Posts
from bot.core.ports.requests import Requests
from bot.core.turn.services import CONCIERGE
from bot.domain.ids import SessionId
from bot.domain.messages import Reply, Thread
from bot.domain.requests import Request
from bot.engine.platform import Platform, Undeliverable
from bot.platforms.shared.asking import COMMAND
from bot.platforms.shared.boards import Boards, Spot
from bot.platforms.shared.recent import keep
from bot.platforms.shared.refusing import PlatformRefused

NO_AGENT = frozenset({"", CONCIERGE})  # what they say is no answer that could help or not

log = structlog.get_logger(__name__)


class Lives(Protocol):
    """What people see while turns go on, by their events."""

    def progress(self, event: str, agent: str, text: str) -> None:
        """The turn goes on with something."""
        ...

    def words(self, event: str, said: Sequence[str]) -> None:
        """An answer grows."""
        ...

    async def taken(self, event: str) -> None:
        """The message that showed the turn's progress shows what took its place."""
        ...

    async def end(self, event: str) -> None:
        """The turn is over."""
        ...

    def leave(self, session: SessionId) -> None:
        """No turn of a session goes on here any more."""
        ...

    async def close(self) -> None:
        """Stop showing anything."""
        ...


class Keyed(Protocol):
    """A message in a platform's shape; `key` is what must not be posted twice."""

    @property
    def key(self) -> str:
        """The key."""
        ...


def _nobody_minds(_request: Request) -> None:
    """Tell nobody."""


At = TypeVar("At")
Posting = TypeVar("Posting", bound=Keyed)


@dataclass(kw_only=True)
class Delivering(Platform, ABC, Generic[Spot, At, Posting]):
    """Delivers replies; a card stays where it was posted and changes with its request.

    A platform says what its messages look like, and how one is posted or updated; `on_change`
    is told of every request whose cards have changed.
    """

    lives: Lives
    boards: Boards[Spot, Any]
    requests: Requests
    posts: Posts
    on_change: Callable[[Request], None] = _nobody_minds
    _placed: OrderedDict[str, At] = field(default_factory=OrderedDict)

    @override
    async def deliver(self, reply: Reply) -> None:
        try:
            if reply.plan is not None and self.is_public(reply):
                await self.boards.show(self.spot(reply.thread), reply.plan, reply)
            if reply.is_said:
                await self.say(reply)
            else:
                await self._change(reply)
        except PlatformRefused as refused:
            if refused.is_dead:
                raise  # whoever mends our access will find it waiting
            log.error("reply_refused", refused=str(refused))  # noqa: TRY400 - nothing to trace
            raise Undeliverable from refused

    @override
    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        self.lives.progress(reply_to, agent, text)

    @override
    def words(self, thread: Thread, reply_to: str, agent: str, said: Sequence[str]) -> None:
        self.lives.words(reply_to, said)

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        if not duplicate:
            await self.lives.end(reply_to)

    @override
    def leave(self, session: SessionId) -> None:
        self.lives.leave(session)

    async def close(self) -> None:
        """Let go of what is only for show."""
        await self.boards.close()
        await self.lives.close()

    def is_public(self, reply: Reply) -> bool:
        """Say whether all who read along may see the plan that a reply is about."""
        return not (reply.private or reply.reply_to.startswith(COMMAND))

    @abstractmethod
    def spot(self, thread: Thread) -> Spot:
        """Where a thread's messages are posted."""

    @abstractmethod
    async def say(self, reply: Reply) -> None:
        """Post what is said; the same may come again."""

    @abstractmethod
    async def show_change(self, card: Post, change: Reply, request: Request) -> None:
        """Show on a card that was posted what happened to its request."""

    @abstractmethod
    async def update(self, spot: Spot, at: At, posting: Posting) -> None:
        """Let the message at a place become another one."""

    @abstractmethod
    async def post(self, spot: Spot, posting: Posting, event: str) -> None:
        """Post a message in answer to an event, unless it stands there."""

    async def put(self, spot: Spot, at: At, posting: Posting, event: str) -> None:
        """Let the message of an event's progress become the reply; if it fails, try it again."""
        keep(self._placed, posting.key, at)
        try:
            await self.update(spot, at, posting)
        except PlatformRefused as refused:
            if refused.is_dead:
                raise
            del self._placed[posting.key]
            await self.post(spot, posting, event)
        # Not before it stands there: whoever goes on after us puts it there again.
        await self.lives.taken(event)

    def placed(self, key: str) -> At | None:
        """Where a message is to stand that could not be put there before."""
        return self._placed.get(key)

    async def _change(self, change: Reply) -> None:
        """Show on every card of a request what happened to it."""
        request = await self.requests.find(change.request) if change.request else None
        if request is None:
            return
        platform = change.thread.platform
        for card in await self.posts.of_request(request.id):
            if Thread.of(card.session).platform != platform:
                continue  # its person is linked, and it was shown there too
            try:
                await self.show_change(card, change, request)
            except PlatformRefused as refused:
                if refused.is_dead:
                    raise
                log.info("card_not_changed", why=refused.why)
        self.on_change(request)


def is_answer(reply: Reply) -> bool:
    """Say whether one could ask if it helped; on the way of a plan, nobody wants to say."""
    is_over = reply.plan is None or not reply.plan.is_open
    return not (reply.request or reply.buttons) and reply.agent not in NO_AGENT and is_over

"""How what the bot says goes out, wherever messages can be posted, changed and looked for."""

import math
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import structlog
from typing_extensions import override

from bot.core.ports.plans import Requests
from bot.core.ports.sessions import PostedReply, Posts
from bot.core.state.catalogue import CONCIERGE
from bot.domain.ids import SessionId
from bot.domain.messages import Reply, ReplyKind, Thread
from bot.domain.requests import Request
from bot.engine.ports import Platform, Undeliverable
from bot.platforms.chat.card_copies import CardCopies
from bot.platforms.chat.deduplication import Poster, keep
from bot.platforms.chat.plan_messages import PlanMessages
from bot.platforms.chat.progress_messages import ProgressMessages
from bot.platforms.chat.render.forms import COMMAND
from bot.platforms.chat.render.length_limits import Upload
from bot.platforms.chat.thread_history import ThreadHistory
from bot.platforms.chat.wire import (
    Asker,
    At,
    ChatPlace,
    Piece,
    PlatformMessage,
    PlatformRefused,
    Posting,
    Renderer,
)


@dataclass(kw_only=True)
class Ephemeral(ABC):
    """Shows private replies.

    A message of unknown fate is shown again: no platform can be asked whether it was shown, and
    an answer seen twice does less harm than one that was never seen.
    """

    poster: Poster
    _said: OrderedDict[str, None] = field(default_factory=OrderedDict)

    async def say(self, place: ChatPlace, reply: Reply, posting: Posting) -> None:
        """Show a message of a reply to its person alone; one that was shown is not shown again."""
        if posting.key in self._said:
            return
        assert reply.to is not None, "a private reply says whom it is for"
        asker = self.poster.wire.asker_of(reply.reply_to)
        # What one person decides may be answered to another, who must read it elsewhere.
        is_asker = asker is not None and asker.user == reply.to.user
        await self._show(place, reply, posting, asker if is_asker else None)
        keep(self._said, posting.key, None)

    @abstractmethod
    async def _show(
        self, place: ChatPlace, reply: Reply, posting: Posting, asker: Asker | None
    ) -> None:
        """Show it to its person, in answer to what they did if it was they who asked."""


NO_AGENT = frozenset({"", CONCIERGE})  # what they say is no answer that could help or not

log = structlog.get_logger(__name__)


def _nobody_minds(_request: Request) -> None:
    """Tell nobody."""


@dataclass(kw_only=True)
class ChatPlatform(Platform, ABC):
    """Delivers replies; a card stays where it was posted and changes with its request.

    `on_change` is told of every request whose cards have changed.
    """

    prepares = True
    largest_file: ClassVar[float] = math.inf
    too_large: ClassVar[str] = ""
    hides_forms: ClassVar[bool] = False

    poster: Poster
    progress_messages: ProgressMessages[Any]
    plan_messages: PlanMessages
    copies: CardCopies
    renderer: Renderer
    history: ThreadHistory
    requests: Requests
    posts: Posts
    on_change: Callable[[Request], None] = _nobody_minds
    _placed: OrderedDict[str, At] = field(default_factory=OrderedDict)

    @override
    async def deliver(self, reply: Reply) -> None:
        try:
            if reply.plan is not None and self.is_public(reply):
                place = self.poster.wire.place_of(reply.thread)
                await self.plan_messages.show(place, reply.plan, reply)
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
        self.progress_messages.progress(reply_to, agent, text)

    @override
    def words(self, thread: Thread, reply_to: str, agent: str, said: Sequence[str]) -> None:
        self.progress_messages.words(reply_to, said)

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        if not duplicate:
            await self.progress_messages.end(reply_to)

    @override
    def leave(self, session: SessionId) -> None:
        self.progress_messages.leave(session)

    async def close(self) -> None:
        """Let go of what is only for show."""
        await self.plan_messages.close()
        await self.progress_messages.close()

    def is_public(self, reply: Reply) -> bool:
        """Say whether all who read along may see the plan that a reply is about."""
        return not (reply.private or reply.reply_to.startswith(COMMAND))

    def is_private(self, reply: Reply, place: ChatPlace) -> bool:
        """Say whether a reply must be shown to its person alone, where others read too."""
        if reply.reply_to.startswith(COMMAND):
            return True
        if not place.is_direct:
            return reply.private or (self.hides_forms and reply.kind is ReplyKind.FORM)
        asker = self.poster.wire.asker_of(reply.reply_to)
        # Who pressed may have done so at a copy of the card, or on their home: not here.
        is_to_asker = asker and reply.to and asker.user == reply.to.user
        return bool(reply.private and is_to_asker)

    @abstractmethod
    async def say(self, reply: Reply) -> None:
        """Post what is said; the same may come again."""

    def postings(self, reply: Reply, request: Request | None) -> Iterator[Posting]:
        """The messages and files of something that is said, each under a key of its own."""
        shown = self._pieces(reply, request)
        called = self.renderer.notified(reply)
        for number, piece in enumerate(shown):
            is_last = number == len(shown) - 1
            message = PlatformMessage("") if isinstance(piece, Upload) else piece
            yield Posting(
                reply.id if number == 0 else f"{reply.id}#{number}",
                message,
                request.id if request and message.is_card else None,
                notify=called if is_last else (),
                file=piece if isinstance(piece, Upload) else None,
            )

    async def put_or_post(self, place: ChatPlace, posting: Posting, event: str) -> None:
        """Let the message of an event's progress become a reply, or post it."""
        at = self._placed.get(posting.key)
        if at is None and posting.file is None:
            # What is attached cannot become what a message shows already.
            at = await self.progress_messages.settle(event, posting.key)
        if at is None:
            await self.post(place, posting, event)
            return
        keep(self._placed, posting.key, at)  # if it fails now, it is tried again
        try:
            await self.poster.update(place, at, posting)
        except PlatformRefused as refused:
            if refused.is_dead:
                raise
            del self._placed[posting.key]
            await self.post(place, posting, event)
        # Not before it stands there: whoever goes on after us puts it there again.
        await self.progress_messages.taken(event)

    async def post(self, place: ChatPlace, posting: Posting, event: str) -> None:
        """Post a message in answer to an event, unless it stands there."""
        await self.poster.post(place, posting, event)

    def is_closed(self, place: ChatPlace, reply: Reply, refused: PlatformRefused) -> bool:
        """Say whether a place takes no more, so that its person may be told elsewhere."""
        is_gone = refused.why in self.poster.wire.closed
        return is_gone and reply.to is not None and not place.is_direct

    def _pieces(self, reply: Reply, request: Request | None) -> Sequence[Piece]:
        """What a reply is: an artifact is a file, unless it is too large for one."""
        if reply.kind is not ReplyKind.ARTIFACT:
            is_private = self.is_private(reply, self.place(reply))
            return self.renderer.reply(reply, request, whispered=is_private)
        file = Upload(f"{reply.agent or 'result'}.txt", reply.text.encode())
        if len(file.content) > self.largest_file:
            return (PlatformMessage(self.too_large.format(name=file.name)),)
        return (file,)

    def place(self, reply: Reply) -> ChatPlace:
        """Where a reply is said."""
        return self.poster.wire.place_of(reply.thread, reply.reply_to)

    async def _change(self, change: Reply) -> None:
        """Show on every card of a request what happened to it."""
        request = await self.requests.find(change.request) if change.request else None
        if request is None:
            return
        for card in await self.posts.of_request(request.id):
            if Thread.of(card.session).platform != change.thread.platform:
                continue  # its person is linked, and it was shown there too
            try:
                await self._show_change(card, change, request)
            except PlatformRefused as refused:
                if refused.is_dead:
                    raise
                log.info("card_not_changed", why=refused.why)
        self.on_change(request)

    async def _show_change(self, card: PostedReply, change: Reply, request: Request) -> None:
        posting = Posting(card.key, self.renderer.changed(change, request), request.id)
        place = self.poster.wire.place_of(Thread.of(card.session))
        await self.poster.update(place, (card.channel, card.message), posting)


def is_answer(reply: Reply) -> bool:
    """Say whether one could ask if it helped; on the way of a plan, nobody wants to say."""
    is_over = reply.plan is None or not reply.plan.is_open
    return not (reply.request or reply.buttons) and reply.agent not in NO_AGENT and is_over

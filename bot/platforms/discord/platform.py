"""Discord as the engine sees it: what is said goes out once, in its place, as Discord shows it."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import structlog
from typing_extensions import override

from bot.core.ports import Beginning, Requests
from bot.core.turn.services import CONCIERGE
from bot.domain.messages import Incoming, Reply, ReplyKind, Thread
from bot.domain.requests import Request
from bot.engine.platform import Platform, Undeliverable
from bot.platforms.discord.calls import DiscordRefused
from bot.platforms.discord.components import Message, feedback
from bot.platforms.discord.live import Lives
from bot.platforms.discord.personas import Personas, fallback
from bot.platforms.discord.places import COMMAND, Spot, asker_of, spot_of
from bot.platforms.discord.posting import Poster, Posting
from bot.platforms.discord.preparing import Preparing
from bot.platforms.discord.rendering import Piece, Rendering, notified
from bot.platforms.discord.whispers import Whispers
from bot.platforms.shared.boards import At, Boards
from bot.platforms.shared.copies import Copies
from bot.platforms.shared.uploads import Upload

REMEMBERED = 10_000
LARGEST_FILE = 10 * 1024 * 1024
NO_AGENT = frozenset({"", CONCIERGE})  # what they say is no answer that could help or not
TOO_LARGE = "The result {name} is too large for Discord; it takes files of 10 MiB at most."

log = structlog.get_logger()


@dataclass
class DiscordPlatform(Platform):
    """Delivers replies; a card stays where it was posted and changes with its request."""

    poster: Poster
    lives: Lives
    whispers: Whispers
    preparing: Preparing
    rendering: Rendering
    requests: Requests
    copies: Copies
    boards: Boards[Spot, Message]
    personas: Personas
    _placed: OrderedDict[str, At] = field(default_factory=OrderedDict)

    @override
    async def prepare(self, beginning: Beginning) -> Incoming:
        incoming = beginning.incoming
        self.poster.trust(incoming.id)
        await self.preparing.opened(incoming)
        self.lives.begin(incoming.id, spot_of(incoming.thread), again=beginning.attempt > 1)
        self.boards.begin(incoming)
        return await self.preparing.completed(beginning)

    @override
    async def deliver(self, reply: Reply) -> None:
        try:
            if reply.plan is not None and not reply.reply_to.startswith(COMMAND):
                await self.boards.show(spot_of(reply.thread), reply.plan, reply)
            if reply.is_said:
                await self._say(reply)
            else:
                await self._change(reply)
        except DiscordRefused as refused:
            if refused.is_dead:
                raise  # whoever mends the token will find it waiting
            log.error("discord_refused", call=str(refused))  # noqa: TRY400 - nothing to trace
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
            await self.whispers.end(reply_to)

    async def close(self) -> None:
        """Let go of what is only for show."""
        await self.boards.close()
        await self.lives.close()

    async def _say(self, reply: Reply) -> None:
        spot = spot_of(reply.thread)
        request = await self.requests.find(reply.request) if reply.request else None
        shown = self._pieces(reply, request)
        last = len(shown) - 1
        for number, piece in enumerate(shown):
            key = reply.id if number == 0 else f"{reply.id}#{number}"
            is_card = isinstance(piece, Message) and piece.is_card
            posting = Posting(
                key,
                Message("") if isinstance(piece, Upload) else piece,
                request.id if request and is_card else None,
                notify=notified(reply) if number == last else (),
                file=piece if isinstance(piece, Upload) else None,
            )
            await self._message(spot, reply, posting)
        if request is not None and reply.mentions and spot.is_direct:
            await self.copies.show(reply, request)

    def _pieces(self, reply: Reply, request: Request | None) -> Sequence[Piece]:
        """What a reply is in Discord: an artifact is a file, unless it is too large for one."""
        if reply.kind is not ReplyKind.ARTIFACT:
            return self.rendering.reply(reply, request)
        file = Upload(f"{reply.agent or 'result'}.txt", reply.text.encode())
        if len(file.content) > LARGEST_FILE:
            return (Message(TOO_LARGE.format(name=file.name)),)
        return (file,)

    async def _message(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        if is_private(reply, spot) and reply.to is not None:
            await self.whispers.say(spot, reply, posting)
            return
        if _is_answer(reply) and posting.key == reply.id and spot.is_direct and not posting.file:
            shown = posting.shown.with_rows(*feedback(reply.id))
            posting = replace(posting, shown=shown)
        if reply.speaker and not spot.is_direct and not posting.file and not posting.shown.rows:
            await self.personas.say(spot, reply.speaker, posting, reply.reply_to)
            return
        if reply.speaker and posting.key == reply.id and not posting.file:
            posting = replace(posting, shown=fallback(reply.speaker, posting.shown))
        # What is attached cannot become what a message shows already.
        at = self._placed.get(posting.key)
        if at is None and posting.file is None:
            at = await self.lives.settle(reply.reply_to)
        if at is not None:
            await self._put(spot, at, posting, reply.reply_to)
        else:
            await self.poster.post(spot, posting, reply.reply_to)

    async def _put(self, spot: Spot, at: At, posting: Posting, event: str) -> None:
        """Let a message become the reply; should that fail, it is the one to try again."""
        self._placed[posting.key] = at
        if len(self._placed) > REMEMBERED:
            self._placed.popitem(last=False)
        try:
            await self.poster.update(spot, at, posting)
        except DiscordRefused as refused:
            if refused.is_dead:
                raise
            del self._placed[posting.key]
            await self.poster.post(spot, posting, event)

    async def _change(self, change: Reply) -> None:
        """Show on every card of a request what happened to it."""
        request = await self.requests.find(change.request) if change.request else None
        if request is None:
            return
        shown = self.rendering.changed(change, request)
        for post in await self.poster.posts.of_request(request.id):
            spot = spot_of(Thread.of(post.session))
            posting = Posting(post.key, shown, request.id)
            try:
                await self.poster.update(spot, (post.channel, post.message), posting)
            except DiscordRefused as refused:
                if refused.is_dead:
                    raise
                log.info("discord_card_not_changed", code=refused.code)


def _is_answer(reply: Reply) -> bool:
    """Say whether one could ask if it helped; on the way of a plan, nobody wants to say."""
    is_over = reply.plan is None or not reply.plan.is_open
    return not (reply.request or reply.buttons) and reply.agent not in NO_AGENT and is_over


def is_private(reply: Reply, spot: Spot) -> bool:
    """Say whether a reply must be shown to its person alone, where others read too.

    The button of a form may be seen by all: a form is opened only for whom it is meant, and
    nobody else sees what is typed there.
    """
    if reply.reply_to.startswith(COMMAND):
        return True
    if not spot.is_direct:
        return reply.private
    asker = asker_of(reply.reply_to)
    # Who pressed may have done so at a copy of the card: not here.
    return (
        reply.private
        and asker is not None
        and reply.to is not None
        and asker.user == reply.to.user
    )

"""Discord as the engine sees it: what is said goes out once, in its place, as Discord shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import structlog
from typing_extensions import override

from bot.core.ports.places import Post
from bot.core.ports.turns import Beginning
from bot.domain.messages import Incoming, Reply, ReplyKind, Thread
from bot.domain.requests import Request
from bot.platforms.discord.calls.calls import DiscordRefused
from bot.platforms.discord.calls.sight import Sight
from bot.platforms.discord.inbound.places import PLATFORM, Spot, asker_of, is_known, spot_of
from bot.platforms.discord.outbound.components import Message, feedback
from bot.platforms.discord.outbound.rendering import Piece, Rendering, notified
from bot.platforms.discord.sending.live import Lives
from bot.platforms.discord.sending.personas import Personas, fallback
from bot.platforms.discord.sending.posting import Poster, Posting
from bot.platforms.discord.sending.preparing import Preparing
from bot.platforms.discord.sending.whispers import Whispers
from bot.platforms.shared.asking import COMMAND
from bot.platforms.shared.boards import At
from bot.platforms.shared.cards import mentioned
from bot.platforms.shared.copies import MOST_COPIES, Copies
from bot.platforms.shared.delivering import Delivering, is_answer
from bot.platforms.shared.uploads import Upload

# Unknown channel or message, no access, no permission, archived, locked: nothing can be written.
CLOSED_PLACE = frozenset({10003, 10008, 50001, 50013, 50083, 160005})
LARGEST_FILE = 10 * 1024 * 1024
UNSEEN = (
    "I can show this to none of those who may decide it: they take no messages from me, or I may "
    "not read who has their role. Please tell one of them: `/frontdesk requests` shows it to them."
)
NO_SERVER = (
    "In private I do not know which server you are of, so nobody on Discord can decide this. "
    "Please ask me in a channel of your server."
)
TOO_LARGE = "The result {name} is too large for Discord; it takes files of 10 MiB at most."

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class DiscordPlatform(Delivering[Spot, At, Posting]):
    """Delivers replies as messages, files and ephemeral answers of Discord."""

    prepares = True

    poster: Poster
    lives: Lives
    whispers: Whispers
    preparing: Preparing
    rendering: Rendering
    copies: Copies
    personas: Personas
    sight: Sight

    @override
    async def prepare(self, beginning: Beginning) -> Incoming:
        incoming = beginning.incoming
        self.poster.trust(incoming.id)
        await self.preparing.opened(incoming)
        spot = spot_of(incoming.thread)
        if not spot.is_bare:
            self.lives.begin(incoming.id, spot, again=beginning.attempt > 1)
        self.boards.begin(incoming)
        return await self.preparing.completed(beginning)

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        await super().end_of_turn(thread, reply_to, duplicate=duplicate)
        if not duplicate:
            await self.whispers.end(reply_to)

    @override
    def spot(self, thread: Thread) -> Spot:
        return spot_of(thread)

    @override
    def is_public(self, reply: Reply) -> bool:
        return super().is_public(reply) and not spot_of(reply.thread).is_bare

    @override
    async def say(self, reply: Reply) -> None:
        spot = spot_of(reply.thread)
        request = await self.requests.find(reply.request) if reply.request else None
        stands, refusal = True, None
        for posting in self._postings(reply, request):
            try:
                stands &= await self._message(spot, reply, posting)
            except DiscordRefused as refused:
                if refused.is_dead or request is None or not reply.mentions:
                    raise
                refusal = refused  # those who are to decide may be reached all the same
        if request is None or not reply.mentions:
            return
        if refusal or not stands or await self._is_unseen(spot, reply, request):
            await self._bring(reply, request, refusal)
        else:
            await self._bring_to_absent(spot, reply, request)

    async def _bring_to_absent(self, spot: Spot, reply: Reply, request: Request) -> None:
        """Bring a card to those who decide and do not see it, where too few of them do.

        Who has a role Discord lists only with an intent of its own: they are called where it is.
        """
        if any(is_group for _id, is_group in mentioned(reply, PLATFORM)):
            return
        deciders = await self.copies.deciders(reply)
        seeing = await self.sight.seeing(spot.guild, spot.channel, deciders[:MOST_COPIES])
        if len(seeing) >= request.quorum - len(request.approvals):
            return
        if not await self.copies.show(reply, request, seeing):
            await self._tell(reply.to.user if reply.to is not None else "", request, UNSEEN)

    async def _bring(self, reply: Reply, request: Request, refusal: DiscordRefused | None) -> None:
        """Bring a card to those who may decide; if it reaches none, whoever asked is told."""
        asked = reply.to.user if reply.to is not None else ""
        if not is_known(reply.thread.workspace):  # there they have no rights, whoever they are
            await self._tell(asked, request, NO_SERVER)
            return
        if await self.copies.show(reply, request):
            return
        if refusal is not None:
            raise refusal
        await self._tell(asked, request, UNSEEN)

    async def _tell(self, asked: str, request: Request, why: str) -> None:
        if asked:
            await self.whispers.tell(f"{request.id}/unseen", asked, why)

    def _postings(self, reply: Reply, request: Request | None) -> Iterator[Posting]:
        shown = self._pieces(reply, request)
        last = len(shown) - 1
        for number, piece in enumerate(shown):
            key = reply.id if number == 0 else f"{reply.id}#{number}"
            is_card = isinstance(piece, Message) and piece.is_card
            yield Posting(
                key,
                Message("") if isinstance(piece, Upload) else piece,
                request.id if request and is_card else None,
                notify=notified(reply) if number == last else (),
                file=piece if isinstance(piece, Upload) else None,
            )

    async def _is_unseen(self, spot: Spot, reply: Reply, request: Request) -> bool:
        """Say whether none of those who are to decide sees the card where it stands."""
        if spot.is_direct:
            return True
        return is_private(reply, spot) and not await self.posts.of_request(request.id)

    def _pieces(self, reply: Reply, request: Request | None) -> Sequence[Piece]:
        """What a reply is in Discord: an artifact is a file, unless it is too large for one."""
        if reply.kind is not ReplyKind.ARTIFACT:
            return self.rendering.reply(reply, request)
        file = Upload(f"{reply.agent or 'result'}.txt", reply.text.encode())
        if len(file.content) > LARGEST_FILE:
            return (Message(TOO_LARGE.format(name=file.name)),)
        return (file,)

    async def _message(self, spot: Spot, reply: Reply, posting: Posting) -> bool:
        """Say one message; False if its place takes no more, so that only its person has it."""
        if is_private(reply, spot) and reply.to is not None:
            await self.whispers.say(spot, reply, _named(reply, posting))
            return True
        try:
            await self._in_the_open(spot, reply, posting)
        except DiscordRefused as refused:
            if refused.code not in CLOSED_PLACE or reply.to is None or spot.is_direct:
                raise
            if not await self.whispers.by_direct_message(spot, reply, _named(reply, posting)):
                raise
            log.info("discord_place_closed", code=refused.code)
            return False
        return True

    async def _in_the_open(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        if is_answer(reply) and posting.key == reply.id and spot.is_direct and not posting.file:
            shown = posting.shown.with_rows(*feedback(reply.id))
            posting = replace(posting, shown=shown)
        if reply.speaker and not spot.is_direct and not posting.file and not posting.shown.rows:
            await self.personas.say(spot, reply.speaker, posting, reply.reply_to)
            return
        posting = _named(reply, posting)
        # What is attached cannot become what a message shows already.
        at = self.placed(posting.key)
        if at is None and posting.file is None:
            at = await self.lives.settle(reply.reply_to, posting.key)
        if at is not None:
            await self.put(spot, at, posting, reply.reply_to)
        else:
            await self.post(spot, posting, reply.reply_to)

    @override
    async def update(self, spot: Spot, at: At, posting: Posting) -> None:
        await self.poster.update(spot, at, posting)

    @override
    async def post(self, spot: Spot, posting: Posting, event: str) -> None:
        await self.poster.post(spot, posting, event)

    @override
    async def show_change(self, card: Post, change: Reply, request: Request) -> None:
        posting = Posting(card.key, self.rendering.changed(change, request), request.id)
        spot = spot_of(Thread.of(card.session))
        await self.poster.update(spot, (card.channel, card.message), posting)


def _named(reply: Reply, posting: Posting) -> Posting:
    """What is said where no persona can speak itself: its name stands before its words."""
    if not reply.speaker or posting.key != reply.id or posting.file:
        return posting
    return replace(posting, shown=fallback(reply.speaker, posting.shown))


def is_private(reply: Reply, spot: Spot) -> bool:
    """Say whether a reply must be shown to its person alone, where others read too.

    The button of a form may be seen by all: a form is opened only for whom it is meant, and
    nobody else sees what is typed there.
    """
    if reply.reply_to.startswith(COMMAND):
        return True
    if spot.is_bare:  # nobody there has asked; but who is to decide must see the card
        asked = reply.to.user if reply.to is not None else ""
        return all(entry == (asked, False) for entry in mentioned(reply, PLATFORM))
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

"""Slack as the engine sees it: what is said goes out once, in its place, as Slack shows it."""

from dataclasses import dataclass, replace

import structlog
from typing_extensions import override

from bot.core.ports.places import Post
from bot.core.ports.turns import Beginning
from bot.domain.messages import Incoming, Reply, ReplyKind, Thread
from bot.domain.requests import Request
from bot.engine.platform import Undeliverable
from bot.platforms.shared.asking import COMMAND
from bot.platforms.shared.copies import Copies
from bot.platforms.shared.delivering import Delivering, is_answer
from bot.platforms.shared.uploads import Upload
from bot.platforms.slack.calls.calls import DEAD, SlackRefused
from bot.platforms.slack.calls.workspaces import NotInstalled
from bot.platforms.slack.inbound.interactions import asker_of
from bot.platforms.slack.inbound.messages import root_of
from bot.platforms.slack.outbound.blocks import Message
from bot.platforms.slack.outbound.rendering import Rendering, with_feedback
from bot.platforms.slack.sending.files import Files
from bot.platforms.slack.sending.live import Lives
from bot.platforms.slack.sending.posting import GONE, Poster, Posting, Spot
from bot.platforms.slack.sending.preparing import Preparing
from bot.platforms.slack.sending.readers import Readers
from bot.platforms.slack.sending.whispers import Whispers

UNSEEN = (
    "I can show this to none of those who may decide it. Please tell one of them: "
    "`/frontdesk requests` shows it to them."
)

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class SlackPlatform(Delivering[Spot, str, Posting]):
    """Delivers replies as messages, files and ephemeral messages of Slack."""

    prepares = True

    poster: Poster
    lives: Lives
    files: Files
    whispers: Whispers
    preparing: Preparing
    rendering: Rendering
    copies: Copies
    readers: Readers
    personas: bool = False

    @override
    async def prepare(self, beginning: Beginning) -> Incoming:
        incoming = beginning.incoming
        self.poster.trust(incoming.id)
        spot = spot_of(incoming.thread, incoming.id)
        again = beginning.attempt > 1
        self.lives.begin(incoming.id, spot, incoming.person, again=again)
        self.boards.begin(incoming)
        return await self.preparing.completed(beginning)

    @override
    async def deliver(self, reply: Reply) -> None:
        try:
            await super().deliver(reply)
        except NotInstalled as gone:
            raise Undeliverable from gone

    @override
    def spot(self, thread: Thread) -> Spot:
        return spot_of(thread)

    @override
    async def say(self, reply: Reply) -> None:
        spot = self.lives.spot_of(reply.reply_to) or spot_of(reply.thread, reply.reply_to)
        if reply.kind is ReplyKind.ARTIFACT:
            name = f"{reply.agent or 'result'}.txt"
            await self._upload(spot, reply, reply.id, Upload(name, reply.text.encode()))
            return
        request = await self.requests.find(reply.request) if reply.request else None
        if reply.buttons or reply.fields:
            self.lives.waits(reply.reply_to)
        shown = self.rendering.reply(reply, request, whispered=is_private(reply, spot))
        for number, piece in enumerate(shown):
            key = reply.id if number == 0 else f"{reply.id}#{number}"
            if isinstance(piece, Upload):
                await self._upload(spot, reply, key, piece)
            else:
                await self._message(spot, reply, request, key, piece)

    async def _message(
        self, spot: Spot, reply: Reply, request: Request | None, key: str, shown: Message
    ) -> None:
        if is_private(reply, spot) and reply.to is not None:
            await self.whispers.say(spot, reply, Posting(key, shown.text, shown.blocks))
            return
        if is_answer(reply) and key == reply.id and is_direct(spot):
            shown = with_feedback(shown, reply.id)
        shows = request if shown.is_card else None
        name = reply.speaker or reply.agent.replace("_", " ")
        persona = name if self.personas else ""
        posting = Posting(key, shown.text, shown.blocks, shows.id if shows else None, persona)
        refusal = await self._closed(spot, reply, posting)
        if shows is not None and reply.mentions:
            await self._bring(spot, reply, shows, is_closed=bool(refusal))
        if refusal:
            await self.whispers.from_elsewhere(spot, reply, posting)
        elif reply.agent and key == reply.id:
            self.lives.name(spot, reply.agent)

    async def _closed(self, spot: Spot, reply: Reply, posting: Posting) -> str:
        """Post where others read along; why its place takes no more, if that is so."""
        ts = self.placed(posting.key) or await self.lives.settle(reply.reply_to, posting.key)
        try:
            if ts:
                await self.put(spot, ts, posting, reply.reply_to)
            else:
                await self.post(spot, posting, reply.reply_to)
        except SlackRefused as refused:
            if refused.error not in GONE or reply.to is None or is_direct(spot):
                raise
            log.info("slack_place_closed", error=refused.error)
            return refused.error
        return ""

    async def _bring(self, spot: Spot, reply: Reply, request: Request, *, is_closed: bool) -> None:
        """Bring a card to those who may decide where too few of them see it; or tell who asked."""
        there = frozenset[str]()
        if not is_closed and not is_direct(spot):
            told = await self.readers.of(spot)
            if told is None or await self._is_seen(reply, request, told):
                return
            there = told
        if await self.copies.show(reply, request, there) or reply.to is None:
            return
        if not is_direct(spot):
            spot = await self.whispers.in_person(spot, reply.to.user)
        await self.poster.post(spot, Posting(f"{request.id}/unseen", UNSEEN), reply.reply_to)

    async def _is_seen(self, reply: Reply, request: Request, there: frozenset[str]) -> bool:
        """Say whether as many as are needed to decide see the card where it stands."""
        seeing = there.intersection(await self.copies.deciders(reply))
        return len(seeing) >= request.quorum - len(request.approvals)

    @override
    async def update(self, spot: Spot, at: str, posting: Posting) -> None:
        await self.poster.update(spot, at, posting)

    @override
    async def post(self, spot: Spot, posting: Posting, event: str) -> None:
        try:
            await self.poster.post(spot, posting, event)
        except SlackRefused as refused:
            if refused.error in DEAD | GONE or not posting.blocks:
                raise
            # Better plain words than none: whatever the blocks were refused for.
            log.error("slack_blocks_refused", error=refused.error)  # noqa: TRY400 - nothing to trace
            await self.poster.post(spot, posting.without_blocks(), event)

    async def _upload(self, spot: Spot, reply: Reply, key: str, file: Upload) -> None:
        """Share a file where it is said; no file can be shown to one person where others read."""
        in_person = is_private(reply, spot)
        try:
            if not in_person:
                await self.files.upload(spot, key, file.name, file.content)
        except SlackRefused as refused:
            if refused.error not in GONE or is_direct(spot):
                raise
            in_person = True
        if in_person and reply.to is not None:
            spot = await self.whispers.in_person(spot, reply.to.user)
            await self.files.upload(spot, key, file.name, file.content)

    @override
    async def show_change(self, card: Post, change: Reply, request: Request) -> None:
        shown = self.rendering.changed(change, request)
        spot = replace(spot_of(Thread.of(card.session)), channel=card.channel)
        posting = Posting(card.key, shown.text, shown.blocks, request.id)
        await self.poster.update(spot, card.message, posting)


def spot_of(thread: Thread, event: str = "") -> Spot:
    """Where to answer an event; what came from a thread of its own is answered in there."""
    return Spot(thread.workspace, thread.channel, root_of(thread, event), thread.session)


def is_direct(spot: Spot) -> bool:
    """Say whether only one person reads what is posted there."""
    return spot.channel.startswith("D")


def is_private(reply: Reply, spot: Spot) -> bool:
    """Say whether a reply must be shown to its person alone, where others read too."""
    if reply.reply_to.startswith(COMMAND):
        return True
    if not is_direct(spot):
        return reply.private or reply.kind is ReplyKind.FORM
    asker = asker_of(reply.reply_to)
    # Who pressed may have done so at a copy of the card, or on their home: not here.
    return (
        reply.private
        and asker is not None
        and reply.to is not None
        and (asker.user == reply.to.user)
    )

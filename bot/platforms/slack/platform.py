"""Slack as the engine sees it: what is said goes out once, in its place, as Slack shows it."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import structlog
from typing_extensions import override

from bot.core.ports import Beginning, Requests
from bot.core.turn.services import CONCIERGE
from bot.domain.messages import Incoming, Reply, ReplyKind, Thread
from bot.domain.requests import Request
from bot.engine.platform import Platform, Undeliverable
from bot.platforms.shared.boards import Boards
from bot.platforms.shared.copies import Copies
from bot.platforms.shared.uploads import Upload
from bot.platforms.slack.blocks import Message
from bot.platforms.slack.calls import DEAD, SlackRefused
from bot.platforms.slack.files import Files
from bot.platforms.slack.inbound import root_of
from bot.platforms.slack.interactions import COMMAND, asker_of
from bot.platforms.slack.live import Lives
from bot.platforms.slack.posting import Poster, Posting, Spot
from bot.platforms.slack.preparing import Preparing
from bot.platforms.slack.rendering import Rendering, with_feedback
from bot.platforms.slack.whispers import Whispers
from bot.platforms.slack.workspaces import NotInstalled

REMEMBERED = 10_000
NO_AGENT = frozenset({"", CONCIERGE})  # what they say is no answer that could help or not

# The place is gone, or closed to us; no later try will find it open.
GONE = frozenset({
    "cannot_reply_to_message", "channel_is_limited_access", "channel_not_found", "is_archived",
    "message_not_found", "messages_tab_disabled", "no_permission", "not_in_channel",
    "restricted_action", "restricted_action_read_only_channel", "thread_locked",
    "thread_not_found", "user_not_found", "user_not_in_channel",
})  # fmt: skip

log = structlog.get_logger()


def _nobody_minds(_request: Request) -> None:
    """Tell nobody."""


@dataclass
class SlackPlatform(Platform):
    """Delivers replies; a card stays where it was posted and changes with its request.

    `on_change` is told of every request whose cards have changed.
    """

    poster: Poster
    lives: Lives
    files: Files
    whispers: Whispers
    preparing: Preparing
    rendering: Rendering
    requests: Requests
    copies: Copies
    boards: Boards[Spot, Message]
    on_change: Callable[[Request], None] = _nobody_minds
    personas: bool = False
    _placed: OrderedDict[str, str] = field(default_factory=OrderedDict)

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
            if reply.plan is not None and not reply.reply_to.startswith(COMMAND):
                await self.boards.show(spot_of(reply.thread), reply.plan, reply)
            if reply.is_said:
                await self._say(reply)
            else:
                await self._change(reply)
        except SlackRefused as refused:
            if refused.error in DEAD:
                raise  # whoever mends the installation will find it waiting
            log.error("slack_refused", method=refused.method, error=refused.error)  # noqa: TRY400 - nothing to trace
            raise Undeliverable from refused
        except NotInstalled as gone:
            raise Undeliverable from gone

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

    async def close(self) -> None:
        """Let go of what is only for show."""
        await self.boards.close()
        await self.lives.close()

    async def _say(self, reply: Reply) -> None:
        spot = self.lives.spot_of(reply.reply_to) or spot_of(reply.thread, reply.reply_to)
        if reply.kind is ReplyKind.ARTIFACT:
            await self._artifact(spot, reply)
            return
        request = await self.requests.find(reply.request) if reply.request else None
        if reply.buttons or reply.fields:
            self.lives.waits(reply.reply_to)
        shown = self.rendering.reply(reply, request)
        for number, piece in enumerate(shown):
            key = reply.id if number == 0 else f"{reply.id}#{number}"
            if isinstance(piece, Upload):
                await self.files.upload(spot, key, piece.name, piece.content)
            else:
                await self._message(spot, reply, request, key, piece)

    async def _message(
        self, spot: Spot, reply: Reply, request: Request | None, key: str, shown: Message
    ) -> None:
        if is_private(reply, spot) and reply.to is not None:
            await self.whispers.say(spot, reply, Posting(key, shown.text, shown.blocks))
            return
        if _is_answer(reply) and key == reply.id and is_direct(spot):
            shown = with_feedback(shown, reply.id)
        if request is not None and reply.mentions and is_direct(spot):
            await self.copies.show(reply, request)
        name = reply.speaker or reply.agent.replace("_", " ")
        persona = name if self.personas else ""
        posting = Posting(key, shown.text, shown.blocks, request.id if request else None, persona)
        ts = self._placed.get(key, "") or await self.lives.settle(reply.reply_to)
        if ts:
            await self._put(spot, ts, posting)
        else:
            await self._post(spot, posting, reply.reply_to)
        if reply.agent and key == reply.id:
            self.lives.name(spot, reply.agent)

    async def _put(self, spot: Spot, ts: str, posting: Posting) -> None:
        """Let a message become the reply; should that fail, it is the one to try again."""
        self._placed[posting.key] = ts
        if len(self._placed) > REMEMBERED:
            self._placed.popitem(last=False)
        try:
            await self.poster.update(spot, ts, posting)
        except SlackRefused as refused:
            if refused.error in DEAD:
                raise
            del self._placed[posting.key]
            await self._post(spot, posting, "")

    async def _post(self, spot: Spot, posting: Posting, event: str) -> None:
        try:
            await self.poster.post(spot, posting, event)
        except SlackRefused as refused:
            if refused.error in DEAD | GONE or not posting.blocks:
                raise
            # Better plain words than none: whatever the blocks were refused for.
            log.error("slack_blocks_refused", error=refused.error)  # noqa: TRY400 - nothing to trace
            await self.poster.post(spot, posting.without_blocks(), event)

    async def _artifact(self, spot: Spot, reply: Reply) -> None:
        name = f"{reply.agent or 'result'}.txt"
        await self.files.upload(spot, reply.id, name, reply.text.encode())

    async def _change(self, change: Reply) -> None:
        """Show on every card of a request what happened to it."""
        request = await self.requests.find(change.request) if change.request else None
        if request is None:
            return
        shown = self.rendering.changed(change, request)
        for post in await self.poster.posts.of_request(request.id):
            spot = replace(spot_of(Thread.of(post.session)), channel=post.channel)
            posting = Posting(post.key, shown.text, shown.blocks, request.id)
            try:
                await self.poster.update(spot, post.message, posting)
            except SlackRefused as refused:
                if refused.error in DEAD:
                    raise
                log.info("slack_card_not_changed", error=refused.error)
        self.on_change(request)


def spot_of(thread: Thread, event: str = "") -> Spot:
    """Where to answer an event; what came from a thread of its own is answered in there."""
    return Spot(thread.workspace, thread.channel, root_of(thread, event), thread.session)


def is_direct(spot: Spot) -> bool:
    """Say whether only one person reads what is posted there."""
    return spot.channel.startswith("D")


def _is_answer(reply: Reply) -> bool:
    """Say whether one could ask if it helped; on the way of a plan, nobody wants to say."""
    is_over = reply.plan is None or not reply.plan.is_open
    return not (reply.request or reply.buttons) and reply.agent not in NO_AGENT and is_over


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

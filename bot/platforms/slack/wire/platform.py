"""Slack as the engine sees it: what is said goes out once, in its place, as Slack shows it."""

from dataclasses import dataclass, field, replace

import structlog
from typing_extensions import override

from bot.core.ports.turns import Beginning
from bot.domain.messages import Incoming, PlanView, Reply
from bot.domain.requests import Request
from bot.engine.ports import Undeliverable
from bot.platforms.chat.delivery import ChatPlatform, is_answer
from bot.platforms.chat.plan_messages import PlanMessages
from bot.platforms.chat.render.length_limits import Upload
from bot.platforms.chat.wire import ChatPlace, PlatformMessage, PlatformRefused, Posting
from bot.platforms.slack.render.cards import with_feedback
from bot.platforms.slack.render.task_cards import draw_plan, list_plan
from bot.platforms.slack.wire.directory import ChannelReaders
from bot.platforms.slack.wire.ephemeral import SlackEphemeral
from bot.platforms.slack.wire.files import SlackFiles
from bot.platforms.slack.wire.progress_stream import SlackProgress
from bot.platforms.slack.wire.web_client import DEAD, SlackRefused
from bot.platforms.slack.wire.workspaces import NotInstalled


@dataclass
class SlackPlanMessages(PlanMessages):
    """Draws plans as task cards, and knows the workspaces that take none."""

    _plain: set[str] = field(default_factory=set)

    between_seconds = 1.0

    @override
    def draw(self, place: ChatPlace, view: PlanView) -> PlatformMessage:
        return (list_plan if place.workspace in self._plain else draw_plan)(view, self.titles)

    @override
    def is_drawn_simpler(self, place: ChatPlace, refused: PlatformRefused) -> bool:
        if place.workspace in self._plain or "block" not in refused.why:
            return False
        self._plain.add(place.workspace)
        return True


UNSEEN = (
    "I can show this to none of those who may decide it. Please tell one of them: "
    "`/frontdesk requests` shows it to them."
)

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class SlackPlatform(ChatPlatform):
    """Delivers replies as messages, files and ephemeral messages of Slack."""

    hides_forms = True

    progress_messages: SlackProgress
    files: SlackFiles
    ephemeral: SlackEphemeral
    readers: ChannelReaders
    personas: bool = False

    @override
    async def prepare(self, beginning: Beginning) -> Incoming:
        incoming = beginning.incoming
        self.poster.trust(incoming.id)
        place = self.poster.wire.place_of(incoming.thread, incoming.id)
        again = beginning.attempt > 1
        self.progress_messages.begin(incoming.id, place, incoming.person, again=again)
        self.plan_messages.begin(incoming)
        return await self.history.completed(beginning)

    @override
    async def deliver(self, reply: Reply) -> None:
        try:
            await super().deliver(reply)
        except NotInstalled as gone:
            raise Undeliverable from gone

    @override
    def place(self, reply: Reply) -> ChatPlace:
        return self.progress_messages.place_of(reply.reply_to) or super().place(reply)

    @override
    async def say(self, reply: Reply) -> None:
        place = self.place(reply)
        request = await self.requests.find(reply.request) if reply.request else None
        if reply.buttons or reply.fields:
            self.progress_messages.waits(reply.reply_to)
        for posting in self.postings(reply, request):
            if posting.file is not None:
                await self._upload(place, reply, posting.key, posting.file)
            else:
                await self._message(place, reply, request, posting)

    async def _message(
        self, place: ChatPlace, reply: Reply, request: Request | None, posting: Posting
    ) -> None:
        if self.is_private(reply, place) and reply.to is not None:
            await self.ephemeral.say(place, reply, posting)
            return
        is_first = posting.key == reply.id
        if is_answer(reply) and is_first and place.is_direct:
            posting = replace(posting, shown=with_feedback(posting.shown, reply.id))
        name = reply.speaker or reply.agent.replace("_", " ")
        posting = replace(posting, persona=name if self.personas else "")
        is_closed = await self._is_closed(place, reply, posting)
        if posting.request is not None and request is not None and reply.mentions:
            await self._bring(place, reply, request, is_closed=is_closed)
        if is_closed:
            await self.ephemeral.from_elsewhere(place, reply, posting)
        elif reply.agent and is_first:
            self.progress_messages.name(place, reply.agent)

    async def _is_closed(self, place: ChatPlace, reply: Reply, posting: Posting) -> bool:
        """Post where others read along; say whether its place takes no more."""
        try:
            await self.put_or_post(place, posting, reply.reply_to)
        except SlackRefused as refused:
            if not self.is_closed(place, reply, refused):
                raise
            log.info("slack_place_closed", error=refused.error)
            return True
        return False

    async def _bring(
        self, place: ChatPlace, reply: Reply, request: Request, *, is_closed: bool
    ) -> None:
        """Bring a card to those who may decide where too few of them see it; or tell who asked."""
        there = frozenset[str]()
        if not is_closed and not place.is_direct:
            told = await self.readers.of(place)
            if told is None:
                return
            there = told.intersection(await self.copies.deciders(reply))
            if self.copies.are_enough(there, request):
                return
        if await self.copies.show(reply, request, there) or reply.to is None:
            return
        if not place.is_direct:
            place = await self.ephemeral.in_person(place, reply.to.user)
        posting = Posting(f"{request.id}/unseen", PlatformMessage(UNSEEN))
        await self.poster.post(place, posting, reply.reply_to)

    @override
    async def post(self, place: ChatPlace, posting: Posting, event: str) -> None:
        try:
            await super().post(place, posting, event)
        except SlackRefused as refused:
            if refused.error in DEAD | self.poster.wire.closed or not posting.shown.parts:
                raise
            # Better plain words than none: whatever the blocks were refused for.
            log.error("slack_blocks_refused", error=refused.error)  # noqa: TRY400 - nothing to trace
            await super().post(
                place, replace(posting, shown=replace(posting.shown, parts=())), event
            )

    async def _upload(self, place: ChatPlace, reply: Reply, key: str, file: Upload) -> None:
        """Share a file where it is said; no file can be shown to one person where others read."""
        in_person = self.is_private(reply, place)
        try:
            if not in_person:
                await self.files.upload(place, key, file.name, file.content)
        except SlackRefused as refused:
            if refused.error not in self.poster.wire.closed or place.is_direct:
                raise
            in_person = True
        if in_person and reply.to is not None:
            place = await self.ephemeral.in_person(place, reply.to.user)
            await self.files.upload(place, key, file.name, file.content)

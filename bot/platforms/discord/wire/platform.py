"""Discord as the engine sees it: what is said goes out once, in its place, as Discord shows it."""

from dataclasses import dataclass, replace

import structlog
from typing_extensions import override

from bot.core.ports.turns import Beginning
from bot.domain.messages import Incoming, PlanView, Reply, Thread
from bot.domain.requests import Request
from bot.platforms.chat.card_copies import MOST_COPIES
from bot.platforms.chat.delivery import ChatPlatform, is_answer
from bot.platforms.chat.plan_messages import PlanMessages
from bot.platforms.chat.render.cards import find_mentioned
from bot.platforms.chat.render.forms import COMMAND
from bot.platforms.chat.wire import ChatPlace, PlatformMessage, Posting
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.render.cards import draw_plan
from bot.platforms.discord.render.components import feedback, with_rows
from bot.platforms.discord.wire.directory import ChannelPermissions
from bot.platforms.discord.wire.ephemeral import DiscordEphemeral
from bot.platforms.discord.wire.messages import is_bare, is_known
from bot.platforms.discord.wire.personas import Personas, fallback
from bot.platforms.discord.wire.rest_client import DiscordRefused
from bot.platforms.discord.wire.thread_history import DiscordThreadHistory
from bot.platforms.discord.wire.typing_indicator import DiscordProgress


@dataclass
class DiscordPlanMessages(PlanMessages):
    """Draws plans in lines."""

    between_seconds = 1.5

    @override
    def draw(self, place: ChatPlace, view: PlanView) -> PlatformMessage:
        return draw_plan(view, self.titles)


UNSEEN = (
    "I can show this to none of those who may decide it: they take no messages from me, or I may "
    "not read who has their role. Please tell one of them: `/frontdesk requests` shows it to them."
)
NO_SERVER = (
    "In private I do not know which server you are of, so nobody on Discord can decide this. "
    "Please ask me in a channel of your server."
)

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class DiscordPlatform(ChatPlatform):
    """Delivers replies as messages, files and ephemeral answers of Discord."""

    largest_file = 10 * 1024 * 1024
    too_large = "The result {name} is too large for Discord; it takes files of 10 MiB at most."

    progress_messages: DiscordProgress
    ephemeral: DiscordEphemeral
    history: DiscordThreadHistory
    personas: Personas
    sight: ChannelPermissions

    @override
    async def prepare(self, beginning: Beginning) -> Incoming:
        incoming = beginning.incoming
        self.poster.trust(incoming.id)
        await self.history.opened(incoming)
        place = self.poster.wire.place_of(incoming.thread)
        if not is_bare(place):
            self.progress_messages.begin(incoming.id, place, again=beginning.attempt > 1)
        self.plan_messages.begin(incoming)
        return await self.history.completed(beginning)

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        await super().end_of_turn(thread, reply_to, duplicate=duplicate)
        if not duplicate:
            await self.ephemeral.end(reply_to)

    @override
    def is_public(self, reply: Reply) -> bool:
        return super().is_public(reply) and not is_bare(self.place(reply))

    @override
    def is_private(self, reply: Reply, place: ChatPlace) -> bool:
        """The button of a form may be seen by all: a form is opened only for whom it is meant.

        Nobody else sees what is typed there.
        """
        if not is_bare(place) or reply.reply_to.startswith(COMMAND):
            return super().is_private(reply, place)
        # Nobody there has asked; but who is to decide must see the card.
        asked = reply.to.user if reply.to is not None else ""
        return all(entry == (asked, False) for entry in find_mentioned(reply, PLATFORM))

    @override
    async def say(self, reply: Reply) -> None:
        place = self.place(reply)
        request = await self.requests.find(reply.request) if reply.request else None
        stands, refusal = True, None
        for posting in self.postings(reply, request):
            try:
                stands &= await self._message(place, reply, posting)
            except DiscordRefused as refused:
                if refused.is_dead or request is None or not reply.mentions:
                    raise
                refusal = refused  # those who are to decide may be reached all the same
        if request is None or not reply.mentions:
            return
        if refusal or not stands or await self._is_unseen(place, reply, request):
            await self._bring(reply, request, refusal)
        else:
            await self._bring_to_absent(place, reply, request)

    async def _bring_to_absent(self, place: ChatPlace, reply: Reply, request: Request) -> None:
        """Bring a card to those who decide and do not see it, where too few of them do.

        Who has a role Discord lists only with an intent of its own: they are called where it is.
        """
        if any(is_group for _id, is_group in find_mentioned(reply, PLATFORM)):
            return
        deciders = await self.copies.deciders(reply)
        seeing = await self.sight.seeing(place.workspace, place.channel, deciders[:MOST_COPIES])
        if self.copies.are_enough(seeing, request):
            return
        if not await self.copies.show(reply, request, seeing):
            await self._tell(reply, request, UNSEEN)

    async def _bring(self, reply: Reply, request: Request, refusal: DiscordRefused | None) -> None:
        """Bring a card to those who may decide; if it reaches none, whoever asked is told."""
        if not is_known(reply.thread.workspace):  # there they have no rights, whoever they are
            await self._tell(reply, request, NO_SERVER)
            return
        if await self.copies.show(reply, request):
            return
        if refusal is not None:
            raise refusal
        await self._tell(reply, request, UNSEEN)

    async def _tell(self, reply: Reply, request: Request, why: str) -> None:
        if reply.to is not None:
            await self.ephemeral.tell(f"{request.id}/unseen", reply.to.user, why)

    async def _is_unseen(self, place: ChatPlace, reply: Reply, request: Request) -> bool:
        """Say whether none of those who are to decide sees the card where it stands."""
        if place.is_direct:
            return True
        return self.is_private(reply, place) and not await self.posts.of_request(request.id)

    async def _message(self, place: ChatPlace, reply: Reply, posting: Posting) -> bool:
        """Say one message; False if its place takes no more, so that only its person has it."""
        if self.is_private(reply, place) and reply.to is not None:
            await self.ephemeral.say(place, reply, _named(reply, posting))
            return True
        try:
            await self._in_the_open(place, reply, posting)
        except DiscordRefused as refused:
            if not self.is_closed(place, reply, refused):
                raise
            if not await self.ephemeral.by_direct_message(place, reply, _named(reply, posting)):
                raise
            log.info("discord_place_closed", code=refused.code)
            return False
        return True

    async def _in_the_open(self, place: ChatPlace, reply: Reply, posting: Posting) -> None:
        shown, is_file = posting.shown, posting.file is not None
        if is_answer(reply) and posting.key == reply.id and place.is_direct and not is_file:
            posting = replace(posting, shown=with_rows(shown, *feedback(reply.id)))
        if reply.speaker and not place.is_direct and not is_file and not shown.parts:
            await self.personas.say(place, reply.speaker, posting, reply.reply_to)
        else:
            await self.put_or_post(place, _named(reply, posting), reply.reply_to)


def _named(reply: Reply, posting: Posting) -> Posting:
    """What is said where no persona can speak itself: its name stands before its words."""
    if not reply.speaker or posting.key != reply.id or posting.file:
        return posting
    return replace(posting, shown=fallback(reply.speaker, posting.shown))

"""Takes in pressed buttons, sent forms and commands, and answers within three seconds."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.memory.memory_card import is_of_memory
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request
from bot.platforms.chat.interactions import Interactions, ToOpen, is_of
from bot.platforms.chat.render.forms import NO_FORM, READ, TRY_AGAIN, UNKNOWN, ButtonId, button_of
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.receive.events import DiscordPorts
from bot.platforms.discord.receive.interaction_payloads import DiscordInteraction, InteractionKind
from bot.platforms.discord.receive.slash_commands import CommandSuggestions, text_of
from bot.platforms.discord.render import modals
from bot.platforms.discord.render.components import (
    FEEDBACK,
    CallbackKind,
    DiscordAnswer,
    choices,
    opened,
    taken,
    thinking,
    whisper,
)
from bot.platforms.discord.render.modals import (
    DiscordFormOrigin,
    Drafts,
    draft_id,
    is_draft,
    is_draft_of,
)
from bot.platforms.discord.wire.ephemeral import DiscordEphemeral
from bot.platforms.discord.wire.messages import command_id, form_id, is_direct, is_known, press_id
from bot.platforms.discord.wire.rest_client import DiscordClient, DiscordRefused
from bot.storage.accounts.installations import SqlTickets

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DiscordInteractions(Interactions[DiscordInteraction, DiscordAnswer]):
    """Interactions of Discord, each handled so far that it may be answered."""

    ports: DiscordPorts
    ephemeral: DiscordEphemeral
    offering: CommandSuggestions
    drafts: Drafts

    async def answer(self, asked: DiscordInteraction) -> DiscordAnswer:
        """Handle an interaction; whatever happens, its person is told something."""
        try:
            match asked.sort:
                case InteractionKind.COMMAND:
                    return await self._command(asked)
                case InteractionKind.PRESS:
                    return await self._press(asked)
                case InteractionKind.TYPING:
                    return await self.offering.offer(asked)
                case InteractionKind.FORM:
                    return await self._submit(asked)
                case _:
                    return whisper(UNKNOWN)
        except FrontdeskError as error:
            log.warning("discord_not_kept", error=type(error).__name__)
            return whisper(TRY_AGAIN)

    async def _command(self, asked: DiscordInteraction) -> DiscordAnswer:
        """Take a command, in a plain channel for the conversation its person had last there."""
        person = await self.person_of(asked, None)
        here = asked.place(person.workspace)
        if not here.thread:
            last = await self.ports.overviews.last_in(here, person)
            here = Thread.of(last) if last else here
        event = Incoming(
            command_id(person, asked.channel, asked.id),
            here,
            person,
            Kind.COMMAND,
            text_of(asked.data),
            shared=not is_direct(here),
        )
        await self._accept(event, asked)
        return thinking()

    async def _press(self, asked: DiscordInteraction) -> DiscordAnswer:
        if is_draft(asked.custom_id):
            return await self._reopen(asked)
        button = button_of(asked.custom_id)
        if button is None:
            return whisper(UNKNOWN)
        if button[0].startswith(f"{FEEDBACK}:") or is_of_memory(Press(*button)):
            person = await self.person_of(asked, None)
            return await self.accept(asked, person, asked.place(person.workspace), button)
        return await self.decide(asked, button)

    @override
    def refuse(self, text: str) -> DiscordAnswer:
        return whisper(text)

    @override
    async def accept(
        self, pressed: DiscordInteraction, person: Person, thread: Thread, button: ButtonId
    ) -> DiscordAnswer:
        id_ = press_id(person, pressed.channel, pressed.message, pressed.id)
        await self._accept(_event(id_, thread, person, Press(*button)), pressed)
        return taken()

    @override
    async def open(
        self, pressed: DiscordInteraction, person: Person, asked: ToOpen
    ) -> DiscordAnswer:
        if asked.verb == READ:
            return opened(modals.full_text(asked.request, may_approve=asked.may_approve))
        return opened(modals.modal_of(asked.request, asked.form, asked.verb))

    async def _submit(self, asked: DiscordInteraction) -> DiscordAnswer:
        """Handle a form that was sent: what is wrong with it can be mended in it."""
        origin = modals.origin_of(asked.custom_id)
        found = await self.ports.services.requests.find(origin.request) if origin else None
        if origin is None or found is None:
            return whisper(UNKNOWN)
        thread = Thread.of(found.session)
        person = await self.person_of(asked, thread)
        press = modals.press_of(origin, found, asked.data)
        problems = await self.problems_of(person, press)
        if isinstance(problems, str):
            return whisper(problems)
        if problems:
            return await self._refuse(asked, origin, found, problems)
        here = asked.place(person.workspace)
        where = thread if is_of(here, thread) else here
        event = _event(form_id(person, asked.channel, asked.id), where, person, press)
        await self._accept(event, asked)
        return taken() if asked.message else thinking()

    async def _refuse(
        self,
        asked: DiscordInteraction,
        origin: DiscordFormOrigin,
        found: Request,
        problems: Mapping[str, str],
    ) -> DiscordAnswer:
        """Say what is wrong with a form, and keep it as it was sent."""
        if origin.verb == READ:
            return whisper(modals.ONLY_READ)
        again = draft_id(asked.custom_id, asked.user)
        form = modals.as_sent(problems, origin, asked.data)
        await self.drafts.keep(again, found.session, form)
        return modals.errors(problems, again)

    async def _reopen(self, asked: DiscordInteraction) -> DiscordAnswer:
        is_own = is_draft_of(asked.custom_id, asked.user)
        form = await self.drafts.find(asked.custom_id) if is_own else None
        return opened(form) if form else whisper(UNKNOWN)

    async def _accept(self, event: Incoming, asked: DiscordInteraction) -> None:
        await self.ephemeral.way_back(event.id, asked.token)
        await self.ports.accept(event)

    @override
    async def person_of(self, pressed: DiscordInteraction, thread: Thread | None) -> Person:
        """As a member of where they are, or in private of where the request is."""
        workspace = pressed.guild or (thread.workspace if thread else "")
        if not pressed.guild and not is_known(workspace):
            workspace = await self.ports.homes.of(pressed.user)
        return Person(PLATFORM, workspace, pressed.user, pressed.name)


def _event(id_: str, thread: Thread, person: Person, press: Press) -> Incoming:
    return Incoming(id_, thread, person, Kind.PRESS, press=press, shared=not is_direct(thread))


ANSWER_SECONDS = 2.0
TOKEN_LASTS = timedelta(minutes=15)
TOO_LATE = 10062
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"


@dataclass
class InteractionDeadline:
    """Gives every interaction its first answer, and what is known only later after it."""

    line: DiscordClient
    pressing: DiscordInteractions
    tickets: SqlTickets
    now: Callable[[], datetime]
    _late: set[asyncio.Task[None]] = field(default_factory=set)

    async def by_gateway(self, asked: DiscordInteraction) -> None:
        """Answer what the gateway brought."""
        answer = await self.first(asked)
        if answer is not None:
            await self._send(asked, answer)

    async def first(self, asked: DiscordInteraction) -> DiscordAnswer | None:
        """What to answer right now; None where another of us answers.

        What takes longer is shown in place of “thinking”.
        """
        work = asyncio.create_task(self._answered(asked))
        done, _pending = await asyncio.wait({work}, timeout=ANSWER_SECONDS)
        if done:
            return work.result()
        if asked.sort == InteractionKind.TYPING:
            work.cancel()
            return choices({})
        late = asyncio.create_task(self._later(asked, work))
        self._late.add(late)
        late.add_done_callback(self._late.discard)
        return thinking()

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._late, return_exceptions=True)

    async def _answered(self, asked: DiscordInteraction) -> DiscordAnswer | None:
        now = self.now()
        try:
            is_ours = await self.tickets.use(
                f"discord.{asked.id}", now=now, until=now + TOKEN_LASTS
            )
        except FrontdeskError as error:
            log.warning("discord_not_kept", error=type(error).__name__)
            return choices({}) if asked.sort == InteractionKind.TYPING else whisper(TRY_AGAIN)
        return await self.pressing.answer(asked) if is_ours else None

    async def _later(
        self, asked: DiscordInteraction, work: "asyncio.Task[DiscordAnswer | None]"
    ) -> None:
        answer = await work
        if answer is None or answer["type"] == CallbackKind.THINKING:
            return
        try:
            place = {
                "webhook_id": await self.line.application(),
                "webhook_token": asked.token,
            }
            if answer["type"] == CallbackKind.NOTHING_YET:
                await self.line.call("DELETE", ORIGINAL, **place)
                return
            told = _told_late(answer)["data"]
            body = {name: value for name, value in told.items() if name != "flags"}
            await self._told(asked, place, body)
        except FrontdeskError as error:
            log.info("discord_late_answer_lost", error=str(error))

    async def _told(
        self, asked: DiscordInteraction, place: Mapping[str, str], body: Mapping[str, Any]
    ) -> None:
        """Tell it in place of “thinking”; once that token is over, by direct message."""
        try:
            await self.line.call("PATCH", ORIGINAL, **place, json=body)
        except DiscordRefused as refused:
            if refused.is_dead and refused.code == 0:
                raise
            await self._in_private(asked, str(body["content"]))

    async def _send(self, asked: DiscordInteraction, answer: DiscordAnswer) -> None:
        try:
            await self.line.call(
                "POST",
                CALLBACK,
                webhook_id=asked.id,
                webhook_token=asked.token,
                json=dict(answer),
            )
        except FrontdeskError as error:
            log.info("discord_answer_lost", error=str(error))
            if isinstance(error, DiscordRefused) and error.code == TOO_LATE:
                await self._missed(asked, answer)

    async def _missed(self, asked: DiscordInteraction, answer: DiscordAnswer) -> None:
        """Tell what Discord let nobody see; what a turn has to say finds its own way."""
        if answer["type"] not in {CallbackKind.MESSAGE, CallbackKind.MODAL}:
            return
        try:
            await self._in_private(asked, str(_told_late(answer)["data"]["content"]))
        except FrontdeskError as error:
            log.info("discord_late_answer_lost", error=str(error))

    async def _in_private(self, asked: DiscordInteraction, text: str) -> None:
        await self.pressing.ephemeral.tell(f"late/{asked.id}", asked.user, text)


def _told_late(answer: DiscordAnswer) -> DiscordAnswer:
    """What can still be told of an answer; a form opens within the first seconds only."""
    return answer if answer["type"] == CallbackKind.MESSAGE else whisper(NO_FORM)

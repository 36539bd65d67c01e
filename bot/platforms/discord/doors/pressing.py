"""Takes in pressed buttons, sent forms and commands; opens the form a press asks for."""

from collections.abc import Mapping
from dataclasses import dataclass

import structlog
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.remembering.card import is_of_memory
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.doors.commands import text_of
from bot.platforms.discord.doors.hearing import DiscordPorts
from bot.platforms.discord.doors.offering import Offering
from bot.platforms.discord.inbound.interactions import Asked, Sort
from bot.platforms.discord.inbound.places import command_id, form_id, is_direct, is_known, press_id
from bot.platforms.discord.outbound import modals
from bot.platforms.discord.outbound.components import (
    FEEDBACK,
    Answer,
    button_of,
    opened,
    taken,
    thinking,
    whisper,
)
from bot.platforms.discord.outbound.drafts import Drafts, draft_id, is_draft, is_draft_of
from bot.platforms.discord.outbound.modals import Origin
from bot.platforms.discord.sending.whispers import DiscordEphemeral
from bot.platforms.shared.asking import READ, TRY_AGAIN, UNKNOWN
from bot.platforms.shared.pressing import Button, Interactions, ToOpen, is_of

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DiscordInteractions(Interactions[Asked, Answer]):
    """Interactions of Discord, each handled so far that it may be answered."""

    desk: DiscordPorts
    whispers: DiscordEphemeral
    offering: Offering
    drafts: Drafts

    @property
    @override
    def ports(self) -> DiscordPorts:
        return self.desk

    async def answer(self, asked: Asked) -> Answer:
        """Handle an interaction; whatever happens, its person is told something."""
        try:
            match asked.sort:
                case Sort.COMMAND:
                    return await self._command(asked)
                case Sort.PRESS:
                    return await self._press(asked)
                case Sort.TYPING:
                    return await self.offering.offer(asked)
                case Sort.FORM:
                    return await self._submit(asked)
                case _:
                    return whisper(UNKNOWN)
        except FrontdeskError as error:
            log.warning("discord_not_kept", error=type(error).__name__)
            return whisper(TRY_AGAIN)

    async def _command(self, asked: Asked) -> Answer:
        """Take a command, in a plain channel for the conversation its person had last there."""
        person = await self.person_of(asked, None)
        here = asked.place(person.workspace)
        if not here.thread:
            last = await self.desk.overviews.last_in(here, person)
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

    async def _press(self, asked: Asked) -> Answer:
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
    def refuse(self, text: str) -> Answer:
        return whisper(text)

    @override
    async def accept(
        self, pressed: Asked, person: Person, thread: Thread, button: Button
    ) -> Answer:
        id_ = press_id(person, pressed.channel, pressed.message, pressed.id)
        await self._accept(_event(id_, thread, person, Press(*button)), pressed)
        return taken()

    @override
    async def open(self, pressed: Asked, person: Person, asked: ToOpen) -> Answer:
        if asked.verb == READ:
            return opened(modals.full_text(asked.request, may_approve=asked.may_approve))
        return opened(modals.modal_of(asked.request, asked.form, asked.verb))

    async def _submit(self, asked: Asked) -> Answer:
        """Handle a form that was sent: what is wrong with it can be mended in it."""
        origin = modals.origin_of(asked.custom_id)
        found = await self.desk.services.requests.find(origin.request) if origin else None
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
        self, asked: Asked, origin: Origin, found: Request, problems: Mapping[str, str]
    ) -> Answer:
        """Say what is wrong with a form, and keep it as it was sent."""
        if origin.verb == READ:
            return whisper(modals.ONLY_READ)
        again = draft_id(asked.custom_id, asked.user)
        form = modals.as_sent(problems, origin, asked.data)
        await self.drafts.keep(again, found.session, form)
        return modals.errors(problems, again)

    async def _reopen(self, asked: Asked) -> Answer:
        is_own = is_draft_of(asked.custom_id, asked.user)
        form = await self.drafts.find(asked.custom_id) if is_own else None
        return opened(form) if form else whisper(UNKNOWN)

    async def _accept(self, event: Incoming, asked: Asked) -> None:
        await self.whispers.way_back(event.id, asked.token)
        await self.desk.accept(event)

    @override
    async def person_of(self, pressed: Asked, thread: Thread | None) -> Person:
        """As a member of where they are, or in private of where the request is."""
        workspace = pressed.guild or (thread.workspace if thread else "")
        if not pressed.guild and not is_known(workspace):
            workspace = await self.desk.homes.of(pressed.user)
        return Person(PLATFORM, workspace, pressed.user, pressed.name)


def _event(id_: str, thread: Thread, person: Person, press: Press) -> Incoming:
    return Incoming(id_, thread, person, Kind.PRESS, press=press, shared=not is_direct(thread))

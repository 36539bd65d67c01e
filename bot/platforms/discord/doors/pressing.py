"""Takes in pressed buttons, sent forms and commands; opens the form a press asks for."""

from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from agents.kit.identity import Person
from bot.core.deciding import forms
from bot.core.planning.forms import verb_of
from bot.core.remembering.card import is_of_memory
from bot.core.requests.rights import may_decide
from bot.domain.errors import FrontdeskError, NotYours, Refused
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request, Status
from bot.platforms.discord.doors.commands import text_of
from bot.platforms.discord.doors.desk import Desk
from bot.platforms.discord.doors.offering import Offering
from bot.platforms.discord.inbound.interactions import (
    Answer,
    Asked,
    Sort,
    opened,
    taken,
    thinking,
    whisper,
)
from bot.platforms.discord.inbound.places import (
    PLATFORM,
    command_id,
    form_id,
    is_direct,
    is_known,
    press_id,
)
from bot.platforms.discord.outbound import modals
from bot.platforms.discord.outbound.components import FEEDBACK, button_of
from bot.platforms.discord.outbound.drafts import Drafts, draft_id, is_draft, is_of
from bot.platforms.discord.outbound.modals import Origin
from bot.platforms.discord.sending.whispers import DiscordEphemeral
from bot.platforms.shared.asking import ASKING, COPY, READ, TRY_AGAIN, UNKNOWN
from bot.platforms.shared.originals import is_original

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pressing:
    """Interactions, each handled so far that it may be answered."""

    desk: Desk
    whispers: DiscordEphemeral
    offering: Offering
    drafts: Drafts

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
        person = await self._person(asked, "")
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
        button = button_of(asked.custom_id)
        if is_draft(asked.custom_id):
            return await self._reopen(asked)
        if button is None:
            return whisper(UNKNOWN)
        request, verb = button
        thread = await self._thread(request)
        person = await self._person(asked, thread.workspace if thread else "")
        if request.startswith(f"{FEEDBACK}:") or is_of_memory(Press(request, verb)):
            return await self._pressed(asked, person, asked.place(person.workspace), button)
        if thread is None or not await self._is_original(asked, request):
            copied = button if thread is None or _is_of(person, thread) else COPY
            return await self._pressed(asked, person, asked.alone, copied)
        if not _is_of(person, thread):
            thread = asked.place(person.workspace)
        if verb_of(verb) in ASKING:
            return await self._open(asked, person, thread, button)
        return await self._pressed(asked, person, thread, button)

    async def _pressed(
        self, asked: Asked, person: Person, thread: Thread, button: tuple[RequestId, str]
    ) -> Answer:
        """Leave it to the turn, which also notes what it refuses."""
        id_ = press_id(person, asked.channel, asked.message, asked.id)
        await self._accept(_event(id_, thread, person, Press(*button)), asked)
        return taken()

    async def _open(
        self, asked: Asked, person: Person, thread: Thread, button: tuple[RequestId, str]
    ) -> Answer:
        request, verb = button
        services = self.desk.services
        try:
            form = await forms.form_of(services, request, person, verb)
        except NotYours:
            return await self._pressed(asked, person, thread, button)
        except Refused as refused:
            return whisper(str(refused))
        found = await services.requests.find(request)
        assert found is not None, "its form was made from it"
        if verb == READ:
            is_open = found.status is Status.PENDING
            may_approve = is_open and await may_decide(services.directory, found, person)
            return opened(modals.full_text(found, may_approve=may_approve))
        return opened(modals.modal_of(found, form, verb))

    async def _submit(self, asked: Asked) -> Answer:
        """Handle a form that was sent: what is wrong with it can be mended in it."""
        origin = modals.origin_of(asked.custom_id)
        found = await self.desk.services.requests.find(origin.request) if origin else None
        if origin is None or found is None:
            return whisper(UNKNOWN)
        thread = Thread.of(found.session)
        person = await self._person(asked, thread.workspace)
        if not _is_of(person, thread):
            thread = asked.place(person.workspace)
        services = self.desk.services
        press = modals.press_of(origin, found, asked.data)
        try:
            problems = await forms.problems_of(
                services, press.request, person, press.verb, press.values
            )
        except NotYours:
            problems = {}  # its turn refuses it, tells why, and notes it
        except Refused as refused:
            return whisper(str(refused))
        if problems:
            return await self._refuse(asked, origin, found, problems)
        event = _event(form_id(person, asked.channel, asked.id), thread, person, press)
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
        is_own = is_of(asked.custom_id, asked.user)
        form = await self.drafts.find(asked.custom_id) if is_own else None
        return opened(form) if form else whisper(UNKNOWN)

    async def _accept(self, event: Incoming, asked: Asked) -> None:
        await self.whispers.way_back(event.id, asked.token)
        await self.desk.engine.accept(event)

    async def _is_original(self, asked: Asked, request: RequestId) -> bool:
        """Say whether the card stands where the bot posted it; whispered ones leave no trace."""
        if asked.is_whisper:
            return True
        return await is_original(self.desk.posts, request, (asked.channel, asked.message))

    async def _person(self, asked: Asked, workspace: str) -> Person:
        """Who asked: as a member of where they are, or in private of where the request is."""
        if asked.guild:
            where = asked.guild
        else:
            where = workspace if is_known(workspace) else await self.desk.homes.of(asked.user)
        return Person(PLATFORM, where, asked.user, asked.name)

    async def _thread(self, request: RequestId) -> Thread | None:
        found = await self.desk.services.requests.find(request)
        return Thread.of(found.session) if found else None


def _is_of(person: Person, thread: Thread) -> bool:
    """Say whether a thread is of somebody's workspace; else its requests are not decided here."""
    return (thread.platform, thread.workspace) == (person.platform, person.workspace)


def _event(id_: str, thread: Thread, person: Person, press: Press) -> Incoming:
    return Incoming(id_, thread, person, Kind.PRESS, press=press, shared=not is_direct(thread))

"""Takes in pressed buttons, sent forms and commands; opens the form a press asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents.kit.identity import Person
from bot.core.deciding import forms
from bot.core.planning.forms import number_of, verb_of
from bot.core.remembering.card import is_of_memory
from bot.core.requests.rights import may_decide
from bot.domain.errors import NotYours, PlatformFailed, Refused
from bot.domain.ids import RequestId
from bot.domain.messages import Press, Thread
from bot.domain.requests import Status
from bot.platforms.shared import asking
from bot.platforms.shared.asking import (
    APPROVE,
    ASKING,
    COPY,
    EDIT,
    NO_FORM,
    READ,
    RESPOND,
    SECRET,
    SUBMIT,
    UNKNOWN,
)
from bot.platforms.shared.originals import is_original
from bot.platforms.slack.doors.desk import Desk
from bot.platforms.slack.inbound.interactions import (
    Pressed,
    Way,
    form_id,
    person_of,
    pressed_event,
    read_command,
    read_press,
)
from bot.platforms.slack.inbound.messages import PLATFORM, elsewhere
from bot.platforms.slack.inbound.reading import word
from bot.platforms.slack.outbound import modals
from bot.platforms.slack.outbound.cards import RequestView
from bot.platforms.slack.outbound.progress import FEEDBACK
from bot.platforms.slack.sending.posting import SlackPlace
from bot.platforms.slack.sending.whispers import SlackEphemeral

Answer = Mapping[str, Any] | None
"""What an acknowledgement carries."""


@dataclass(frozen=True, slots=True)
class Pressing:
    """Interactions, each handled so far that it may be acknowledged."""

    desk: Desk
    whispers: SlackEphemeral

    async def press(self, payload: Mapping[str, Any]) -> None:
        """Handle a pressed button.

        Raises:
            StoreAway: it could not be kept.
        """
        pressed = read_press(payload)
        if pressed is None:
            return
        if pressed.action == FEEDBACK:
            await self._feedback(pressed)
            return
        refusal = await self._decide(pressed)
        if refusal:
            await self._tell(pressed, refusal)

    async def submit(self, payload: Mapping[str, Any]) -> Answer:
        """Handle a form that was sent: what is wrong with it is shown in it.

        Raises:
            StoreAway: it could not be kept.
        """
        origin = modals.origin_of(payload)
        person, team = person_of(payload)
        if origin is None or not person.user:
            return modals.notice(UNKNOWN)
        press = _sent(payload, origin)
        thread = await self._thread(press.request)
        if thread is None:
            return modals.notice(UNKNOWN)
        if not is_of(team, thread):
            thread = Thread(PLATFORM, team, origin.channel, "")
        services = self.desk.services
        try:
            problems = await forms.problems_of(
                services, press.request, person, press.verb, press.values
            )
        except NotYours:
            problems = {}  # its turn refuses it, tells why, and notes it
        except Refused as refused:
            return modals.notice(str(refused))
        if problems:
            return modals.errors(problems, payload)
        id_ = form_id(person, origin.channel, word(payload, "view", "id"))
        await self.desk.engine.accept(pressed_event(id_, thread, person, press))
        return None

    async def command(self, payload: Mapping[str, Any]) -> None:
        """Handle a slash command, in the conversation its person had last in that channel.

        Raises:
            StoreAway: it could not be kept.
        """
        commanded = read_command(payload)
        if commanded is None:
            return
        here = Thread(PLATFORM, commanded.team, commanded.channel, "")
        last = await self.desk.overviews.last_in(here, commanded.person)
        event = commanded.event(Thread.of(last) if last else here)
        self.whispers.way_back(event.id, Way(commanded.response_url))
        await self.desk.engine.accept(event)

    async def _decide(self, pressed: Pressed) -> str:
        """Open a form or accept the press; what speaks against it, in words."""
        button = pressed.button
        if button is None:
            return UNKNOWN
        request, verb = button
        if is_of_memory(Press(request, verb)):
            return await self._accept(pressed, button, await self._talked_of(pressed))
        thread = await self._thread(request)
        if thread is None or not await self._is_original(pressed, request):
            copied = button if thread is None or is_of(pressed.team, thread) else COPY
            return await self._accept(pressed, copied, pressed.alone) if pressed.root else UNKNOWN
        if not is_of(pressed.team, thread):
            thread = pressed.place
        if verb_of(verb) in ASKING:
            return await self._open(pressed, request, verb, thread)
        return await self._accept(pressed, button, thread)

    async def _accept(
        self, pressed: Pressed, button: tuple[RequestId, str], thread: Thread
    ) -> str:
        """Leave it to the turn, which also notes what it refuses."""
        is_here = pressed.channel == thread.channel
        suffix = elsewhere(thread, pressed.root) if is_here else ""
        event = pressed_event(f"{pressed.id}{suffix}", thread, pressed.person, Press(*button))
        self.whispers.way_back(event.id, pressed.way)
        await self.desk.engine.accept(event)
        return ""

    async def _open(self, pressed: Pressed, request: RequestId, verb: str, thread: Thread) -> str:
        services = self.desk.services
        try:
            form = await forms.form_of(services, request, pressed.person, verb)
        except NotYours:
            return await self._accept(pressed, (request, verb), thread)
        except Refused as refused:
            return str(refused)
        step = number_of(verb)
        origin = modals.Origin(request, pressed.channel, pressed.message, step)
        view = await self._view(pressed.person, origin, verb_of(verb), form)
        try:
            web = await self.desk.workspaces.web(pressed.team)
            await web.call("views.open", repeat=False, trigger_id=pressed.trigger, view=view)
        except PlatformFailed:
            return NO_FORM
        return ""

    async def _view(
        self, person: Person, origin: modals.Origin, verb: str, form: forms.Form
    ) -> dict[str, Any]:
        match verb:
            case asking.EDIT:
                return modals.edit(origin, form.fields)
            case asking.REJECT:
                return modals.reject(origin)
            case asking.SUBMIT:
                return modals.secret(origin, form.fields, form.text)
            case _:
                return await self._shown(person, origin, verb, form)

    async def _shown(
        self, person: Person, origin: modals.Origin, verb: str, form: forms.Form
    ) -> dict[str, Any]:
        """The forms that show what they are about."""
        services = self.desk.services
        request = await services.requests.find(RequestId(origin.request))
        assert request is not None, "its form was made from it"
        view = RequestView.of(request)
        if verb == RESPOND:
            return modals.respond(origin, view, form.fields[0])
        is_open = request.status is Status.PENDING
        may_approve = is_open and await may_decide(services.directory, request, person)
        return modals.full_text(origin, view, may_approve=may_approve)

    async def _is_original(self, pressed: Pressed, request: RequestId) -> bool:
        """Say whether the card stands where the bot posted it; private ones leave no trace."""
        if pressed.is_ephemeral or not pressed.message:
            return True  # shown to one person alone, or pressed on their home
        return await is_original(self.desk.posts, request, (pressed.channel, pressed.message))

    async def _feedback(self, pressed: Pressed) -> None:
        verdict, _, reply = pressed.value.partition(".")
        event = pressed_event(
            pressed.id,
            pressed.place,
            pressed.person,
            Press(RequestId(f"{FEEDBACK}:{reply}"), verdict),
        )
        self.whispers.way_back(event.id, pressed.way)
        await self.desk.engine.accept(event)

    async def _talked_of(self, pressed: Pressed) -> Thread:
        """The conversation a memory card shows: its thread's, or that of its slash command."""
        if pressed.root:
            return Thread.of(await self.desk.posts.session_at(pressed.place.session))
        last = await self.desk.overviews.last_in(pressed.place, pressed.person)
        return Thread.of(last) if last else pressed.place

    async def _thread(self, request: RequestId) -> Thread | None:
        found = await self.desk.services.requests.find(request)
        return Thread.of(found.session) if found else None

    async def _tell(self, pressed: Pressed, text: str) -> None:
        place = SlackPlace(pressed.team, pressed.channel, pressed.root, pressed.place.session)
        self.desk.apart(self.whispers.tell(place, pressed.person.user, pressed.way, text))


def is_of(team: str, thread: Thread) -> bool:
    """Say whether a thread is one of this workspace; else its requests are decided from here."""
    return (thread.platform, thread.workspace) == (PLATFORM, team)


def _sent(payload: Mapping[str, Any], origin: modals.Origin) -> Press:
    """What sending a form presses; one that is sent unchanged approves what it showed."""
    callback = word(payload, "view", "callback_id")
    verb = _VERBS.get(callback, callback)
    values = modals.edits_of(payload) if verb == EDIT else modals.values_of(payload)
    if verb == EDIT and not values:
        verb = APPROVE
    return Press(RequestId(origin.request), origin.verb(verb), dict(values))


_VERBS = {SECRET: SUBMIT, READ: APPROVE}

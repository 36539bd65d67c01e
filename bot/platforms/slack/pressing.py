"""Takes in pressed buttons, sent forms and commands; opens the form a press asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents.kit.identity import Person
from bot.core import forms
from bot.domain.errors import PlatformFailed, Refused
from bot.domain.ids import RequestId
from bot.domain.messages import Press, Thread
from bot.platforms.slack import modals
from bot.platforms.slack.cards import READ, RequestView
from bot.platforms.slack.desk import Desk
from bot.platforms.slack.hearing import Hearing
from bot.platforms.slack.inbound import PLATFORM, elsewhere
from bot.platforms.slack.interactions import (
    Pressed,
    person_of,
    pressed_event,
    read_command,
    read_press,
)
from bot.platforms.slack.posting import Spot
from bot.platforms.slack.progress import FEEDBACK
from bot.platforms.slack.reading import word
from bot.platforms.slack.whispers import Whispers

Answer = Mapping[str, Any] | None
"""What an acknowledgement carries."""

UNKNOWN = "I do not know that button; it may belong to an older conversation."
COPY = "This card is a copy. Please decide on the original, where I posted it."
NO_FORM = "I could not open the form in time. Nothing was changed; please press again."

# Verbs that need words first.
ASKING = frozenset({modals.EDIT, modals.REJECT, modals.RESPOND, "submit", READ})


@dataclass(frozen=True, slots=True)
class Pressing:
    """Interactions, each handled so far that it may be acknowledged."""

    desk: Desk
    whispers: Whispers
    hearing: Hearing

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
        callback = word(payload, "view", "callback_id")
        if origin is None or not person.user:
            return None
        request = RequestId(origin.request)
        verb = _VERBS.get(callback, callback)
        is_edit = callback == modals.EDIT
        values = modals.edits_of(payload) if is_edit else modals.values_of(payload)
        if is_edit and not values:
            verb = "approve"  # what is sent unchanged is approved as it was shown
        services = self.desk.services
        try:
            problems = await forms.problems_of(services, request, person, verb, values)
        except Refused as refused:
            first = next(iter(modals.values_of(payload)), "")
            return modals.errors({first: str(refused)}) if first else None
        if problems:
            return modals.errors(problems)
        thread = await self._thread(request)
        if thread is None:
            return None
        place = Spot(team, origin.channel, "", thread.session)
        press = Press(request, verb, dict(values))
        event = pressed_event(f"form.{word(payload, 'view', 'id')}", thread, person, press)
        self.whispers.way_back(event.id, "")
        del place
        await self.desk.engine.accept(event)
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
        self.whispers.way_back(event.id, commanded.response_url)
        await self.desk.engine.accept(event)

    async def _decide(self, pressed: Pressed) -> str:
        """Open a form or accept the press; what speaks against it, in words."""
        button = pressed.button
        if button is None:
            return UNKNOWN
        request, verb = button
        thread = await self._thread(request)
        if thread is None:
            return UNKNOWN
        if not await self._is_original(pressed, request):
            return COPY
        if verb in ASKING:
            return await self._open(pressed, request, verb)
        event = pressed_event(
            f"{pressed.id}{elsewhere(thread, pressed.root)}",
            thread,
            pressed.person,
            Press(request, verb),
        )
        self.whispers.way_back(event.id, pressed.response_url)
        await self.desk.engine.accept(event)
        return ""

    async def _open(self, pressed: Pressed, request: RequestId, verb: str) -> str:
        services = self.desk.services
        try:
            form = await forms.form_of(services, request, pressed.person, verb)
        except Refused as refused:
            return str(refused)
        origin = modals.Origin(request, pressed.channel, pressed.message)
        view = await self._view(origin, verb, form)
        try:
            web = await self.desk.workspaces.web(pressed.team)
            await web.call("views.open", repeat=False, trigger_id=pressed.trigger, view=view)
        except PlatformFailed:
            return NO_FORM
        return ""

    async def _view(self, origin: modals.Origin, verb: str, form: forms.Form) -> dict[str, Any]:
        match verb:
            case modals.EDIT:
                return modals.edit(origin, form.fields)
            case modals.REJECT:
                return modals.reject(origin)
            case modals.RESPOND:
                return modals.respond(origin, form.text)
            case _ if verb == READ:
                request = await self.desk.services.requests.find(RequestId(origin.request))
                assert request is not None, "its form was made from it"
                return modals.full_text(origin, RequestView.of(request), may_approve=True)
            case _:
                return modals.secret(origin, form.fields, form.text)

    async def _is_original(self, pressed: Pressed, request: RequestId) -> bool:
        """Say whether the card stands where the bot posted it; private ones leave no trace."""
        posts = await self.desk.posts.of_request(request)
        if not posts or not pressed.message:
            return True  # shown to one person alone, or pressed on their home
        standing = {(post.channel, post.message) for post in posts}
        return (pressed.channel, pressed.message) in standing

    async def _feedback(self, pressed: Pressed) -> None:
        verdict, _, reply = pressed.value.partition(".")
        event = pressed_event(
            pressed.id,
            pressed.place,
            pressed.person,
            Press(RequestId(f"{FEEDBACK}:{reply}"), verdict),
        )
        await self.desk.engine.accept(event)

    async def _thread(self, request: RequestId) -> Thread | None:
        found = await self.desk.services.requests.find(request)
        return Thread.of(found.session) if found else None

    async def _tell(self, pressed: Pressed, text: str) -> None:
        spot = Spot(pressed.team, pressed.channel, pressed.root, pressed.place.session)
        self.desk.apart(self.whispers.tell(spot, pressed.person.user, pressed.response_url, text))

    async def refresh(self, person: Person) -> None:
        """Show somebody's home anew after something was decided there."""
        await self.hearing.show_home(person)


_VERBS = {modals.SECRET: "submit", READ: "approve"}

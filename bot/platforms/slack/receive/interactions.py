"""Takes in pressed buttons, sent forms and commands; opens the form a press asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.memory.memory_card import is_of_memory
from bot.core.plans.edits import read_number, read_verb
from bot.domain.errors import PlatformFailed
from bot.domain.ids import RequestId
from bot.domain.messages import Press, Thread
from bot.platforms.chat.interactions import Interactions, ToOpen, is_of
from bot.platforms.chat.render import forms
from bot.platforms.chat.render.forms import (
    APPROVE,
    EDIT,
    NO_FORM,
    READ,
    SECRET,
    SUBMIT,
    UNKNOWN,
    ButtonId,
)
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.receive.events import SlackPorts
from bot.platforms.slack.receive.interaction_payloads import (
    SlackAnswer,
    SlackPress,
    form_id,
    person_of,
    pressed_event,
    read_command,
    read_press,
)
from bot.platforms.slack.render import modals
from bot.platforms.slack.render.cards import SlackCardView
from bot.platforms.slack.render.task_cards import FEEDBACK
from bot.platforms.slack.wire.ephemeral import ResponseUrl, SlackEphemeral
from bot.platforms.slack.wire.messages import elsewhere
from bot.platforms.slack.wire.payloads import word
from bot.platforms.slack.wire.slack_wire import SlackPlace


@dataclass(frozen=True, slots=True)
class SlackInteractions(Interactions[SlackPress, str]):
    """Interactions of Slack; what speaks against a press is told apart, in words."""

    ports: SlackPorts
    ephemeral: SlackEphemeral

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
        refusal = await self._press(pressed)
        if refusal:
            place = SlackPlace(pressed.team, pressed.channel, pressed.root, pressed.here.session)
            user = pressed.person.user
            self.ports.apart(self.ephemeral.tell(place, user, pressed.way, refusal))

    async def submit(self, payload: Mapping[str, Any]) -> SlackAnswer:
        """Handle a form that was sent: what is wrong with it is shown in it.

        Raises:
            StoreAway: it could not be kept.
        """
        origin = modals.origin_of(payload)
        person, team = person_of(payload)
        if origin is None or not person.user:
            return modals.notice(UNKNOWN)
        press = _sent(payload, origin)
        found = await self.ports.services.requests.find(press.request)
        if found is None:
            return modals.notice(UNKNOWN)
        thread, here = Thread.of(found.session), Thread(PLATFORM, team, origin.channel, "")
        problems = await self.problems_of(person, press)
        if isinstance(problems, str):
            return modals.notice(problems)
        if problems:
            return modals.errors(problems, payload)
        id_ = form_id(person, origin.channel, word(payload, "view", "id"))
        where = thread if is_of(here, thread) else here
        await self.ports.accept(pressed_event(id_, where, person, press))
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
        last = await self.ports.overviews.last_in(here, commanded.person)
        event = commanded.event(Thread.of(last) if last else here)
        self.ephemeral.way_back(event.id, ResponseUrl(commanded.response_url))
        await self.ports.accept(event)

    async def _press(self, pressed: SlackPress) -> str:
        button = pressed.button
        if button is None:
            return UNKNOWN
        if is_of_memory(Press(*button)):
            talk = await self._talked_of(pressed)
            return await self.accept(pressed, pressed.person, talk, button)
        return await self.decide(pressed, button)

    @override
    async def person_of(self, pressed: SlackPress, thread: Thread | None) -> Person:
        return pressed.person

    @override
    def refuse(self, text: str) -> str:
        return text

    @override
    async def accept(
        self, pressed: SlackPress, person: Person, thread: Thread, button: ButtonId
    ) -> str:
        is_here = pressed.channel == thread.channel
        suffix = elsewhere(thread, pressed.root) if is_here else ""
        event = pressed_event(f"{pressed.id}{suffix}", thread, person, Press(*button))
        self.ephemeral.way_back(event.id, pressed.way)
        await self.ports.accept(event)
        return ""

    @override
    async def open(self, pressed: SlackPress, person: Person, asked: ToOpen) -> str:
        try:
            web = await self.ports.workspaces.web(pressed.team)
            view = _view(pressed, asked)
            await web.call("views.open", repeat=False, trigger_id=pressed.trigger, view=view)
        except PlatformFailed:
            return NO_FORM
        return ""

    async def _feedback(self, pressed: SlackPress) -> None:
        verdict, _, reply = pressed.value.partition(".")
        press = Press(RequestId(f"{FEEDBACK}:{reply}"), verdict)
        event = pressed_event(pressed.id, pressed.here, pressed.person, press)
        self.ephemeral.way_back(event.id, pressed.way)
        await self.ports.accept(event)

    async def _talked_of(self, pressed: SlackPress) -> Thread:
        """The conversation a memory card shows: its thread's, or that of its slash command."""
        if pressed.root:
            return Thread.of(await self.ports.posts.session_at(pressed.here.session))
        last = await self.ports.overviews.last_in(pressed.here, pressed.person)
        return Thread.of(last) if last else pressed.here


def _view(pressed: SlackPress, asked: ToOpen) -> dict[str, Any]:
    step, form, view = read_number(asked.verb), asked.form, SlackCardView.of(asked.request)
    origin = modals.SlackFormOrigin(asked.request.id, pressed.channel, pressed.message, step)
    match read_verb(asked.verb):
        case forms.EDIT:
            return modals.edit(origin, form.fields)
        case forms.REJECT:
            return modals.reject(origin)
        case forms.SUBMIT:
            return modals.secret(origin, form.fields, form.text)
        case forms.RESPOND:
            return modals.respond(origin, view, form.fields[0])
        case _:
            return modals.full_text(origin, view, may_approve=asked.may_approve)


def _sent(payload: Mapping[str, Any], origin: modals.SlackFormOrigin) -> Press:
    """What sending a form presses; one that is sent unchanged approves what it showed."""
    callback = word(payload, "view", "callback_id")
    verb = _VERBS.get(callback, callback)
    values = modals.edits_of(payload) if verb == EDIT else modals.values_of(payload)
    if verb == EDIT and not values:
        verb = APPROVE
    return Press(RequestId(origin.request), origin.verb(verb), dict(values))


_VERBS = {SECRET: SUBMIT, READ: APPROVE}

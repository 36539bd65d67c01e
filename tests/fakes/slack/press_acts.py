"""What people do with controls: press, fill in forms, close them, type slash commands."""

from collections.abc import Mapping
from typing import Any, TypedDict

from typing_extensions import Unpack

from tests.fakes.slack.core import Core, Who
from tests.fakes.slack.delivery import Delivery
from tests.fakes.slack.errors import NotPossible, SlackRefuses
from tests.fakes.slack.hooks import respond
from tests.fakes.slack.methods.views import check_view, push_view, replace_view
from tests.fakes.slack.payloads import (
    action,
    closing,
    interaction,
    message_press,
    slash_command,
    submission,
    view_press,
)
from tests.fakes.slack.people import User
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Hook, Message, View, controls, label_of
from tests.fakes.slack.shapes import message_json
from tests.fakes.slack.values import Values, chosen, state_of

TROUBLE = "We had some trouble connecting. Try again?"


class Oddities(TypedDict, total=False):
    """How a press may differ from an honest one."""

    forged: bool
    """Sent although no client of Slack would let this person press it."""
    changes: Mapping[str, Any]
    """Fields of the action to overwrite."""
    payload: Mapping[str, Any]
    """Fields of the whole payload to overwrite."""
    without_value: bool
    """The action has no `value`, as recorded ones may."""
    is_stub: bool
    """The `message` has two fields only, as recorded ones may."""
    state: Values
    """What the fields of the view around it hold."""


class PressActs(Core):
    """Interactions, as the clients of Slack make them."""

    async def press(
        self,
        user: Who,
        on: Message | View,
        control: str,
        *,
        value: Any = None,
        wait: bool = True,
        **oddities: Unpack[Oddities],
    ) -> Delivery:
        """Press a button or choose something, found by action id or by its words.

        `value` is what is chosen in a select. A control that the person cannot see, or a
        message that is gone, is `NotPossible` unless `forged`.
        """
        person = self.who(user)
        element = self._find(on, control)
        if not oddities.get("forged"):
            self._check(person, on, element)
        pick = chosen(element, value) if element["type"] not in ("button", "icon_button") else {}
        pressed = action(element, self.world.new_ts(), **pick)
        pressed |= dict(oddities.get("changes") or {})
        if oddities.get("without_value"):
            pressed.pop("value", None)
        payload = self._pressed(person, on, oddities) | {"actions": [pressed]}
        payload |= dict(oddities.get("payload") or {})
        return await self.tell(Delivery("interactive", payload), wait=wait)

    async def submit(
        self,
        user: Who,
        view: View,
        values: Values,
        *,
        forged: bool = False,
        wait: bool = True,
    ) -> Delivery:
        """Send a form; `values` by action id, block id or label.

        What the acknowledgement says is done: errors are shown (`errors` of the delivery and
        the view), the view is updated, another pushed, or the form closed. Without an
        acknowledgement it stays open and `trouble` says so.
        """
        person = self.who(user)
        if not forged and view not in self.world.stack(view.team, person.id)[-1:]:
            raise NotPossible("The form is not open in front of this person.")
        state = state_of(view, values, is_forged=forged)
        trigger = self.world.new_trigger(person.id, view.team, view.id)
        payload = submission(self.world, person, view, state, trigger)
        delivery = Delivery("interactive", payload, wants_payload=True)
        delivery.then = lambda: self._answered(view, delivery)
        return await self.tell(delivery, wait=wait)

    async def close_view(
        self, user: Who, view: View, *, is_cleared: bool = False, wait: bool = True
    ) -> Delivery | None:
        """Dismiss a form, or with `is_cleared` the whole stack; None if the bot is not told."""
        person = self.who(user, view.team)
        stack = self.world.stack(view.team, person.id)
        gone = stack[:] if is_cleared else [view]
        stack[:] = [row for row in stack if row not in gone]
        self.world.changed()
        if not view.content.get("notify_on_close"):
            return None
        payload = closing(self.world, person, view, is_cleared=is_cleared)
        return await self.tell(Delivery("interactive", payload), wait=wait)

    async def command(
        self,
        user: Who,
        channel: str | None,
        text: str,
        *,
        wait: bool = True,
    ) -> Delivery:
        """Type a slash command such as `/bot status`; Slack has none inside threads."""
        person = self.who(user)
        place = self.where(person, channel)
        name, _, words = text.partition(" ")
        hook = self.world.new_hook(Hook(person.id, person.team, place.id, self.world.clock.now()))
        payload = slash_command(self.world, person, place, (name, words.strip()), hook)
        delivery = Delivery("slash_commands", payload, wants_payload=True)
        delivery.then = lambda: self._show_answer(delivery, self.world.hook_of(hook))
        return await self.tell(delivery, wait=wait)

    def _show_answer(self, delivery: Delivery, hook: Hook) -> None:
        if not delivery.ack_payload:
            return
        try:
            respond(self.world, hook, delivery.ack_payload)
        except SlackRefuses as refusal:
            delivery.trouble = str(refusal)

    def _pressed(self, user: User, on: Message | View, oddities: Oddities) -> Json:
        if isinstance(on, View):
            trigger = self.world.new_trigger(user.id, on.team, on.id)
            payload = interaction(self.world, "block_actions", user, trigger)
            filled = state_of(on, oddities.get("state") or {}, is_forged=True)
            return payload | view_press(on, filled)
        trigger = self.world.new_trigger(user.id, on.team)
        payload = interaction(self.world, "block_actions", user, trigger)
        place = self.world.directory.channel(on.team, on.channel)
        shape = message_json(self.world, on)
        hook = Hook(user.id, on.team, on.channel, self.world.clock.now(), on)
        payload |= message_press(on, place, shape, is_stub=oddities.get("is_stub", False))
        return payload | {"response_url": self.world.new_hook(hook)}

    def _find(self, on: Message | View, control: str) -> Json:
        found = controls(on.blocks)
        for element in found:
            if control in (element.get("action_id"), label_of(element)):
                return element
        known = [f"{element.get('action_id')} ({label_of(element)})" for element in found]
        raise NotPossible(f"There is no {control!r}, only {', '.join(known) or 'nothing'}.")

    def _check(self, user: User, on: Message | View, element: Json) -> None:
        if user.deleted:
            raise NotPossible(f"{user.id} is deactivated and presses nothing any more.")
        viewers = element.get("visible_to_user_ids")
        if viewers is not None and user.id not in viewers:
            raise NotPossible(f"{user.id} does not see {label_of(element)!r}.")
        if isinstance(on, View):
            if on.user != user.id:
                raise NotPossible("The view is shown to somebody else.")
            return
        if on.is_deleted:
            raise NotPossible("The message is gone.")
        if on.only_for not in (None, user.id):
            raise NotPossible("The message is shown to somebody else.")
        if user.id not in self.world.directory.channel(on.team, on.channel).members:
            raise NotPossible(f"{user.id} does not see {on.channel}.")

    def _answered(self, view: View, delivery: Delivery) -> None:
        """Do what the acknowledgement of a submission says."""
        stack = self.world.stack(view.team, view.user)
        if not delivery.is_acked:
            view.trouble = TROUBLE
            return
        answer = delivery.ack_payload or {}
        match answer.get("response_action"):
            case "errors":
                view.errors = delivery.errors = dict(answer["errors"])
                unknown = set(view.errors) - {block["block_id"] for block in view.blocks}
                if unknown:
                    view.trouble = TROUBLE
            case "update" | "push" as kind:
                self._show(view, answer["view"], kind)
            case "clear":
                stack.clear()
            case _:
                stack[:] = [row for row in stack if row is not view]
        self.world.changed()

    def _show(self, view: View, content: Json, kind: str) -> None:
        try:
            check_view(content)
            if kind == "update":
                replace_view(self.world, view, content)
            else:
                push_view(self.world, view.team, view.user, content)
        except SlackRefuses as refusal:
            view.trouble = f"{TROUBLE} ({refusal})"

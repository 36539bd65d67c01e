"""What people do that the bot must answer: press, choose, fill in forms, give commands."""

from typing import Any

from tests.fakes.discord.commands_typed import Typed, find_command, read_options
from tests.fakes.discord.core import Core
from tests.fakes.discord.errors import NotPossible
from tests.fakes.discord.formkit import Values, filled
from tests.fakes.discord.payloads import resolved
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Channel, Interaction, Json, Message, User, controls

COMMAND, PRESS, TYPING, FORM = 2, 3, 4, 5
BUTTON, LINK_STYLE = 2, 5
MENU_OF_USER, MENU_OF_MESSAGE = 2, 3


class PressActs(Core):
    """Acts that wait until the bot has answered, or give up after `patience_seconds`."""

    async def press(
        self, user: User, message: Message, wanted: str, *, forged: bool = False
    ) -> Interaction:
        """Press a button, named by its label or custom id.

        Args:
            user: who presses.
            message: what the button is on.
            wanted: the label or custom id; with `forged` any custom id.
            forged: whether what no client lets a person do is done all the same.
        """
        custom_id = wanted if forged else self._button(user, message, wanted)
        told = {"component_type": BUTTON, "custom_id": custom_id}
        return await self.interact(PRESS, user, message, told, message=message)

    def _button(self, user: User, message: Message, wanted: str) -> str:
        self._must_see(user, message)
        rows = [one for one in controls(message.components) if one["type"] == BUTTON]
        named = [one for one in rows if wanted in (one.get("label"), one.get("custom_id"))]
        usable = [one for one in named if not one.get("disabled") and one.get("custom_id")]
        if not usable:
            raise NotPossible(f"There is no button {wanted!r} to press, only {message.buttons}.")
        return str(usable[0]["custom_id"])

    async def choose(
        self, user: User, message: Message, *values: Any, wanted: str | None = None
    ) -> Interaction:
        """Choose from the select of a message: values or labels of options, or rows.

        Args:
            user: who chooses.
            message: what the select is on.
            values: options by value or label; users, roles or channels for such selects.
            wanted: the custom id of the select, where there are several.
        """
        self._must_see(user, message)
        rows = [one for one in controls(message.components) if one["type"] != BUTTON]
        found = [one for one in rows if wanted in (None, one["custom_id"])]
        if not found or found[0].get("disabled"):
            raise NotPossible(f"There is nothing to choose from called {wanted!r}.")
        select = found[0]
        told: Json = {"component_type": select["type"], "custom_id": select["custom_id"]}
        told["values"] = _chosen(select, values)
        named = [one for one in values if not isinstance(one, str)]
        told["resolved"] = resolved(self.world, user, message.channel, named)
        return await self.interact(PRESS, user, message, told, message=message)

    def _must_see(self, user: User, message: Message) -> None:
        self.need(user, message.channel)
        if message.is_deleted or message.only_for not in (None, user.id):
            raise NotPossible(f"{user.name} does not see that message.")

    def form(self, user: User) -> Json | None:
        """The form a person has open."""
        opener = self._opener(user)
        return None if opener is None else opener.form

    def _opener(self, user: User) -> Interaction | None:
        rows = [row for row in self.interactions if row.user is user and row.form is not None]
        return rows[-1] if rows else None

    async def submit(
        self,
        user: User,
        values: Values,
        *,
        form: Json | None = None,
        channel: Channel | None = None,
    ) -> Interaction:
        """Fill in the open form and send it; it closes once the bot has answered.

        Args:
            user: who fills it in.
            values: by label or custom id; files as attachments (`upload`), rows for selects.
            form: a form to forge, open or not.
            channel: where the forged form is sent from.
        """
        opener = self._opener(user)
        if form is None and opener is None:
            raise NotPossible(f"{user.name} has no form open.")
        wanted = form or (opener and opener.form) or {}
        components, rows = filled(wanted, values, is_forged=form is not None)
        message = None if form is not None or opener is None else opener.message
        place = channel or (opener.channel if opener else self.where(user, None))
        told: Json = {"custom_id": wanted["custom_id"], "components": components}
        told["resolved"] = resolved(self.world, user, place, rows)
        interaction = await self.interact(FORM, user, place, told, message=message)
        if interaction.answer is not None and opener is not None:
            opener.form = None
        return interaction

    def close_form(self, user: User) -> None:
        """Dismiss the open form; nobody is told."""
        opener = self._opener(user)
        if opener is None:
            raise NotPossible(f"{user.name} has no form open.")
        opener.form = None

    async def command(
        self, user: User, channel: Channel | None, words: str, **options: Any
    ) -> Interaction:
        """Give a slash command, as in `command(ana, general, "bot plan show", plan="P1")`.

        Raises:
            NotPossible: it is not registered, not offered to this person, or badly filled in.
        """
        typed, told = self._typed(user, channel, words, options)
        return await self.interact(COMMAND, user, typed.channel, told)

    async def autocomplete(
        self, user: User, channel: Channel | None, words: str, **options: Any
    ) -> list[str]:
        """Type into the last of the options, and tell what is offered, by name."""
        typed, told = self._typed(user, channel, words, options, is_typing=True)
        interaction = await self.interact(TYPING, user, typed.channel, told)
        return [str(one["name"]) for one in interaction.choices]

    def _typed(
        self,
        user: User,
        channel: Channel | None,
        words: str,
        options: dict[str, Any],
        *,
        is_typing: bool = False,
    ) -> tuple[Typed, Json]:
        place = self.where(user, channel)
        self.need(user, place, Can.USE_APPLICATION_COMMANDS)
        granted = self.world.permissions(user, place)
        typed = Typed(place, words.removeprefix("/").split(), options, is_typing)
        command = find_command(self.world, typed, granted)
        told, rows = read_options(self.world, command, typed)
        return typed, told | {"resolved": resolved(self.world, user, place, rows)}

    async def menu(
        self, user: User, name: str, target: Message | User, channel: Channel | None = None
    ) -> Interaction:
        """Use a command of the menu of a message, or of a person met in a channel."""
        kind = MENU_OF_MESSAGE if isinstance(target, Message) else MENU_OF_USER
        place = target.channel if isinstance(target, Message) else self.where(user, channel)
        found = [row for row in self._menus(place) if (row["type"], row["name"]) == (kind, name)]
        if not found:
            raise NotPossible(f"There is no command {name!r} in the menu.")
        told: Json = {part: found[0][part] for part in ("id", "name", "type")}
        told["target_id"] = str(target.id)
        told["resolved"] = resolved(self.world, user, place, [target])
        return await self.interact(COMMAND, user, place, told)

    def _menus(self, place: Channel) -> list[Json]:
        here = self.world.commands.get(place.guild_id, {})
        return [*here.values(), *self.world.commands.get(None, {}).values()]


def _chosen(select: Json, values: tuple[Any, ...]) -> list[str]:
    if not int(select.get("min_values", 1)) <= len(values) <= int(select.get("max_values", 1)):
        raise NotPossible(f"{len(values)} is not a number of choices it takes.")
    return [
        _option(select, value) if isinstance(value, str) else str(value.id) for value in values
    ]


def _option(select: Json, wanted: str) -> str:
    for option in select.get("options") or []:
        if wanted in (option["value"], option["label"]):
            return str(option["value"])
    raise NotPossible(f"There is no option {wanted!r}.")

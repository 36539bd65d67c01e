"""Answers to interactions: the first one, and the follow-ups of the next quarter of an hour."""

from collections.abc import Iterator

from tests.fakes.discord import errors, limits
from tests.fakes.discord.components import bad_length, length
from tests.fakes.discord.errors import InvalidForm, Problem, refuse
from tests.fakes.discord.message_shape import message_json
from tests.fakes.discord.modalkit import modal_problems
from tests.fakes.discord.posting import Voice, announce, change, make
from tests.fakes.discord.registry import Answer, Asked, check, route
from tests.fakes.discord.rows import NO_FLAGS, Flag, Interaction, Json, Message, MessageKind
from tests.fakes.discord.world import World

COMMAND, PRESS, TYPING, FORM = 2, 3, 4, 5
SLASH = 1
SAY, THINK, THINK_SILENTLY, UPDATE, CHOICES, OPEN_FORM = 4, 5, 6, 7, 8, 9
PERMITTED = {
    COMMAND: (SAY, THINK, OPEN_FORM),
    PRESS: (SAY, THINK, THINK_SILENTLY, UPDATE, OPEN_FORM),
    TYPING: (CHOICES,),
    FORM: (SAY, THINK, THINK_SILENTLY, UPDATE),
}


@route("POST /interactions/{interaction}/{token}/callback", is_open=True)
def _callback(asked: Asked) -> Answer:
    interaction = asked.world.interactions.get(asked.call.path["token"])
    if interaction is None or interaction.id != asked.id("interaction"):
        raise refuse(errors.UNKNOWN_INTERACTION)
    give_answer(asked, interaction, asked.body)
    return _callback_json(asked, interaction) if asked.call.query.get("with_response") else None


def give_answer(asked: Asked, interaction: Interaction, body: Json) -> None:
    """Take a first answer, or refuse one that is late, a second one, or badly built."""
    world = asked.world
    if world.clock.now() - interaction.made_at > limits.ANSWER_SECONDS:
        raise refuse(errors.UNKNOWN_INTERACTION)
    if interaction.answer is not None:
        raise refuse(errors.ALREADY_ANSWERED)
    kind, content = int(body.get("type") or 0), dict(body.get("data") or {})
    check(_answer_problems(interaction, kind, content))
    try:
        _take(asked, interaction, kind, content)
    except InvalidForm as refusal:
        refusal.answer["errors"] = {"data": refusal.answer["errors"]}
        raise
    interaction.answer, interaction.answered_at = body, world.clock.now()
    world.changed()


def _answer_problems(interaction: Interaction, kind: int, content: Json) -> Iterator[Problem]:
    permitted = PERMITTED[interaction.kind]
    has_no_message = kind in (THINK_SILENTLY, UPDATE) and interaction.message is None
    if kind not in permitted or has_no_message:
        yield Problem("type", "BASE_TYPE_CHOICES", f"Value must be one of {set(permitted)}.")
    elif kind == OPEN_FORM:
        yield from modal_problems(content)
    elif kind == CHOICES:
        yield from _choice_problems(content.get("choices") or [])
    elif kind == THINK and int(content.get("flags") or 0) & ~int(Flag.EPHEMERAL):
        yield Problem("data/flags", "BITFIELD_INVALID_FLAGS", "Only EPHEMERAL may be set.")


def _choice_problems(choices: list[Json]) -> Iterator[Problem]:
    if len(choices) > limits.COMMAND_CHOICES:
        yield bad_length("data/choices", 0, limits.COMMAND_CHOICES)
    for number, one in enumerate(choices):
        yield from length(one, "name", f"data/choices/{number}", 1, limits.CHOICE_TEXT)
        if isinstance(one.get("value"), str):
            yield from length(one, "value", f"data/choices/{number}", 1, limits.CHOICE_TEXT)


def _take(asked: Asked, interaction: Interaction, kind: int, content: Json) -> None:
    match kind:
        case 4:
            interaction.original = make(
                asked, interaction.channel, content, _voice(asked, interaction, content)
            )
        case 5:
            interaction.original = _loading(asked.world, interaction, content)
        case 6:
            interaction.original = interaction.message
        case 7:
            assert interaction.message is not None, "checked before"
            interaction.original = change(asked, interaction.message, content)
        case 8:
            interaction.choices = list(content.get("choices") or [])
        case _:
            interaction.form = content


def _voice(asked: Asked, interaction: Interaction, content: Json) -> Voice:
    is_private = int(content.get("flags") or 0) & Flag.EPHEMERAL
    before = interaction.message if interaction.original is None else interaction.original
    return Voice(
        webhook_id=asked.world.app.id,
        interaction=interaction,
        kind=_kind(interaction) if interaction.original is None else MessageKind.REPLY,
        answers=None if before is None else before.id,
        is_quiet=True,
        only_for=interaction.user.id if is_private else None,
    )


def _kind(interaction: Interaction) -> MessageKind:
    """The kind of the first message in answer to an interaction."""
    if interaction.kind != COMMAND:
        return MessageKind.DEFAULT if interaction.message is None else MessageKind.REPLY
    is_slash = interaction.payload["data"]["type"] == SLASH
    return MessageKind.COMMAND_ANSWER if is_slash else MessageKind.MENU_ANSWER


def _loading(world: World, interaction: Interaction, content: Json) -> Message:
    """The message that says that the bot is thinking."""
    is_private = bool(int(content.get("flags") or 0) & Flag.EPHEMERAL)
    message = Message(
        id=world.new_id(),
        channel=interaction.channel,
        author=world.app.bot,
        kind=_kind(interaction),
        reply_to=None if interaction.message is None else interaction.message.id,
        flags=Flag.LOADING | (Flag.EPHEMERAL if is_private else NO_FLAGS),
        webhook_id=world.app.id,
        application_id=world.app.id,
        interaction=interaction,
        only_for=interaction.user.id if is_private else None,
    )
    world.add(message)
    announce(world, "MESSAGE_CREATE", message)
    return message


def _callback_json(asked: Asked, interaction: Interaction) -> Json:
    original = interaction.original
    shape: Json = {"id": str(interaction.id), "type": interaction.kind}
    answer: Json = {"interaction": shape, "resource": {"type": interaction.answer_type}}
    if original is not None:
        shape["response_message_id"] = str(original.id)
        shape["response_message_loading"] = bool(original.flags & Flag.LOADING)
        shape["response_message_ephemeral"] = original.only_for is not None
        answer["resource"]["message"] = message_json(asked.world, original)
    return answer


def by_webhook(asked: Asked) -> Interaction | None:
    """The interaction whose token is in the path of a webhook, if it is one.

    Raises:
        DiscordRefuses: its quarter of an hour is over, or it was not answered yet.
    """
    world, path = asked.world, asked.call.path
    if path["webhook"] != str(world.app.id):
        return None
    interaction = world.interactions.get(path["token"])
    is_over = interaction and world.clock.now() - interaction.made_at > limits.TOKEN_SECONDS
    if interaction is None or is_over:
        raise refuse(errors.INVALID_WEBHOOK_TOKEN)
    if interaction.answer is None:
        raise refuse(errors.UNKNOWN_WEBHOOK)
    return interaction


def follow_up(asked: Asked, interaction: Interaction) -> Message:
    """Say more; the first follow-up to a thinking answer takes its place."""
    body, original = asked.body, interaction.original
    if original is not None and original.flags & Flag.LOADING and not original.is_deleted:
        return change(asked, original, body)
    message = make(asked, interaction.channel, body, _voice(asked, interaction, body))
    interaction.followups.append(message)
    return message


def said(asked: Asked, interaction: Interaction) -> Message:
    """A message of an interaction, `@original` or a follow-up, that is still there."""
    wanted = asked.call.path["message"]
    rows = {str(row.id): row for row in interaction.followups}
    if interaction.original is not None:
        rows |= {
            "@original": interaction.original,
            str(interaction.original.id): interaction.original,
        }
    found = rows.get(wanted)
    if found is None or found.is_deleted:
        raise refuse(errors.UNKNOWN_MESSAGE)
    return found

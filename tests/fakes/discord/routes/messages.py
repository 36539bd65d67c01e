"""Messages of channels: send, read, change, delete, react, and show that the bot types."""

from tests.fakes.discord import errors, limits
from tests.fakes.discord.errors import Problem, refuse
from tests.fakes.discord.message_shape import blanked, is_open_to, message_json
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.posting import change, make, remove
from tests.fakes.discord.registry import Answer, Asked, check, route
from tests.fakes.discord.rows import Channel, Flag, Json, Message
from tests.fakes.discord.shapes import user_json
from tests.fakes.discord.world import EPOCH_MS, Happening, World

MESSAGES = "/channels/{channel}/messages"
ONE = MESSAGES + "/{message}"
REACTION = ONE + "/reactions/{emoji}"


def readable(world: World, message: Message) -> Json:
    """A message as the bot may read it over REST, where nobody finds a nonce again."""
    shape = message_json(world, message)
    shape.pop("nonce", None)
    is_open = world.app.allows_content or is_open_to(world, message)
    return shape if is_open else blanked(shape)


@route(f"POST {MESSAGES}")
def _send(asked: Asked) -> Answer:
    world, channel, body = asked.world, asked.channel(), asked.body
    world.need_to_write(channel)
    if asked.uploads:
        world.need(channel, Can.ATTACH_FILES)
    earlier = _earlier(world, channel, body)
    if earlier is not None:
        return message_json(world, earlier)
    message = make(asked, channel, {**body, "flags": _flags(body)})
    if message.nonce is not None:
        world.nonces[channel.id, message.nonce] = message
    return message_json(world, message)


def _flags(body: Json) -> int:
    """Nobody but an interaction makes a message that only one person sees."""
    return int(body.get("flags") or 0) & ~Flag.EPHEMERAL


def _earlier(world: World, channel: Channel, body: Json) -> Message | None:
    """The message that an enforced nonce already made, within a few minutes."""
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    found = world.nonces.get((channel.id, str(body["nonce"])))
    if found is None or found.is_deleted:
        return None
    age = world.clock.now() - ((found.id >> 22) + EPOCH_MS) / 1000
    return found if age <= limits.NONCE_SECONDS else None


@route(f"GET {MESSAGES}")
def _history(asked: Asked) -> Answer:
    channel, query = asked.channel(), asked.call.query
    if channel.guild_id is not None:
        granted = asked.world.permissions(asked.world.app.bot, channel)
        if not granted & Can.READ_MESSAGE_HISTORY:
            return []
    limit = asked.number("limit", 50)
    if not 1 <= limit <= 100:
        check([Problem("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")])
    rows = asked.world.in_channel(channel)
    if "after" in query:
        rows = [row for row in rows if row.id > int(query["after"])][:limit]
    elif "before" in query:
        rows = [row for row in rows if row.id < int(query["before"])][-limit:]
    elif "around" in query:
        middle = int(query["around"])
        older = [row for row in rows if row.id < middle][-(limit // 2) :]
        rows = older + [row for row in rows if row.id >= middle][: limit - len(older)]
    return [readable(asked.world, row) for row in reversed(rows[-limit:])]


@route(f"GET {ONE}")
def _read(asked: Asked) -> Answer:
    channel = asked.channel()
    if channel.guild_id is not None:
        asked.world.need(channel, Can.READ_MESSAGE_HISTORY)
    return readable(asked.world, asked.message(channel))


@route(f"PATCH {ONE}")
def _edit(asked: Asked) -> Answer:
    world, channel = asked.world, asked.channel()
    message = asked.message(channel)
    if message.author is not world.app.bot or message.webhook_id is not None:
        if set(asked.body) - {"flags"}:
            raise refuse(errors.NOT_YOUR_MESSAGE)
        world.need(channel, Can.MANAGE_MESSAGES)
    if channel.is_archived:
        raise refuse(errors.THREAD_ARCHIVED)
    return message_json(world, change(asked, message, asked.body))


@route(f"DELETE {ONE}")
def _delete(asked: Asked) -> Answer:
    channel = asked.channel()
    message = asked.message(channel)
    if message.author is not asked.world.app.bot:
        asked.world.need(channel, Can.MANAGE_MESSAGES)
    remove(asked.world, message)
    return None


@route(f"POST {MESSAGES}/bulk-delete")
def _delete_many(asked: Asked) -> Answer:
    world, channel = asked.world, asked.channel()
    world.need(channel, Can.MANAGE_MESSAGES)
    wanted = [int(one) for one in asked.body.get("messages") or []]
    least, most = limits.BULK_DELETE
    if not least <= len(wanted) <= most:
        text = f"Must be between {least} and {most} in length."
        check([Problem("messages", "BASE_TYPE_BAD_LENGTH", text)])
    oldest = int((world.clock.now() - limits.BULK_DELETE_SECONDS) * 1000 - EPOCH_MS) << 22
    if any(one < oldest for one in wanted):
        raise refuse(errors.TOO_OLD_TO_DELETE)
    for row in world.in_channel(channel):
        if row.id in wanted:
            remove(world, row)
    return None


@route("POST /channels/{channel}/typing")
def _type(asked: Asked) -> Answer:
    channel = asked.channel()
    asked.world.need_to_write(channel)
    channel.typed_at.append(asked.world.clock.now())
    asked.world.changed()
    return None


@route(f"PUT {REACTION}/@me")
def _react(asked: Asked) -> Answer:
    world, channel = asked.world, asked.channel()
    message, emoji = asked.message(channel), asked.call.path["emoji"]
    if emoji.isascii() and ":" not in emoji:
        raise refuse(errors.UNKNOWN_EMOJI)
    if emoji not in message.reactions:
        world.need(channel, Can.ADD_REACTIONS)
    if emoji not in message.reactions and len(message.reactions) >= limits.REACTIONS:
        raise refuse((400, 30010, "Maximum number of reactions reached (20)"))
    message.reactions.setdefault(emoji, set()).add(world.app.bot.id)
    tell_reaction(world, "MESSAGE_REACTION_ADD", message, (world.app.bot.id, emoji))
    return None


@route(f"DELETE {REACTION}/@me")
def _take_back(asked: Asked) -> Answer:
    world, message = asked.world, asked.message(asked.channel())
    emoji = asked.call.path["emoji"]
    people = message.reactions.get(emoji, set())
    people.discard(world.app.bot.id)
    if not people:
        message.reactions.pop(emoji, None)
    tell_reaction(world, "MESSAGE_REACTION_REMOVE", message, (world.app.bot.id, emoji))
    return None


@route(f"GET {REACTION}")
def _who_reacted(asked: Asked) -> Answer:
    message = asked.message(asked.channel())
    people = message.reactions.get(asked.call.path["emoji"], set())
    return [user_json(asked.world.users[one]) for one in sorted(people)]


def tell_reaction(world: World, event: str, message: Message, who: tuple[int, str]) -> None:
    """Tell the gateway that somebody put a reaction on a message or took it away."""
    user_id, emoji = who
    name, _, emoji_id = emoji.partition(":")
    channel = message.channel
    body: Json = {
        "user_id": str(user_id),
        "channel_id": str(channel.id),
        "message_id": str(message.id),
        "message_author_id": str(message.author.id),
        "emoji": {"id": emoji_id or None, "name": name},
        "burst": False,
        "type": 0,
    }
    if channel.guild_id is not None:
        body["guild_id"] = str(channel.guild_id)
    world.changed()
    world.tell(Happening(event, body, channel.guild_id, channel=channel))

"""The JSON of a message."""

from typing import Any

from tests.fakes.discord.rows import Flag, Interaction, Json, Message, MessageKind
from tests.fakes.discord.shapes import (
    attachment_json,
    channel_json,
    member_json,
    timestamp,
    user_json,
)
from tests.fakes.discord.world import World

HIDDEN: dict[str, Any] = {"content": "", "embeds": [], "attachments": [], "components": []}
GONE = ("poll", "message_snapshots")
BROUGHT = (
    *("type", "content", "timestamp", "edited_timestamp", "flags", "mentions"),
    *("attachments", "embeds", "components", "mention_roles", "sticker_items"),
)


def message_json(world: World, message: Message, *, as_event: bool = False) -> Json:
    """A message as REST shows it, or with its guild and member as the gateway does."""
    shape: Json = {
        "id": str(message.id),
        "type": message.kind,
        "channel_id": str(message.channel.id),
        "author": _author(message),
        "content": message.content,
        "timestamp": timestamp(_sent_at(message)),
        "edited_timestamp": timestamp(message.edited_at),
        "tts": False,
        "mention_everyone": message.pinged.everyone,
        "mentions": [user_json(world.users[one]) for one in sorted(message.pinged.user_ids)],
        "mention_roles": [str(one) for one in sorted(message.pinged.role_ids)],
        "attachments": [attachment_json(world, one) for one in message.attachments],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": False,
        "flags": int(message.flags),
        "reactions": _reactions(world, message),
    }
    shape |= _origins(message) | _links(world, message) | message.more
    if as_event and message.channel.guild_id is not None:
        shape |= _place(world, message, message.channel.guild_id)
    return shape


def forwarded(world: World, message: Message) -> Json:
    """What a message holds that brings another one from elsewhere: all but its author."""
    shape = message_json(world, message)
    reference = {"type": 1, "message_id": shape["id"], "channel_id": shape["channel_id"]}
    snapshot = {name: shape[name] for name in BROUGHT if name in shape}
    return {"message_reference": reference, "message_snapshots": [{"message": snapshot}]}


def blanked(shape: Json) -> Json:
    """The same message for a bot that may not read what people write."""
    return {name: value for name, value in (shape | HIDDEN).items() if name not in GONE}


def is_open_to(world: World, message: Message) -> bool:
    """Whether the bot may read a message without the privileged intent."""
    bot = world.app.bot
    is_own = message.author is bot or message.application_id == world.app.id
    return is_own or message.channel.guild_id is None or bot.id in message.pinged.user_ids


def _sent_at(message: Message) -> float:
    return ((message.id >> 22) + 1_420_070_400_000) / 1000


def _author(message: Message) -> Json:
    if message.webhook_id is None or message.interaction is not None:
        return user_json(message.author)
    return {
        "id": str(message.webhook_id),
        "username": message.persona or message.author.name,
        "discriminator": "0000",
        "global_name": None,
        "avatar": None,
        "bot": True,
    }


def _reactions(world: World, message: Message) -> list[Json]:
    rows = []
    for emoji, people in message.reactions.items():
        name, _, emoji_id = emoji.partition(":")
        rows.append(
            {
                "emoji": {"id": emoji_id or None, "name": name},
                "count": len(people),
                "count_details": {"burst": 0, "normal": len(people)},
                "me": world.app.bot.id in people,
                "me_burst": False,
                "burst_colors": [],
            }
        )
    return rows


def _origins(message: Message) -> Json:
    shape: Json = {}
    if message.webhook_id is not None:
        shape["webhook_id"] = str(message.webhook_id)
    if message.application_id is not None:
        shape["application_id"] = str(message.application_id)
    if message.nonce is not None:
        shape["nonce"] = message.nonce
    if message.poll is not None:
        shape["poll"] = message.poll
    if message.interaction is not None:
        shape["interaction_metadata"] = _metadata(message.interaction)
    return shape


def _metadata(interaction: Interaction) -> Json:
    return {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": user_json(interaction.user),
        "authorizing_integration_owners": {"0": str(interaction.guild_id or 0)},
    }


def _links(world: World, message: Message) -> Json:
    shape: Json = {}
    if message.kind == MessageKind.THREAD_CREATED:
        shape["message_reference"] = {"type": 0, "channel_id": str(message.thread_id)}
    elif message.reply_to is not None:
        place = _referred_to(message)
        reference = {"message_id": str(message.reply_to), "channel_id": str(place)}
        shape["message_reference"] = {"type": 0, **reference}
        found = world.posted.get(place, {}).get(message.reply_to)
        is_there = found is not None and not found.is_deleted
        shape["referenced_message"] = None
        if found is not None and is_there:
            shape["referenced_message"] = message_json(world, found) | {"referenced_message": None}
    if message.flags & Flag.HAS_THREAD and message.thread_id is not None:
        shape["thread"] = channel_json(world, world.channels[message.thread_id])
    return shape


def _referred_to(message: Message) -> int:
    """The channel of the message it refers to; what starts a thread lies above it."""
    is_starter = message.kind == MessageKind.THREAD_STARTER
    return (message.channel.parent_id or 0) if is_starter else message.channel.id


def _place(world: World, message: Message, guild_id: int) -> Json:
    shape: Json = {"guild_id": str(guild_id)}
    member = world.guilds[guild_id].members.get(message.author.id)
    if member is not None and message.webhook_id is None:
        shape["member"] = member_json(member)
    return shape

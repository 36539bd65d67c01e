"""Makes and changes messages for every route that can: channels, webhooks, interactions."""

import copy
from dataclasses import dataclass
from typing import Any

from tests.fakes.discord import errors, limits
from tests.fakes.discord.content import message_problems
from tests.fakes.discord.errors import Problem, refuse
from tests.fakes.discord.mentions import pinged
from tests.fakes.discord.message_shape import message_json
from tests.fakes.discord.registry import Asked, check
from tests.fakes.discord.rows import (
    Attachment,
    Channel,
    Flag,
    Interaction,
    Json,
    Message,
    MessageKind,
    walk,
)
from tests.fakes.discord.shapes import attachment_json, channel_json
from tests.fakes.discord.world import Happening, World

SENDABLE = (
    Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.EPHEMERAL | Flag.IS_COMPONENTS_V2
)


@dataclass(frozen=True, slots=True)
class Voice:
    """In whose name a message is written, beside the bot's own."""

    webhook_id: int | None = None
    persona: str | None = None
    avatar_url: str | None = None
    interaction: Interaction | None = None
    kind: MessageKind = MessageKind.DEFAULT
    answers: int | None = None
    """The message it is an answer to."""
    is_quiet: bool = False
    """Without `allowed_mentions` only people are called."""
    only_for: int | None = None


BOT_VOICE = Voice()


def make(asked: Asked, channel: Channel, body: Json, voice: Voice = BOT_VOICE) -> Message:
    """Write a message, or refuse to."""
    world = asked.world
    flags = Flag(int(body.get("flags") or 0)) & SENDABLE
    check(message_problems(body, flags))
    _need_content(body, asked)
    bot = world.app.bot
    message = Message(
        id=world.new_id(),
        channel=channel,
        author=bot,
        content=str(body.get("content") or ""),
        embeds=list(body.get("embeds") or []),
        flags=flags,
        webhook_id=voice.webhook_id,
        application_id=world.app.id if voice.webhook_id else None,
        persona=voice.persona,
        avatar_url=voice.avatar_url,
        nonce=None if body.get("nonce") is None else str(body["nonce"]),
        interaction=voice.interaction,
        kind=voice.kind,
        reply_to=voice.answers,
        only_for=voice.only_for,
        poll=body.get("poll"),
    )
    reference = body.get("message_reference")
    if reference:
        message.kind, message.reply_to = MessageKind.REPLY, _referenced(world, channel, reference)
    message.attachments = _attach(asked, message, body)
    message.components = shown_components(world, message, body.get("components") or [])
    message.pinged = pinged(world, channel, bot, body, quiet=voice.is_quiet)
    open_again(world, channel)
    if channel.is_thread:
        channel.member_ids.add(bot.id)
    world.add(message)
    announce(world, "MESSAGE_CREATE", message)
    return message


def _need_content(body: Json, asked: Asked) -> None:
    names = ("content", "embeds", "components", "poll", "sticker_ids")
    if not any(body.get(name) for name in names) and not asked.uploads:
        raise refuse(errors.EMPTY_MESSAGE)


def _referenced(world: World, channel: Channel, reference: Json) -> int | None:
    message_id = int(reference["message_id"])
    found = world.posted.get(channel.id, {}).get(message_id)
    if found is not None and not found.is_deleted:
        return message_id
    if reference.get("fail_if_not_exists", True):
        check([Problem("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
    return None


def change(asked: Asked, message: Message, body: Json) -> Message:
    """Change a message as far as the body says; what is not named stays."""
    world = asked.world
    flags = message.flags | (Flag(int(body.get("flags") or 0)) & Flag.IS_COMPONENTS_V2)
    if "flags" in body and body["flags"] is not None:
        suppressed = Flag(int(body["flags"])) & Flag.SUPPRESS_EMBEDS
        flags = (flags & ~Flag.SUPPRESS_EMBEDS) | suppressed
    check(message_problems(_as_it_would_be(message, body, flags), flags))
    was_loading = bool(flags & Flag.LOADING)
    message.flags = flags & ~Flag.LOADING
    if "attachments" in body or asked.uploads:
        message.attachments = _attach(asked, message, body)
    _replace(world, message, body)
    if not (message.shown or message.embeds or message.components or message.attachments):
        raise refuse(errors.EMPTY_MESSAGE)
    if not was_loading:
        message.edited_at = world.clock.now()
        message.edits += 1
    world.shown(message)
    announce(world, "MESSAGE_UPDATE", message)
    return message


def _as_it_would_be(message: Message, body: Json, flags: Flag) -> Json:
    """What is checked of a change: new components go with no words that stay from before."""
    if not flags & Flag.IS_COMPONENTS_V2:
        return body
    return {"content": message.content, "embeds": message.embeds} | body


def _replace(world: World, message: Message, body: Json) -> None:
    if "content" in body:
        message.content = str(body["content"] or "")
    if "embeds" in body:
        message.embeds = list(body["embeds"] or [])
    if "components" in body:
        message.components = shown_components(world, message, body["components"] or [])


def remove(world: World, message: Message) -> None:
    """Delete a message."""
    message.is_deleted = True
    world.changed()
    if message.only_for is not None:
        return
    channel = message.channel
    body = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id is not None:
        body["guild_id"] = str(channel.guild_id)
    world.tell(Happening("MESSAGE_DELETE", body, channel.guild_id, channel=channel))


def announce(world: World, event: str, message: Message) -> None:
    """Tell the gateway of a message that everybody sees."""
    if message.only_for is None:
        shape = message_json(world, message, as_event=True)
        world.tell(Happening(event, shape, message.channel.guild_id, message))


def open_again(world: World, channel: Channel) -> None:
    """Writing in an archived thread opens it."""
    if channel.is_archived:
        channel.is_archived = False
        shape = channel_json(world, channel)
        world.tell(Happening("THREAD_UPDATE", shape, channel.guild_id, channel=channel))


def _attach(asked: Asked, message: Message, body: Json) -> list[Attachment]:
    """Keep what the body names, add what came with it."""
    if len(asked.uploads) > limits.FILES:
        check([Problem("files", "BASE_TYPE_MAX_LENGTH", f"Must be {limits.FILES} or fewer")])
    if any(len(one.content) > limits.FILE_BYTES for one in asked.uploads.values()):
        raise refuse(errors.TOO_LARGE)
    named = {str(one.get("id")): one for one in body.get("attachments") or []}
    kept = [one for one in message.attachments if str(one.id) in named]
    for number, upload in asked.uploads.items():
        told = named.get(str(number), {})
        attachment = Attachment(
            id=asked.world.new_id(),
            channel_id=message.channel.id,
            filename=str(told.get("filename") or upload.filename),
            content=upload.content,
            content_type=upload.content_type,
            description=told.get("description"),
            is_ephemeral=message.only_for is not None,
        )
        asked.world.attachments[attachment.id] = attachment
        kept.append(attachment)
    return kept


def shown_components(world: World, message: Message, nodes: list[Json]) -> list[Json]:
    """Number components as Discord does, and give attached files their links."""
    shown = copy.deepcopy(nodes)
    links = {f"attachment://{one.filename}": one for one in message.attachments}
    for number, node in enumerate(walk(shown), start=1):
        node.setdefault("id", number)
        for media in _media(node):
            url = str(media.get("url"))
            if url.startswith("attachment://"):
                if url not in links:
                    code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                    check([Problem("components", code, f"There is no {url}")])
                media["url"] = attachment_json(world, links[url])["url"]
    return shown


def _media(node: Json) -> list[dict[str, Any]]:
    own = [node[name] for name in ("media", "file") if isinstance(node.get(name), dict)]
    return own + [item["media"] for item in node.get("items") or []]

"""The JSON in which Discord shows what it holds."""

import hashlib
from datetime import UTC, datetime

from tests.fakes.discord.limits import LINK_SECONDS
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import (
    Attachment,
    Channel,
    ChannelKind,
    Guild,
    Json,
    Member,
    Overwrite,
    Role,
    User,
    Webhook,
)
from tests.fakes.discord.world import World

VOICES = (ChannelKind.VOICE, ChannelKind.STAGE)
VOICE_PART: Json = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
ANY_TIME_LATER = "2999-01-01T00:00:00+00:00"


def timestamp(seconds: float | None) -> str | None:
    """A moment as Discord writes it."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat()


def user_json(user: User) -> Json:
    """A user as anybody sees them."""
    return {
        "id": str(user.id),
        "username": user.name,
        "discriminator": "0",
        "global_name": user.shown_name,
        "avatar": None,
        "bot": user.is_bot,
        "public_flags": 0,
    }


def member_json(member: Member) -> Json:
    """A member without their user."""
    return {
        "nick": member.nick,
        "avatar": None,
        "roles": [str(role_id) for role_id in sorted(member.role_ids)],
        "joined_at": timestamp(member.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": ANY_TIME_LATER if member.is_timed_out else None,
    }


def full_member(member: Member) -> Json:
    """A member with their user."""
    return member_json(member) | {"user": user_json(member.user)}


def role_json(role: Role) -> Json:
    """A role of a guild; one that a bot came with is its own."""
    tags = {"bot_id": str(role.bot_id)} if role.bot_id is not None else {}
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": role.position,
        "permissions": str(int(role.permissions)),
        "managed": bool(tags),
        "tags": tags,
        "mentionable": role.is_mentionable,
        "flags": 0,
    }


def channel_json(world: World, channel: Channel) -> Json:
    """A channel, a thread or a direct message."""
    shape: Json = {
        "id": str(channel.id),
        "type": int(channel.kind),
        "last_message_id": None
        if channel.last_message_id is None
        else str(channel.last_message_id),
        "flags": 0,
    }
    if channel.kind is ChannelKind.DIRECT:
        assert channel.person is not None, "a direct message has another side"
        return shape | {"recipients": [user_json(channel.person)]}
    shape |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": None if channel.parent_id is None else str(channel.parent_id),
        "rate_limit_per_user": 0,
    }
    return shape | (_thread_part(world, channel) if channel.is_thread else _room_part(channel))


def _room_part(channel: Channel) -> Json:
    return {
        "position": 0,
        "topic": channel.topic,
        "nsfw": False,
        "permission_overwrites": [_overwrite_json(row) for row in channel.overwrites],
    } | (VOICE_PART if channel.kind in VOICES else {})


def _overwrite_json(row: Overwrite) -> Json:
    kind = 0 if row.is_role else 1
    return {"id": str(row.id), "type": kind, "allow": str(row.allow), "deny": str(row.deny)}


def _thread_part(world: World, channel: Channel) -> Json:
    shape: Json = {
        "owner_id": str(channel.owner_id),
        "message_count": len(world.in_channel(channel)),
        "total_message_sent": len(world.in_channel(channel)),
        "member_count": len(channel.member_ids),
        "thread_metadata": {
            "archived": channel.is_archived,
            "auto_archive_duration": channel.auto_archive_minutes,
            "archive_timestamp": timestamp(channel.made_at),
            "create_timestamp": timestamp(channel.made_at),
            "locked": channel.is_locked,
        },
    }
    if world.app.bot.id in channel.member_ids:
        shape["member"] = thread_member_json(channel, world.app.bot.id)
    return shape


def thread_member_json(channel: Channel, user_id: int) -> Json:
    """That somebody is in a thread."""
    joined_at = timestamp(channel.made_at)
    return {
        "id": str(channel.id),
        "user_id": str(user_id),
        "join_timestamp": joined_at,
        "flags": 1,
    }


def guild_json(guild: Guild) -> Json:
    """A guild as REST shows it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "owner_id": str(guild.owner_id),
        "roles": [role_json(row) for row in guild.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "system_channel_id": None,
        "rules_channel_id": None,
    }


def full_guild(world: World, guild: Guild) -> Json:
    """A guild as the gateway brings it: the bot as a member, channels and open threads."""
    rooms = [row for row in world.channels.values() if row.guild_id == guild.id]
    seen = [row for row in rooms if world.permissions(world.app.bot, row) & Can.VIEW_CHANNEL]
    return guild_json(guild) | {
        "joined_at": timestamp(guild.members[world.app.bot.id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [full_member(guild.members[world.app.bot.id])],
        "channels": [channel_json(world, row) for row in rooms if not row.is_thread],
        "threads": [
            channel_json(world, row) for row in seen if row.is_thread and not row.is_archived
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment_json(world: World, attachment: Attachment) -> Json:
    """A file with a link that is good for a day from now."""
    url = f"{world.base_url}{_signed(attachment, int(world.clock.now()) + LINK_SECONDS)}"
    return {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.content),
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
        "description": attachment.description,
        "ephemeral": attachment.is_ephemeral,
    }


def _signed(attachment: Attachment, expires_at: int) -> str:
    place = f"/attachments/{attachment.channel_id}/{attachment.id}/{attachment.filename}"
    return f"{place}?ex={expires_at:x}&hm={link_signature(attachment.id, expires_at)}"


def link_signature(attachment_id: int, expires_at: int) -> str:
    """What shows that a link was made here."""
    return hashlib.sha256(f"fake-cdn {attachment_id} {expires_at}".encode()).hexdigest()


def webhook_json(webhook: Webhook, *, is_secret: bool = False) -> Json:
    """A webhook, with its token for those who may know it."""
    shape: Json = {
        "id": str(webhook.id),
        "type": 1,
        "guild_id": str(webhook.channel.guild_id),
        "channel_id": str(webhook.channel.id),
        "name": webhook.name,
        "avatar": webhook.avatar,
        "application_id": None if webhook.application_id is None else str(webhook.application_id),
        "user": user_json(webhook.user),
    }
    return shape if is_secret else shape | {"token": webhook.token}

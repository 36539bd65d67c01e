"""The JSON in which an interaction reaches the bot."""

from typing import Any

from tests.fakes.discord.limits import FILE_BYTES
from tests.fakes.discord.message_shape import message_json
from tests.fakes.discord.rows import Channel, Interaction, Json, Member, Message, Role, User
from tests.fakes.discord.shapes import (
    attachment_json,
    channel_json,
    full_member,
    member_json,
    role_json,
    user_json,
)
from tests.fakes.discord.world import World

USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT = 6, 7, 8, 9, 11


def interaction_json(world: World, interaction: Interaction, told: Json) -> Json:
    """An interaction as the gateway and the HTTP endpoint bring it."""
    channel = interaction.channel
    shape: Json = {
        "id": str(interaction.id),
        "application_id": str(world.app.id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": told,
        "channel_id": str(channel.id),
        "channel": channel_json(world, channel)
        | {"permissions": str(int(world.permissions(interaction.user, channel)))},
        "locale": "en-US",
        "app_permissions": str(int(world.permissions(world.app.bot, channel))),
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(interaction.guild_id or 0)},
        "context": 0 if interaction.guild_id is not None else 1,
        "attachment_size_limit": FILE_BYTES,
    }
    if interaction.message is not None:
        shape["message"] = message_json(world, interaction.message)
    return shape | _person(world, interaction)


def _person(world: World, interaction: Interaction) -> Json:
    if interaction.guild_id is None:
        return {"user": user_json(interaction.user)}
    guild = world.guilds[interaction.guild_id]
    member = guild.members.get(interaction.user.id) or Member(interaction.user)
    permissions = world.permissions(interaction.user, interaction.channel)
    return {
        "guild_id": str(guild.id),
        "guild_locale": "en-US",
        "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
        "member": full_member(member) | {"permissions": str(int(permissions))},
    }


def resolved(world: World, user: User, place: Channel, rows: list[Any]) -> Json:
    """What the ids stand for that somebody gave somewhere."""
    guild = None if place.guild_id is None else world.guilds[place.guild_id]
    found: Json = {}
    for row in rows:
        if isinstance(row, User):
            found.setdefault("users", {})[str(row.id)] = user_json(row)
            member = None if guild is None else guild.members.get(row.id)
            if member is not None:
                rights = {"permissions": str(int(world.permissions(row, place)))}
                found.setdefault("members", {})[str(row.id)] = member_json(member) | rights
        elif isinstance(row, Message):
            found.setdefault("messages", {})[str(row.id)] = message_json(world, row)
        elif isinstance(row, Role):
            found.setdefault("roles", {})[str(row.id)] = role_json(row)
        elif isinstance(row, Channel):
            rights = {"permissions": str(int(world.permissions(user, row)))}
            found.setdefault("channels", {})[str(row.id)] = channel_json(world, row) | rights
        else:
            found.setdefault("attachments", {})[str(row.id)] = attachment_json(world, row)
    return found

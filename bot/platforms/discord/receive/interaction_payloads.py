"""Theirs to ours: what a person pressed, filled in or commanded, whichever door it came by.

Interactions are read into `Asked`, and answered with Discord's own shape of an answer, so
that the gateway and the HTTP endpoint are the same to whatever decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import discord
from typing_extensions import override

from bot.domain.messages import Thread
from bot.platforms.chat.interactions import ChatPress
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.render.components import EPHEMERAL


class InteractionKind(IntEnum):
    """What sort of interaction it is."""

    PING = 1
    COMMAND = 2
    PRESS = 3
    TYPING = 4
    FORM = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordInteraction(ChatPress):
    """An interaction: by whom, where, on which message, and what it holds.

    `channel` is where it happened, `parent` the channel of that thread, empty elsewhere; the
    `guild` is empty in private.
    """

    id: str
    token: str = field(repr=False)
    sort: int = 0
    user: str = ""
    name: str = ""
    guild: str = ""
    parent: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def custom_id(self) -> str:
        """What was pressed, or which form was sent."""
        return str(self.data.get("custom_id") or "")

    @override
    def place(self, home: str) -> Thread:
        """The thread it happened in; a plain channel is one without an end."""
        if not self.guild:
            return Thread(PLATFORM, home, self.channel, self.channel)
        thread = self.channel if self.parent else ""
        return Thread(PLATFORM, self.guild, self.parent or self.channel, thread)

    @property
    @override
    def alone(self) -> Thread:
        return Thread(PLATFORM, self.guild or "@dm", self.channel, f"{self.message}.card")


def asked_of(interaction: "discord.Interaction[Any]") -> DiscordInteraction:
    """Read what the gateway brought."""
    channel, message = interaction.channel, interaction.message
    return DiscordInteraction(
        id=str(interaction.id),
        token=interaction.token,
        sort=int(interaction.type.value),
        user=str(interaction.user.id),
        name=interaction.user.display_name,
        guild=str(interaction.guild_id or ""),
        channel=str(interaction.channel_id or ""),
        parent=str(channel.parent_id) if isinstance(channel, discord.Thread) else "",
        message=str(message.id) if message is not None else "",
        is_ephemeral=message is not None and message.flags.ephemeral,
        data=dict(interaction.data or {}),
    )


def read_payload(payload: Mapping[str, Any]) -> DiscordInteraction | None:
    """Read what was posted to the endpoint; None where it is no interaction of a person."""
    user = _part(_part(payload, "member"), "user") or _part(payload, "user")
    id_, token = payload.get("id"), payload.get("token")
    sort = payload.get("type")
    channel, message = _part(payload, "channel"), _part(payload, "message")
    if not (id_ and token and user.get("id") and isinstance(sort, int)):
        return None
    flags = message.get("flags")
    return DiscordInteraction(
        id=str(id_),
        token=str(token),
        sort=sort,
        user=str(user["id"]),
        name=_name(payload, user),
        guild=str(payload.get("guild_id") or ""),
        channel=str(payload.get("channel_id") or channel.get("id") or ""),
        parent=str(channel.get("parent_id") or "") if channel.get("type") in _THREADS else "",
        message=str(message.get("id") or ""),
        is_ephemeral=isinstance(flags, int) and bool(flags & EPHEMERAL),
        data=_part(payload, "data"),
    )


_THREADS = frozenset({10, 11, 12})


def _part(payload: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = payload.get(name)
    return found if isinstance(found, Mapping) else {}


def _name(payload: Mapping[str, Any], user: Mapping[str, Any]) -> str:
    nick = _part(payload, "member").get("nick")
    return str(nick or user.get("global_name") or user.get("username") or "")

"""Who is there: people, guilds, channels, roles, and every change among them."""

from typing import Any

from tests.fakes.discord.core import Core
from tests.fakes.discord.permissions import EVERYTHING, NOTHING, Can
from tests.fakes.discord.rows import (
    Channel,
    ChannelKind,
    Guild,
    Json,
    Member,
    Overwrite,
    Role,
    User,
)
from tests.fakes.discord.shapes import channel_json, full_guild, full_member, role_json, user_json
from tests.fakes.discord.world import Happening


class GuildActs(Core):
    """Acts that make the world; the bot is told of them once it is connected."""

    home: Guild
    """The guild that is there from the beginning."""

    def user(
        self, name: str, guild: Guild | None = None, *, roles: tuple[Role, ...] = (), **fields: Any
    ) -> User:
        """Make a person who is a member of the home guild, or of another one."""
        user = User(self.world.new_id(), name, **fields)
        self.world.users[user.id] = user
        self.join(user, guild or self.home, roles=roles)
        return user

    def stranger(self, name: str, **fields: Any) -> User:
        """Make a person who is in no guild."""
        user = User(self.world.new_id(), name, **fields)
        self.world.users[user.id] = user
        return user

    def join(self, user: User, guild: Guild, *, roles: tuple[Role, ...] = ()) -> Member:
        """Let somebody into a guild."""
        member = Member(user, {role.id for role in roles}, joined_at=self.world.clock.now())
        guild.members[user.id] = member
        body = full_member(member) | {"guild_id": str(guild.id)}
        self._tell("GUILD_MEMBER_ADD", body, guild)
        return member

    def leave(self, user: User, guild: Guild | None = None) -> None:
        """Let somebody leave a guild."""
        left = guild or self.home
        del left.members[user.id]
        body = {"guild_id": str(left.id), "user": user_json(user)}
        self._tell("GUILD_MEMBER_REMOVE", body, left)

    def change_member(
        self,
        user: User,
        *roles: Role,
        guild: Guild | None = None,
        nick: str | None = None,
        is_timed_out: bool = False,
    ) -> Member:
        """Let somebody have these roles and no others, and this nick."""
        changed = guild or self.home
        member = changed.members[user.id]
        member.role_ids = {role.id for role in roles}
        member.nick, member.is_timed_out = nick, is_timed_out
        body = full_member(member) | {"guild_id": str(changed.id)}
        self._tell("GUILD_MEMBER_UPDATE", body, changed)
        return member

    def role(
        self,
        name: str,
        can: Can = NOTHING,
        *,
        guild: Guild | None = None,
        is_mentionable: bool = False,
    ) -> Role:
        """Make a role."""
        owner = guild or self.home
        role = Role(self.world.new_id(), name, int(can), len(owner.roles), is_mentionable)
        owner.roles[role.id] = role
        self._tell(
            "GUILD_ROLE_CREATE", {"guild_id": str(owner.id), "role": role_json(role)}, owner
        )
        return role

    def change_role(self, role: Role, can: Can, *, guild: Guild | None = None) -> None:
        """Let a role allow this and nothing else."""
        owner = guild or self.home
        role.permissions = int(can)
        self._tell(
            "GUILD_ROLE_UPDATE", {"guild_id": str(owner.id), "role": role_json(role)}, owner
        )

    def remove_role(self, role: Role, *, guild: Guild | None = None) -> None:
        """Delete a role; its members lose it."""
        owner = guild or self.home
        del owner.roles[role.id]
        for member in owner.members.values():
            member.role_ids.discard(role.id)
        body = {"guild_id": str(owner.id), "role_id": str(role.id)}
        self._tell("GUILD_ROLE_DELETE", body, owner)

    def guild(self, name: str) -> Guild:
        """Make a guild with the bot in it; its owner is somebody new."""
        guild = self.world.new_guild(name, self.stranger(f"owner of {name}"))
        self._tell("GUILD_CREATE", full_guild(self.world, guild), guild)
        return guild

    def kick(self, guild: Guild) -> None:
        """Throw the bot out of a guild."""
        self._tell("GUILD_DELETE", {"id": str(guild.id)}, guild)
        del guild.members[self.world.app.bot.id]

    def channel(
        self,
        name: str,
        *,
        guild: Guild | None = None,
        only_for: tuple[User | Role, ...] = (),
        kind: ChannelKind = ChannelKind.TEXT,
    ) -> Channel:
        """Make a channel; with `only_for` nobody else sees it but the bot."""
        owner = guild or self.home
        channel = Channel(self.world.new_id(), kind, owner.id, name)
        if only_for:
            channel.overwrites = [Overwrite(owner.id, deny=int(Can.VIEW_CHANNEL))]
            for one in (*only_for, self.world.app.bot):
                self._overwrite(channel, one, allow=Can.VIEW_CHANNEL)
        self.world.channels[channel.id] = channel
        self._tell("CHANNEL_CREATE", channel_json(self.world, channel), owner)
        return channel

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, of which Discord tells nothing apart."""
        shape, world = channel_json(self.world, channel), self.world
        gone = [row for row in world.channels.values() if channel.id in (row.id, row.parent_id)]
        for row in gone:
            del world.channels[row.id]
        self._tell("CHANNEL_DELETE", shape, world.guilds[channel.guild_id or 0])

    def allow(self, channel: Channel, who: User | Role, can: Can) -> None:
        """Let a channel allow somebody something, and deny nothing."""
        self._overwrite(channel, who, allow=can)
        self._changed(channel)

    def deny(self, channel: Channel, who: User | Role, can: Can = EVERYTHING) -> None:
        """Let a channel deny somebody something, and allow nothing."""
        self._overwrite(channel, who, deny=can)
        self._changed(channel)

    @staticmethod
    def _overwrite(
        channel: Channel,
        who: User | Role,
        *,
        allow: Can = NOTHING,
        deny: Can = NOTHING,
    ) -> None:
        others = [row for row in channel.overwrites if row.id != who.id]
        row = Overwrite(who.id, isinstance(who, Role), int(allow), int(deny))
        channel.overwrites = [*others, row]

    def _changed(self, channel: Channel) -> None:
        guild = self.world.guilds[channel.guild_id or 0]
        self._tell("CHANNEL_UPDATE", channel_json(self.world, channel), guild)

    def _tell(self, event: str, body: Json, guild: Guild) -> None:
        self.world.tell(Happening(event, body, guild.id))
        self.world.changed()

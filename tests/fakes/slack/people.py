"""Who is in the fake Slack: workspaces, people, conversations and user groups."""

from dataclasses import dataclass, field
from typing import Any, Literal

from tests.fakes.slack.record import Json

Kind = Literal["public", "private", "im", "mpim"]
CHANNEL_TYPES: dict[Kind, str] = {
    "public": "channel",
    "private": "group",
    "im": "im",
    "mpim": "mpim",
}
SCOPE_WORDS: dict[Kind, str] = {
    "public": "channels",
    "private": "groups",
    "im": "im",
    "mpim": "mpim",
}


@dataclass(slots=True)
class Team:
    """A workspace and the bot installed in it."""

    id: str
    name: str
    bot_token: str
    bot_user_id: str
    bot_id: str
    organisation: str | None = None

    @property
    def domain(self) -> str:
        """The first part of its web address."""
        return self.name.lower()


@dataclass(slots=True)
class User:
    """A member; every field may be changed while the fake runs."""

    id: str
    team: str
    name: str
    is_admin: bool = False
    is_owner: bool = False
    is_restricted: bool = False
    is_ultra_restricted: bool = False
    is_stranger: bool = False
    home: str = ""
    is_bot: bool = False
    deleted: bool = False

    @property
    def home_team(self) -> str:
        """The workspace the person is a member of.

        A partner with whom a channel is shared has a `home` elsewhere; whom nobody shares one
        with any more Slack calls a stranger.
        """
        return self.home or (f"T-{self.id}" if self.is_stranger else self.team)

    def as_json(self) -> Json:
        """What `users.info` says of a person; a deactivated one has lost the roles."""
        profile = {
            "real_name": self.name.title(),
            "display_name": self.name,
            "real_name_normalized": self.name.title(),
            "team": self.home_team,
        }
        user: Json = {
            "id": self.id,
            "team_id": self.home_team,
            "name": self.name,
            "deleted": self.deleted,
            "profile": profile,
            "is_bot": self.is_bot,
            "is_app_user": False,
            "updated": 1_700_000_000,
        }
        if self.is_stranger:
            user["is_stranger"] = True
        if self.deleted:
            return user
        return user | {
            "real_name": self.name.title(),
            "tz": "Europe/Amsterdam",
            "tz_offset": 3600,
            "is_admin": self.is_admin,
            "is_owner": self.is_owner,
            "is_primary_owner": False,
            "is_restricted": self.is_restricted,
            "is_ultra_restricted": self.is_ultra_restricted,
        }


@dataclass(slots=True)
class Channel:
    """A conversation; a direct message has its one person in `user`."""

    id: str
    team: str
    name: str
    kind: Kind = "public"
    members: set[str] = field(default_factory=set)
    user: str | None = None
    is_archived: bool = False
    is_ext_shared: bool = False

    @property
    def type(self) -> str:
        """The `channel_type` of events."""
        return CHANNEL_TYPES[self.kind]

    @property
    def is_direct(self) -> bool:
        """Whether it is a direct message between one person and the bot."""
        return self.kind == "im"

    def as_json(self) -> Json:
        """What `conversations.info` says of it."""
        shared: Json = {
            "id": self.id,
            "created": 1_700_000_000,
            "is_archived": self.is_archived,
            "is_channel": self.kind == "public",
            "is_group": self.kind == "private",
            "is_im": self.kind == "im",
            "is_mpim": self.kind == "mpim",
            "is_private": self.kind != "public",
            "is_ext_shared": self.is_ext_shared,
            "is_shared": self.is_ext_shared,
            "context_team_id": self.team,
        }
        if self.is_direct:
            return shared | {"user": self.user, "is_user_deleted": False}
        return shared | {"name": self.name, "name_normalized": self.name, "is_member": True}


@dataclass(slots=True)
class Group:
    """A user group such as `@payments`."""

    id: str
    team: str
    members: list[str] = field(default_factory=list)
    name: str = ""

    def as_json(self) -> Json:
        """The group, as `usergroups.list` tells it."""
        return {
            "id": self.id,
            "team_id": self.team,
            "is_usergroup": True,
            "name": self.name,
            "handle": self.name.casefold().replace(" ", "-"),
            "description": "",
            "date_delete": 0,
            "user_count": str(len(self.members)),
        }


@dataclass(slots=True)
class Directory:
    """Finds people and places; the same id may exist in two workspaces."""

    teams: dict[str, Team] = field(default_factory=dict)
    users: dict[tuple[str, str], User] = field(default_factory=dict)
    channels: dict[tuple[str, str], Channel] = field(default_factory=dict)
    groups: dict[tuple[str, str], Group] = field(default_factory=dict)

    def user(self, team: str, user_id: str) -> User:
        """Find a person a test has made."""
        try:
            return self.users[team, user_id]
        except KeyError:
            raise LookupError(f"No user {user_id} in {team}: make one with fake.user().") from None

    def channel(self, team: str, channel_id: str) -> Channel:
        """Find a conversation a test has made."""
        try:
            return self.channels[team, channel_id]
        except KeyError:
            message = f"No channel {channel_id} in {team}: make one with fake.channel()."
            raise LookupError(message) from None

    def change_user(self, team: str, user_id: str, **fields: Any) -> User:
        """Make a person, or change what is known of one."""
        user = self.users.get((team, user_id))
        if user is None:
            fields.setdefault("name", user_id.lower())
            user = self.users[team, user_id] = User(user_id, team, **fields)
        for name, value in fields.items():
            setattr(user, name, value)
        return user

    def direct_channel(self, team: str, user_id: str) -> Channel:
        """Find or open the direct message between a person and the bot."""
        channel_id = f"D{user_id}"
        if (team, channel_id) not in self.channels:
            members = {user_id, self.teams[team].bot_user_id}
            channel = Channel(channel_id, team, "directmessage", "im", members, user_id)
            self.channels[team, channel_id] = channel
        return self.channels[team, channel_id]

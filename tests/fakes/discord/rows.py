"""What the fake Discord holds: people, guilds, channels, messages, webhooks, interactions."""

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]


class ChannelKind(IntEnum):
    """The kinds of channels there are here."""

    TEXT = 0
    DIRECT = 1
    VOICE = 2
    CATEGORY = 4
    NEWS = 5
    NEWS_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15


THREADS = (ChannelKind.NEWS_THREAD, ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD)


class Flag(IntFlag):
    """What is set on a message."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


NO_FLAGS = Flag(0)


class MessageKind(IntEnum):
    """Why a message is there."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND_ANSWER = 20
    THREAD_STARTER = 21
    MENU_ANSWER = 23


SPOKEN = (
    *(MessageKind.DEFAULT, MessageKind.REPLY),
    *(MessageKind.COMMAND_ANSWER, MessageKind.MENU_ANSWER),
)
"""What somebody said; the other kinds are Discord's own notes."""


@dataclass(slots=True, eq=False)
class User:
    """A person or a bot, the same in every guild."""

    id: int
    name: str
    shown_name: str | None = None
    is_bot: bool = False
    takes_messages: bool = True
    """False refuses direct messages from bots."""

    @property
    def mention(self) -> str:
        """What calls this person in a text."""
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False)
class Role:
    """A role of a guild; the one with the guild's id is everybody's."""

    id: int
    name: str
    permissions: int = 0
    position: int = 1
    is_mentionable: bool = False
    bot_id: int | None = None

    @property
    def mention(self) -> str:
        """What calls everybody of this role."""
        return f"<@&{self.id}>"


@dataclass(slots=True, eq=False)
class Member:
    """Somebody in a guild."""

    user: User
    role_ids: set[int] = field(default_factory=set)
    nick: str | None = None
    joined_at: float = 0.0
    is_timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows or denies one role or one person."""

    id: int
    is_role: bool = True
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    is_unavailable: bool = False


@dataclass(slots=True, eq=False)
class Channel:
    """A channel, a thread, or a direct message with the bot."""

    id: int
    kind: ChannelKind
    guild_id: int | None = None
    name: str = ""
    parent_id: int | None = None
    topic: str | None = None
    overwrites: list[Overwrite] = field(default_factory=list)
    person: User | None = None
    """The other side of a direct message."""
    owner_id: int | None = None
    member_ids: set[int] = field(default_factory=set)
    """Who is in a thread."""
    is_archived: bool = False
    is_locked: bool = False
    auto_archive_minutes: int = 1440
    made_at: float = 0.0
    last_message_id: int | None = None
    typed_at: list[float] = field(default_factory=list)
    """When the bot showed that it types."""

    @property
    def is_thread(self) -> bool:
        """Whether it hangs under another channel."""
        return self.kind in THREADS

    @property
    def mention(self) -> str:
        """What links to it in a text."""
        return f"<#{self.id}>"


@dataclass(slots=True, eq=False)
class Attachment:
    """A file as it hangs on a message; its link is signed and expires."""

    id: int
    channel_id: int
    filename: str
    content: bytes
    content_type: str
    description: str | None = None
    is_ephemeral: bool = False


@dataclass(frozen=True, slots=True)
class Pinged:
    """Who was really called by a message."""

    user_ids: frozenset[int] = frozenset()
    role_ids: frozenset[int] = frozenset()
    everyone: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """A message as readers see it now, with how it came to be so."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: Flag = NO_FLAGS
    kind: int = MessageKind.DEFAULT
    reply_to: int | None = None
    webhook_id: int | None = None
    application_id: int | None = None
    persona: str | None = None
    """The name a webhook spoke under."""
    avatar_url: str | None = None
    nonce: str | None = None
    pinged: Pinged = field(default_factory=Pinged)
    edited_at: float | None = None
    edits: int = 0
    is_deleted: bool = False
    reactions: dict[str, set[int]] = field(default_factory=dict)
    only_for: int | None = None
    """Set on an ephemeral message: the one person who sees it."""
    interaction: "Interaction | None" = None
    thread_id: int | None = None
    poll: Json | None = None
    more: Json = field(default_factory=dict)
    """More of its JSON: stickers, what it brings from elsewhere."""

    @property
    def shown(self) -> str:
        """All its words, those in components and in embeds that are not suppressed."""
        rows = [] if self.flags & Flag.SUPPRESS_EMBEDS else self.embeds
        embeds = (str(one.get(name, "")) for one in rows for name in ("title", "description"))
        parts = (self.content, *embeds, *(str(one["content"]) for one in texts(self.components)))
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons a person could press."""
        rows = (one for one in controls(self.components) if one["type"] == 2)
        return [str(one.get("label", "")) for one in rows if not one.get("disabled")]


@dataclass(slots=True, eq=False)
class Webhook:
    """A way to write into a channel under any name."""

    id: int
    token: str
    channel: Channel
    name: str
    application_id: int | None
    user: User
    avatar: str | None = None


@dataclass(slots=True, eq=False)
class Interaction:
    """Something a person did that the bot must answer within three seconds."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    guild_id: int | None
    made_at: float
    payload: Json = field(default_factory=dict)
    message: Message | None = None
    via: str = ""
    """How the bot was told: `gateway`, `http`, or nothing when it was not."""
    answered_at: float | None = None
    answer: Json | None = None
    """The first answer: `type` and `data`."""
    original: Message | None = None
    choices: list[Json] = field(default_factory=list)
    form: Json | None = None
    followups: list[Message] = field(default_factory=list)
    trouble: str | None = None
    """What the person reads when the bot did not answer, or not properly."""

    @property
    def answer_type(self) -> int | None:
        """The kind of the first answer."""
        return None if self.answer is None else int(self.answer["type"])

    @property
    def messages(self) -> list[Message]:
        """The original answer and the follow-ups that are still there."""
        rows = [self.original] if self.original is not None else []
        return [row for row in (*rows, *self.followups) if not row.is_deleted]


def walk(components: list[Json]) -> list[Json]:
    """Every component, nested ones too, in order of reading."""
    found: list[Json] = []
    for one in components:
        found.append(one)
        inner = list(one.get("components") or [])
        inner += [one[name] for name in ("accessory", "component") if one.get(name)]
        found += walk(inner)
    return found


def texts(components: list[Json]) -> list[Json]:
    """The text displays among components."""
    return [one for one in walk(components) if one.get("type") == 10]


def controls(components: list[Json]) -> list[Json]:
    """What a person can press or choose from."""
    return [one for one in walk(components) if one.get("type") in (2, 3, 5, 6, 7, 8)]

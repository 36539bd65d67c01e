"""The state of the fake Discord, and the few moves that several doors share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.fakes.clock import Clock
from tests.fakes.discord import errors
from tests.fakes.discord.crawler import Crawler
from tests.fakes.discord.errors import NotPossible, refuse
from tests.fakes.discord.limits import ACTIVE_THREADS
from tests.fakes.discord.permissions import BOT, NOTHING, ORDINARY, Can, in_channel
from tests.fakes.discord.record import Record
from tests.fakes.discord.rows import (
    Attachment,
    Channel,
    ChannelKind,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    Role,
    User,
    Webhook,
)

EPOCH_MS = 1_420_070_400_000
KEY_SEED = b"the key of the fake Discord app."


@dataclass(slots=True)
class App:
    """The bot's application as it is configured at Discord."""

    id: int
    bot: User
    token: str
    key: Ed25519PrivateKey = field(
        default_factory=lambda: Ed25519PrivateKey.from_private_bytes(KEY_SEED)
    )
    allows_members: bool = True
    allows_presences: bool = True
    allows_content: bool = True
    """Whether the privileged intents are switched on in the developer portal."""
    endpoint_url: str | None = None

    @property
    def public_key(self) -> str:
        """What signatures are checked with, in hex."""
        return self.key.public_key().public_bytes_raw().hex()


@dataclass(frozen=True, slots=True)
class Happening:
    """Something the gateway tells."""

    event: str
    body: Json
    guild_id: int | None = None
    message: Message | None = None
    """The message it shows; its words may be kept from the bot."""
    channel: Channel | None = None
    """Where it happens, if it is told only to those who may look there."""

    @property
    def place(self) -> Channel | None:
        """Where it happens, as far as that matters to who is told."""
        return self.channel if self.message is None else self.message.channel


def _tell_nobody(_happening: Happening) -> None:
    """Before a gateway is there."""


@dataclass(slots=True)
class World:
    """Everything the fake knows; tests may read all of it and change most."""

    clock: Clock
    app: App = field(init=False)
    base_url: str = ""
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    posted: dict[int, dict[int, Message]] = field(default_factory=dict)
    """All messages by channel and id, deleted and ephemeral ones too."""
    attachments: dict[int, Attachment] = field(default_factory=dict)
    webhooks: dict[int, Webhook] = field(default_factory=dict)
    commands: dict[int | None, dict[int, Json]] = field(default_factory=dict)
    """Registered commands by guild; those of None are global."""
    commands_made: list[tuple[int | None, float]] = field(default_factory=list)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    """All that ever were, by token."""
    nonces: dict[tuple[int, str], Message] = field(default_factory=dict)
    record: Record = field(default_factory=Record)
    crawler: Crawler = field(default_factory=Crawler)
    shards: int = 1
    """How many shards Discord recommends."""
    max_concurrency: int = 1
    """How many shards may IDENTIFY at a time."""
    active_threads: int = ACTIVE_THREADS
    """How many threads of a guild may be open at once."""
    is_changed: asyncio.Event = field(default_factory=asyncio.Event)
    tell: Callable[[Happening], None] = _tell_nobody
    _last_id: int = 0

    def __post_init__(self) -> None:
        bot = User(self.new_id(), "frontdesk", is_bot=True)
        self.users[bot.id] = bot
        self.app = App(bot.id, bot, f"token-of-{bot.id}")

    def new_id(self) -> int:
        """A snowflake: the time, and never the same twice."""
        earliest = (int(self.clock.now() * 1000) - EPOCH_MS) << 22
        self._last_id = max(self._last_id + 1, earliest)
        return self._last_id

    def changed(self) -> None:
        """Wake whoever waits for something to happen."""
        self.is_changed.set()

    # Finding things; what is not there is refused as Discord does.

    def guild(self, guild_id: int) -> Guild:
        """Find a guild the bot is in."""
        found = self.guilds.get(guild_id)
        if found is None or self.app.bot.id not in found.members:
            raise refuse(errors.UNKNOWN_GUILD)
        return found

    def channel(self, channel_id: int) -> Channel:
        """Find a channel, a thread or a direct message the bot may see."""
        found = self.channels.get(channel_id)
        if found is None:
            raise refuse(errors.UNKNOWN_CHANNEL)
        if not self.permissions(self.app.bot, found) & Can.VIEW_CHANNEL:
            raise refuse(errors.MISSING_ACCESS)
        return found

    def message(self, channel: Channel, message_id: int) -> Message:
        """Find a message that is still there and not ephemeral."""
        found = self.posted.get(channel.id, {}).get(message_id)
        if found is None or found.is_deleted or found.only_for is not None:
            raise refuse(errors.UNKNOWN_MESSAGE)
        return found

    def member(self, guild_id: int, user_id: int) -> Member:
        """Find somebody in a guild."""
        found = self.guild(guild_id).members.get(user_id)
        if found is None:
            raise refuse(errors.UNKNOWN_MEMBER)
        return found

    # What may be done.

    def permissions(self, user: User, channel: Channel) -> Can:
        """What somebody may do in a channel; nothing if they are not there."""
        if channel.guild_id is None:
            is_there = user in (channel.person, self.app.bot)
            return ORDINARY if is_there else NOTHING
        guild = self.guilds[channel.guild_id]
        member = guild.members.get(user.id)
        if member is None:
            return NOTHING
        parent = (
            self.channels[channel.parent_id]
            if channel.is_thread and channel.parent_id
            else channel
        )
        granted = in_channel(guild, member, parent)
        is_hidden = channel.kind is ChannelKind.PRIVATE_THREAD and not (
            user.id in channel.member_ids or granted & Can.MANAGE_THREADS
        )
        return NOTHING if is_hidden else granted

    def need(self, channel: Channel, *wanted: Can) -> None:
        """Refuse what the bot may not do in a channel."""
        granted = self.permissions(self.app.bot, channel)
        if not granted & Can.VIEW_CHANNEL:
            raise refuse(errors.MISSING_ACCESS)
        if any(not granted & one for one in wanted):
            raise refuse(errors.MISSING_PERMISSIONS)

    def need_to_write(self, channel: Channel) -> None:
        """Refuse what cannot be written to; an archived thread is opened by writing."""
        if channel.person is not None and not channel.person.takes_messages:
            raise refuse(errors.CANNOT_MESSAGE_USER)
        if channel.kind is ChannelKind.FORUM:
            raise refuse(errors.NOT_FOR_MESSAGES)
        if not channel.is_thread:
            self.need(channel, Can.SEND_MESSAGES)
            return
        self.need(channel, Can.SEND_MESSAGES_IN_THREADS)
        may_manage = self.permissions(self.app.bot, channel) & Can.MANAGE_THREADS
        if channel.is_locked and not may_manage:
            raise refuse(errors.THREAD_LOCKED)

    # Making things.

    def new_guild(self, name: str, owner: User) -> Guild:
        """Make a guild with its owner and the bot in it."""
        guild = Guild(self.new_id(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", ORDINARY, 0)
        bots = Role(self.new_id(), self.app.bot.name, BOT, bot_id=self.app.bot.id)
        guild.roles[bots.id] = bots
        guild.members[owner.id] = Member(owner, joined_at=self.clock.now())
        guild.members[self.app.bot.id] = Member(self.app.bot, {bots.id}, None, self.clock.now())
        self.guilds[guild.id] = guild
        return guild

    def direct(self, user: User) -> Channel:
        """The direct message between a person and the bot."""
        if user.is_bot:
            raise NotPossible("Bots do not write to each other.")
        for channel in self.channels.values():
            if channel.person is user:
                return channel
        channel = Channel(self.new_id(), ChannelKind.DIRECT, person=user)
        self.channels[channel.id] = channel
        return channel

    def threads_of(self, guild_id: int) -> list[Channel]:
        """The open threads of a guild."""
        rows = self.channels.values()
        mine = (row for row in rows if row.guild_id == guild_id and row.is_thread)
        return [row for row in mine if not row.is_archived]

    def in_channel(self, channel: Channel) -> list[Message]:
        """The messages of a channel that everybody there sees, oldest first."""
        rows = self.posted.get(channel.id, {}).values()
        return [row for row in rows if not row.is_deleted and row.only_for is None]

    def add(self, message: Message) -> Message:
        """Show a new message."""
        self.posted.setdefault(message.channel.id, {})[message.id] = message
        if message.only_for is None:
            message.channel.last_message_id = message.id
        self.shown(message)
        return message

    def shown(self, message: Message) -> None:
        """A message looks different now: let the crawler see it, and wake who waits."""
        if message.author is self.app.bot or message.application_id == self.app.id:
            self.crawler.look(message)
        self.changed()

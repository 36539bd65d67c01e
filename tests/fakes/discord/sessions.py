"""What the gateway remembers of a bot between connections, and which events it wants."""

from dataclasses import dataclass, field
from enum import IntFlag
from typing import TYPE_CHECKING

from tests.fakes.discord.message_shape import blanked, is_open_to
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Json
from tests.fakes.discord.world import Happening, World

if TYPE_CHECKING:
    from tests.fakes.discord.wire import Connection


class Intent(IntFlag):
    """What a bot asks to be told."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_EXPRESSIONS = 1 << 3
    GUILD_INTEGRATIONS = 1 << 4
    GUILD_WEBHOOKS = 1 << 5
    GUILD_INVITES = 1 << 6
    GUILD_VOICE_STATES = 1 << 7
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16
    AUTO_MODERATION_CONFIGURATION = 1 << 20
    AUTO_MODERATION_EXECUTION = 1 << 21
    GUILD_MESSAGE_POLLS = 1 << 24
    DIRECT_MESSAGE_POLLS = 1 << 25


KNOWN_INTENTS = Intent(sum(Intent))
ALWAYS = Intent(0)
# By the beginning of an event's name: the intent in a guild, and in a direct message.
WANTED: tuple[tuple[str, Intent, Intent], ...] = (
    ("MESSAGE_REACTION", Intent.GUILD_MESSAGE_REACTIONS, Intent.DIRECT_MESSAGE_REACTIONS),
    ("MESSAGE_POLL", Intent.GUILD_MESSAGE_POLLS, Intent.DIRECT_MESSAGE_POLLS),
    ("MESSAGE", Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    ("TYPING", Intent.GUILD_MESSAGE_TYPING, Intent.DIRECT_MESSAGE_TYPING),
    ("GUILD_MEMBER_", Intent.GUILD_MEMBERS, ALWAYS),
    ("WEBHOOKS", Intent.GUILD_WEBHOOKS, ALWAYS),
    ("GUILD", Intent.GUILDS, ALWAYS),
    ("CHANNEL", Intent.GUILDS, ALWAYS),
    ("THREAD", Intent.GUILDS, ALWAYS),
)


@dataclass(slots=True, eq=False)
class Session:
    """What one IDENTIFY began; it outlives its connection for a while."""

    id: str
    intents: Intent
    shard: tuple[int, int] = (0, 1)
    connection: "Connection | None" = None
    log: list[Json] = field(default_factory=list)
    """Every dispatch, to be replayed."""
    lost_at: float | None = None
    """When its connection broke, by the clock of the fake."""
    is_over: bool = False

    def wants(self, world: World, happening: Happening) -> bool:
        """Whether it is told of something."""
        guild_id, place = happening.guild_id, happening.place
        shard, count = self.shard
        if ((guild_id or 0) >> 22) % count != shard:
            return False
        if place is not None and not world.permissions(world.app.bot, place) & Can.VIEW_CHANNEL:
            return False
        for beginning, in_guild, in_direct in WANTED:
            if happening.event.startswith(beginning):
                wanted = in_direct if guild_id is None else in_guild
                return wanted in self.intents
        return True

    def dispatch(self, world: World, happening: Happening) -> None:
        """Tell it of something, now or when it resumes."""
        body, message = happening.body, happening.message
        if message is not None and Intent.MESSAGE_CONTENT not in self.intents:
            body = body if is_open_to(world, message) else blanked(body)
        frame: Json = {"op": 0, "t": happening.event, "s": len(self.log) + 1, "d": body}
        self.log.append(frame)
        if self.connection is not None:
            self.connection.send(frame)

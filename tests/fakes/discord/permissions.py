"""Who may do what: Discord's permission bits and the order in which they are counted."""

from enum import IntFlag

from tests.fakes.discord.rows import Channel, Guild, Member


class Can(IntFlag):
    """The permissions that matter to a bot."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40


NOTHING = Can(0)
EVERYTHING = Can(sum(Can))
ORDINARY = (
    Can.ADD_REACTIONS
    | Can.VIEW_CHANNEL
    | Can.SEND_MESSAGES
    | Can.EMBED_LINKS
    | Can.ATTACH_FILES
    | Can.READ_MESSAGE_HISTORY
    | Can.USE_APPLICATION_COMMANDS
    | Can.CREATE_PUBLIC_THREADS
    | Can.SEND_MESSAGES_IN_THREADS
)
"""What everybody may in a new guild."""
BOT = ORDINARY | Can.MANAGE_WEBHOOKS | Can.MANAGE_THREADS | Can.CREATE_PRIVATE_THREADS
"""What the bot's own role allows unless a test says otherwise."""


def in_guild(guild: Guild, member: Member) -> Can:
    """What somebody may before any channel has its say."""
    if member.user.id == guild.owner_id:
        return EVERYTHING
    granted = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        if role_id in guild.roles:
            granted |= guild.roles[role_id].permissions
    return EVERYTHING if granted & Can.ADMINISTRATOR else Can(granted)


def in_channel(guild: Guild, member: Member, channel: Channel) -> Can:
    """What somebody may in a channel; for a thread give its parent."""
    granted = in_guild(guild, member)
    if granted == EVERYTHING:
        return granted
    own = [row for row in channel.overwrites if row.id == guild.id]
    roles = [row for row in channel.overwrites if row.id in member.role_ids]
    person = [row for row in channel.overwrites if row.id == member.user.id]
    for rows in (own, roles, person):
        for row in rows:
            granted &= ~Can(row.deny)
        for row in rows:
            granted |= Can(row.allow)
    if member.is_timed_out:
        granted &= Can.VIEW_CHANNEL | Can.READ_MESSAGE_HISTORY
    return granted if granted & Can.VIEW_CHANNEL else NOTHING

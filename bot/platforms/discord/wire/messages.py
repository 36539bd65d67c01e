"""Theirs to ours: Discord's messages become what was said, edited or deleted, and by whom.

    mention in a channel   Thread("discord", guild, channel, message)   a thread is opened from it
    message in a thread    Thread("discord", guild, channel, thread)    with the same id
    direct message         Thread("discord", home, channel, channel)    which has no threads

A thread that was opened from a message has the message's id, so that an event has its place
before there is a thread. Where none can be opened, answers stand in the channel as replies to
the message. `home` is a guild that the person and the bot share, or `ALONE`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import discord
from typing_extensions import override

from agents.kit.values.person import Person
from bot.domain.messages import Attachment, Incoming, Kind, Thread
from bot.platforms.chat.attachments import UNREADABLE, forwarded
from bot.platforms.chat.conversations import ChatEvent
from bot.platforms.chat.render.forms import COMMAND, FORM, PRESS
from bot.platforms.chat.wire import ChatPlace
from bot.platforms.discord import PLATFORM


@dataclass(frozen=True, slots=True)
class DiscordPlace(ChatPlace):
    """A thread of a channel, or a channel of one person, which is both."""

    @property
    @override
    def is_direct(self) -> bool:
        return self.channel == self.thread


def place_at(thread: Thread) -> DiscordPlace:
    """Where a thread's answers are posted."""
    return DiscordPlace(thread.workspace, thread.channel, thread.thread, thread.session)


def is_bare(place: ChatPlace) -> bool:
    """Say whether there is only a channel, as for a command that was given in one.

    Nothing can be told to everybody there.
    """
    return not place.thread


def is_thread(place: ChatPlace) -> bool:
    """Say whether a place is, or could be, a thread of Discord's; a copied card is none."""
    return place.thread.isdigit()


def is_direct(thread: Thread) -> bool:
    """Say whether only one person reads a thread."""
    return thread.channel == thread.thread


def is_known(guild: str) -> bool:
    """Say whether a workspace is a guild, in which people have roles."""
    return guild.isdigit()


def message_of(event: str) -> tuple[str, str]:
    """The channel and the message of an event's `message`, as `message_key` wrote them."""
    channel, _, message = event.partition(".")
    return channel, message


def message_key(channel: str, message: str) -> str:
    """How an event names a message."""
    return f"{channel}.{message}"


def press_id(person: Person, channel: str, message: str, interaction: str) -> str:
    """The id of a press: the same for every copy of it."""
    return f"{PRESS}{channel}.{person.user}.m{message}.{interaction}"


def form_id(person: Person, channel: str, interaction: str) -> str:
    """The id of a form that was sent: the same for every copy of it."""
    return f"{FORM}{channel}.{person.user}.{interaction}"


def command_id(person: Person, channel: str, interaction: str) -> str:
    """The id of a command; it also says that its answer is private."""
    return f"{COMMAND}{channel}.{person.user}.{interaction}"


_LONGEST_NAME = 200


def read_attachments(message: discord.Message) -> tuple[Attachment, ...]:
    """The files of a message, and what it brings from elsewhere, with the files of that."""
    files = [*_files(message, message.attachments)]
    for snapshot in message.message_snapshots:
        files += forwarded(_words(snapshot), has_files=bool(snapshot.attachments))
        files += _files(message, snapshot.attachments)
    return tuple(files)


def describe_unreadable(message: discord.Message) -> Attachment:
    """What a message is that holds nothing to be read, as a file that cannot be."""
    if message.stickers:
        return Attachment(f"the sticker {message.stickers[0].name}", problem=UNREADABLE)
    return Attachment("the poll" if message.poll else "that message", problem=UNREADABLE)


def _words(snapshot: discord.MessageSnapshot) -> str:
    parts = [snapshot.content]
    for embed in snapshot.embeds:
        parts += embed.title or "", embed.description or ""
    return "\n".join(part for part in parts if part.strip())


def _files(
    message: discord.Message, attachments: Iterable[discord.Attachment]
) -> Iterator[Attachment]:
    for given in attachments:
        media_type = (given.content_type or "application/octet-stream").partition(";")[0]
        name = given.filename[:_LONGEST_NAME] or "file"
        yield Attachment(name, media_type, ref=f"{message.channel.id}/{message.id}/{given.id}")


# Every other type is a note of Discord's own.
SAID = frozenset({discord.MessageType.default, discord.MessageType.reply})
_EVERYBODY = re.compile(r"\A\s*@(?:everyone|here)\b[,:]?\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordEvent(ChatEvent):
    """What was written in `channel`, maybe a thread; `answers` is the message it replies to."""

    channel: str
    message: str
    answers: str = ""

    def event(self, thread: Thread) -> Incoming:
        """The event, in the session of a thread; every copy of it has the same id."""
        event = self.as_event(message_key(self.channel, self.message), thread)
        return replace(event, shared=not is_direct(thread))

    def under(self, parent: str) -> "DiscordEvent":
        """The same, in the thread of a channel that was not known when it was read."""
        place = replace(self.place, channel=parent, thread=self.channel)
        return replace(self, place=place, threaded=True)

    def deleted(self) -> "DiscordEvent":
        """Its deletion."""
        return replace(self, kind=Kind.DELETION, text="", version="1", files=())


def read_message(message: discord.Message, me: str, home: str) -> DiscordEvent | None:
    """What a message says; None for what is not for us to hear.

    Args:
        message: as it is now.
        me: the bot's own id.
        home: the workspace of its author, if they wrote in private.
    """
    heard = _heard(message, me, home) if is_human(message, me) else None
    if heard is None or _has_words(message, heard):
        return heard
    # A sticker among others is for nobody.
    is_for_us = heard.direct or heard.mentioned
    return replace(heard, files=(describe_unreadable(message),)) if is_for_us else None


def read_edit(message: discord.Message, me: str, home: str) -> DiscordEvent | None:
    """What a message says by now; None where only a preview was added to it."""
    if message.edited_at is None or not is_human(message, me):
        return None
    heard = _heard(message, me, home)
    if not _has_words(message, heard):
        return None
    return replace(heard, kind=Kind.EDIT, version=_moment(message.edited_at))


def is_human(message: discord.Message, me: str) -> bool:
    """Say whether a person wrote it: no bot, this one least of all, in any shape it comes in."""
    by_machine = message.author.bot or message.author.system or message.webhook_id is not None
    is_ours = str(message.author.id) == me or message.application_id is not None
    return message.type in SAID and not by_machine and not is_ours


def place_of(message: discord.Message, guild: str) -> Thread:
    """The thread a message stands in; one in a plain channel begins its own."""
    channel, own = str(message.channel.id), str(message.id)
    if message.guild is None:
        return Thread(PLATFORM, guild, channel, channel)
    if parent := _parent(message):
        return Thread(PLATFORM, guild, parent, channel)
    return Thread(PLATFORM, guild, channel, own)


def spoken(text: str, me: str) -> str:
    """What a person wrote, without the bot's own mention; others stay, for ids are certain.

    Who calls everybody first addresses no agent by that.
    """
    said = re.sub(rf"<@!?{re.escape(me)}>[,:]?", "", text).strip()
    return _EVERYBODY.sub("", said)


def _heard(message: discord.Message, me: str, home: str) -> DiscordEvent:
    guild = str(message.guild.id) if message.guild is not None else home
    return DiscordEvent(
        kind=Kind.MESSAGE,
        place=place_of(message, guild),
        channel=str(message.channel.id),
        message=str(message.id),
        person=Person(PLATFORM, guild, str(message.author.id), message.author.display_name),
        text=spoken(_content(message, me), me),
        answers=_answered(message),
        threaded=_parent(message) != "" or message.guild is None,
        direct=message.guild is None,
        mentioned=_calls(message, me),
        aside=_is_aside(message, me),
        files=read_attachments(message),
    )


def _has_words(message: discord.Message, heard: DiscordEvent) -> bool:
    """Say whether there is something to read; a mention alone counts as said."""
    return bool(message.content.strip() or heard.files)


def _content(message: discord.Message, me: str) -> str:
    """Its words; whoever calls the bot's own role, which is named like it, means the bot."""
    role = message.guild.self_role if message.guild is not None else None
    return message.content.replace(role.mention, f"<@{me}>") if role else message.content


def _parent(message: discord.Message) -> str:
    """The channel of the thread a message stands in; empty outside of threads."""
    channel = message.channel
    return str(channel.parent_id) if isinstance(channel, discord.Thread) else ""


def _answered(message: discord.Message) -> str:
    reference = message.reference
    is_reply = message.type is discord.MessageType.reply and reference is not None
    return str(reference.message_id or "") if is_reply and reference is not None else ""


def _calls(message: discord.Message, me: str) -> bool:
    """Say whether it calls us, by a mention or a reply; one within code is none to Discord."""
    is_named = any(str(user.id) == me for user in message.mentions)
    return is_named or _content(message, me) != message.content


def _is_aside(message: discord.Message, me: str) -> bool:
    """Say whether it is addressed to somebody else: it begins with them, or replies to them."""
    begins = re.match(r"\s*<@[!&]?(\d+)>", _content(message, me))
    if begins is not None:
        return begins[1] != me
    if _EVERYBODY.match(message.content):
        return True
    is_reply = message.type is discord.MessageType.reply
    return is_reply and bool(message.mentions) and not _calls(message, me)


def _moment(at: datetime) -> str:
    return str(int(at.timestamp() * 1_000_000))

"""What comes with a message beside its words: files, messages from elsewhere, what none reads."""

from collections.abc import Iterable, Iterator

import discord

from bot.domain.messages import Attachment
from bot.platforms.shared.attachments import UNREADABLE, forwarded

_LONGEST_NAME = 200


def brought(message: discord.Message) -> tuple[Attachment, ...]:
    """The files of a message, and what it brings from elsewhere, with the files of that."""
    files = [*_files(message, message.attachments)]
    for snapshot in message.message_snapshots:
        files += forwarded(_words(snapshot), has_files=bool(snapshot.attachments))
        files += _files(message, snapshot.attachments)
    return tuple(files)


def unread(message: discord.Message) -> Attachment:
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

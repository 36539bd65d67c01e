"""What comes with a message beside its words: files, messages from elsewhere, what none reads.

A message that is brought from elsewhere is read like a text file: somebody's words, and never
an order or a decision of whoever brings it.
"""

from collections.abc import Iterable, Iterator

import discord

from bot.domain.messages import Attachment

FORWARDED = "the forwarded message"
UNREADABLE = "I can read words, text files and images, not this kind."
_LONGEST_NAME = 200


def brought(message: discord.Message) -> tuple[Attachment, ...]:
    """The files of a message, and what it brings from elsewhere, with the files of that."""
    files = [*_files(message, message.attachments)]
    for snapshot in message.message_snapshots:
        files += _forwarded(snapshot)
        files += _files(message, snapshot.attachments)
    return tuple(files)


def unread(message: discord.Message) -> Attachment:
    """What a message is that holds nothing to be read, as a file that cannot be."""
    if message.stickers:
        return Attachment(f"the sticker {message.stickers[0].name}", problem=UNREADABLE)
    return Attachment("the poll" if message.poll else "that message", problem=UNREADABLE)


def _forwarded(snapshot: discord.MessageSnapshot) -> list[Attachment]:
    parts = [snapshot.content]
    for embed in snapshot.embeds:
        parts += embed.title or "", embed.description or ""
    text = "\n".join(part for part in parts if part.strip())
    if text:
        return [Attachment(FORWARDED, text=text)]
    return [] if snapshot.attachments else [Attachment(FORWARDED, problem=UNREADABLE)]


def _files(
    message: discord.Message, attachments: Iterable[discord.Attachment]
) -> Iterator[Attachment]:
    for given in attachments:
        media_type = (given.content_type or "application/octet-stream").partition(";")[0]
        name = given.filename[:_LONGEST_NAME] or "file"
        yield Attachment(name, media_type, ref=f"{message.channel.id}/{message.id}/{given.id}")

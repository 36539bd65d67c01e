"""Long texts in pieces: messages within Discord's limit, and files for what no message holds."""

import re
from collections.abc import Iterable, Iterator

from bot.platforms.discord.outbound.text import code_of, converted, flat
from bot.platforms.shared.addresses import NO_HOSTS, Hosts
from bot.platforms.shared.breaking import Breaking
from bot.platforms.shared.markdown import LONGEST_READ, Code, Part, Prose, Table
from bot.platforms.shared.shaping import fenced
from bot.platforms.shared.uploads import Upload, spreadsheet
from bot.platforms.shared.visible import shown

LONGEST = 2_000
MOST_MESSAGES = 5
# Wider rows are wrapped on most screens, and then nobody can read which column is which.
WIDEST_TABLE, LONGEST_TABLE = 90, 1_900
_BEGINNING = 1_500
_FENCES = len(fenced(""))
_BREAKING = Breaking(
    whole=re.compile(
        r"\[(?:\\.|[^\]\\\n])*\]\(<[^<>\s]*>\)|(?<!\\)<[^<>\s]*>|\\.|⟨U\+[0-9A-F]{4,6}⟩"
        r"|\[[:.\u3002\uff0e\uff61]\]"
    ),
    spans=re.compile(r"`[^`\n]+`|(\*\*|~~|\*)(?=\S)[^\n]{1,200}?(?<=\S)\1"),
)

Piece = str | Upload


def pieces(text: str, hosts: Hosts = NO_HOSTS, room: int = LONGEST) -> tuple[Piece, ...]:
    """Say a text in as many messages of `room` as it needs, or in a file after its beginning.

    The first piece is a message always, an ellipsis if there is nothing to say.
    """
    if len(text) > LONGEST_READ:
        return _as_file(text, room)
    texts, files = _texts(converted(text, hosts), room)
    messages = filled(texts, room) or ["…"]
    return (*messages, *files) if len(messages) <= MOST_MESSAGES else _as_file(text, room)


def texts_of(part: Part, room: int = LONGEST) -> Iterator[str]:
    """Write a part in texts of so many characters; code keeps its fences in each."""
    if isinstance(part, Code):
        return (fenced(lines) for lines in _BREAKING.code(part.text, room - _FENCES))
    return _BREAKING.prose(flat(part), room)


def filled(texts: Iterable[str], room: int = LONGEST) -> list[str]:
    """Put texts together as far as they fit into one message."""
    messages: list[str] = []
    for text in texts:
        if messages and len(messages[-1]) + 2 + len(text) <= room:
            messages[-1] = f"{messages[-1]}\n\n{text}"
        else:
            messages.append(text)
    return messages


def _texts(parts: Iterable[Part], room: int) -> tuple[list[str], list[Upload]]:
    texts: list[str] = []
    files: list[Upload] = []
    for part in parts:
        if not isinstance(part, Table):
            texts += texts_of(part, room)
        elif _fits(part, room):
            texts.append(flat(part))
        else:
            files.append(spreadsheet(part, len(files) + 1))
            size = f"{len(part.rows) - 1} rows, {len(part.rows[0])} columns"
            texts.append(f"*A table of {size} is attached as {files[-1].name}.*")
    return texts, files


def _fits(table: Table, room: int) -> bool:
    lines = code_of(table.aligned)
    return (
        len(lines) <= min(LONGEST_TABLE, room - _FENCES)
        and max(map(len, lines.split("\n"))) <= WIDEST_TABLE
    )


def _as_file(text: str, room: int) -> tuple[str, Upload]:
    beginning = text[:_BEGINNING]
    parts = [part for part in converted(beginning) if isinstance(part, Prose | Code)]
    above = room - 100  # the note stands below it
    said = filled((piece for part in parts for piece in texts_of(part, above)), above)
    note = "*This is long; all of it is in the attached file answer.txt.*"
    told = f"{said[0]}\n\n{note}" if said else note
    return told, Upload("answer.txt", shown(text).encode())

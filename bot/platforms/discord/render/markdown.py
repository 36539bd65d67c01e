"""Text in Discord's shape, split into messages within its limit, and in the plain one of labels.

Discord takes a backslash before any sign:
https://support.discord.com/hc/en-us/articles/210298617
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from typing_extensions import override

from bot.platforms.chat.render.length_limits import TextBreaker, Upload, spreadsheet
from bot.platforms.chat.render.markdown import (
    LONGEST_READ,
    MarkdownCode,
    MarkdownTable,
    Part,
    Prose,
    Shape,
    fenced,
)
from bot.platforms.chat.render.sanitize import (
    NO_HOSTS,
    Dialect,
    Hosts,
    break_addresses,
    reveal_hidden,
)

LONGEST_NAME = 80  # of a webhook that speaks
_SIGNS = {"\x01": "**", "\x03": "*", "\x05": "~~"}
_ACTS = re.compile(r"[\\*_~`|<\[\]]|^[ \t]*(?:#{1,3}|-#?|\+|>{1,3})(?=\s)", re.MULTILINE)
_OURS = re.compile(r"\]\(<https?://[^<>\s]*>\)|(?<!\\)<https?://[^<>\s]*>|(?<!\\)`[^`\n]+`")


@dataclass(frozen=True, slots=True)
class DiscordMarkdown(Dialect):
    """What stands in a line, as Discord reads it.

    Links stand in angle brackets, so that Discord shows no preview of where they lead.
    """

    longest_link = 1_500

    @override
    def escape(self, text: str) -> str:
        return escape(text)

    @override
    def inside_code(self, text: str) -> str:
        return text

    @override
    def bare_link(self, url: str) -> str:
        return f"<{url}>"

    @override
    def labelled_link(self, url: str, label: str) -> str:
        return f"[{escape(label)}](<{url.replace('(', '%28').replace(')', '%29')}>)"


def escape(text: str) -> str:
    """Write a text so that Discord reads no formatting, mention or link in it."""
    return _ACTS.sub(lambda found: _escaped(found[0]), text)


def _mark(marked: re.Match[str]) -> str:
    """Put signs right around the words; a blank within would make them plain signs."""
    says = marked[2]
    words = says.strip()
    if not words:
        return says
    sign = _SIGNS[marked[1]]
    return says.replace(words, f"{sign}{words}{sign}", 1)


SHAPE = Shape(DiscordMarkdown, escape, str, _mark, _OURS)
converted, flat, literal, code_of = SHAPE.converted, SHAPE.flat, SHAPE.literal, SHAPE.code_of


def brief(text: str, most: int) -> str:
    """Write a text with nothing hidden in it, cut visibly where that takes more than its room."""
    says, room = literal(text), min(len(text), most)
    while len(says) > most:
        room = min(room - 1, room * most // len(says))
        says = f"{literal(text[:room].rstrip())}…"
    return says


def plain(text: str, most: int) -> str:
    """Write a text for places that know no formatting, inert and cut visibly."""
    says = break_addresses(reveal_hidden(text))
    return says if len(says) <= most else says[: most - 1].rstrip() + "…"


def _escaped(acts: str) -> str:
    blank = acts[: len(acts) - len(acts.lstrip(" \t"))]
    return f"{blank}\\{acts[len(blank) :]}"


def before(name: str) -> str:
    """What stands before the words where a persona cannot speak itself."""
    return f"**{brief(name, LONGEST_NAME)}:** "


LONGEST = 2_000
MOST_MESSAGES = 5
# Wider rows are wrapped on most screens, and then nobody can read which column is which.
WIDEST_TABLE, LONGEST_TABLE = 90, 1_900
_BEGINNING = 1_500
_FENCES = len(fenced(""))
_BREAKING = TextBreaker(
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
    if isinstance(part, MarkdownCode):
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
        if not isinstance(part, MarkdownTable):
            texts += texts_of(part, room)
        elif _fits(part, room):
            texts.append(flat(part))
        else:
            files.append(spreadsheet(part, len(files) + 1))
            size = f"{len(part.rows) - 1} rows, {len(part.rows[0])} columns"
            texts.append(f"*A table of {size} is attached as {files[-1].name}.*")
    return texts, files


def _fits(table: MarkdownTable, room: int) -> bool:
    lines = code_of(table.aligned)
    return (
        len(lines) <= min(LONGEST_TABLE, room - _FENCES)
        and max(map(len, lines.split("\n"))) <= WIDEST_TABLE
    )


def _as_file(text: str, room: int) -> tuple[str, Upload]:
    beginning = text[:_BEGINNING]
    parts = [part for part in converted(beginning) if isinstance(part, Prose | MarkdownCode)]
    above = room - 100  # the note stands below it
    said = filled((piece for part in parts for piece in texts_of(part, above)), above)
    note = "*This is long; all of it is in the attached file answer.txt.*"
    told = f"{said[0]}\n\n{note}" if said else note
    return told, Upload("answer.txt", reveal_hidden(text).encode())

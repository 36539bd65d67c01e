"""Long texts in pieces: messages within Slack's limits, and files for what no message holds.

Sections of mrkdwn are used, not `markdown` blocks: only their rules for escaping are written
down, and only they can be kept from linking what they are not told to link.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slack_sdk.models.blocks import RawTextObject, TableBlock

from bot.platforms.chat.render.length_limits import TextBreaker, Upload, spreadsheet
from bot.platforms.chat.render.markdown import (
    LONGEST_READ,
    MarkdownCode,
    MarkdownTable,
    Part,
    Prose,
    fenced,
)
from bot.platforms.chat.render.sanitize import NO_HOSTS, Hosts, break_addresses, reveal_hidden
from bot.platforms.chat.wire import Json, Piece, PlatformMessage
from bot.platforms.slack.render.blocks import (
    context,
    converted,
    cut,
    literal,
    mrkdwn,
    plain,
    section,
    short,
)

# A little below Slack's 3,000 and 50, and well below the 13,200 that were seen refused; there
# a block counts for some characters beside its words.
ROOM = 2_900
MOST_CHARACTERS = 12_000
PER_BLOCK = 60
MOST_BLOCKS = 45
MOST_MESSAGES = 3
MOST_ROWS, MOST_COLUMNS, LONGEST_TABLE = 100, 20, 8_000
LONGEST_FALLBACK = 3_000
_BEGINNING = 2_000
_FENCES = len(fenced(""))
_BREAKING = TextBreaker(
    whole=re.compile(r"<[^<>]*>|&(?:amp|lt|gt);|⟨U\+[0-9A-F]{4,6}⟩|\[[:.\u3002\uff0e\uff61]\]"),
    spans=re.compile(r"`[^`\n]+`|(?<!\w)([*_~])(?=\S)[^\n]{1,200}?(?<=\S)\1(?!\w)"),
)
_LINK = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class _Sized:
    block: Json
    text: str
    size: int
    is_table: bool = False


def pieces(
    text: str, hosts: Hosts = NO_HOSTS, most_messages: int = MOST_MESSAGES
) -> tuple[Piece, ...]:
    """Say a text in as many messages as it needs, or in a file after its beginning.

    The first piece is a message always, an ellipsis if there is nothing to say.
    """
    if len(text) > LONGEST_READ:
        return _as_file(text)
    parts = converted(text, hosts)
    if sum(map(_length, parts)) > most_messages * MOST_CHARACTERS:
        return _as_file(text)
    blocks, files = _blocks(parts)
    messages = [_message(group) for group in _grouped(blocks or [_sized("…")])]
    if len(messages) > most_messages:
        return _as_file(text)
    return (*messages, *files)


def sections(text: str, hosts: Hosts = NO_HOSTS, most: int = 1) -> list[Json]:
    """Say a text in a number of sections at most; a line says if there was more."""
    texts = [piece for part in converted(text, hosts) for piece in texts_of(_without_tables(part))]
    shortened = [context("_… there is more of this._")] if len(texts) > most else []
    return [*(section(text) for text in texts[:most]), *shortened]


def broken(text: str, room: int = ROOM) -> Iterator[str]:
    """Break mrkdwn at the best places: paragraphs, lines, sentences, words, and only then within.

    Entities and links are never broken; spans of code or bold only when they are too long.
    """
    return _BREAKING.prose(text, room)


def _blocks(parts: Iterable[Part]) -> tuple[list[_Sized], list[Upload]]:
    blocks: list[_Sized] = []
    files: list[Upload] = []
    for part in parts:
        if not isinstance(part, MarkdownTable):
            blocks = _appended(blocks, texts_of(part))
        elif _fits(part):
            blocks.append(_table(part))
        else:
            files.append(spreadsheet(part, len(files) + 1))
            size = f"{len(part.rows) - 1} rows, {len(part.rows[0])} columns"
            blocks.append(_sized(f"_A table of {size} is attached as {files[-1].name}._"))
    return blocks, files


def _length(part: Part) -> int:
    return 0 if isinstance(part, MarkdownTable) else len(part.text)


def _sized(text: str) -> _Sized:
    return _Sized(section(text), text, len(text) + PER_BLOCK)


def _appended(blocks: list[_Sized], texts: Iterable[str]) -> list[_Sized]:
    """Add texts; what fits goes into the same section, prose and code alike."""
    for text in texts:
        last = blocks[-1] if blocks and not blocks[-1].is_table else None
        if last and len(last.text) + 2 + len(text) <= ROOM:
            blocks = [*blocks[:-1], _sized(f"{last.text}\n\n{text}")]
        else:
            blocks = [*blocks, _sized(text)]
    return blocks


def _grouped(blocks: Iterable[_Sized]) -> list[list[_Sized]]:
    """Fill one message after the other; Slack takes one table in each."""
    groups: list[list[_Sized]] = []
    for block in blocks:
        group = groups[-1] if groups else []
        has_room = (
            len(group) < MOST_BLOCKS
            and sum(one.size for one in group) + block.size <= MOST_CHARACTERS
            and not (block.is_table and any(one.is_table for one in group))
        )
        if group and has_room:
            group.append(block)
        else:
            groups.append([block])
    return groups


def _message(group: list[_Sized]) -> PlatformMessage:
    return PlatformMessage(
        fallback("\n\n".join(one.text for one in group)), tuple(one.block for one in group)
    )


def fallback(said: str) -> str:
    """Write what notifications and screen readers get; there dots are broken in code, too."""
    done, parts = 0, []
    for link in _LINK.finditer(said):
        parts += [break_addresses(said[done : link.start()]), link[0]]
        done = link.end()
    text = "".join([*parts, break_addresses(said[done:])]).strip()
    return cut(text, LONGEST_FALLBACK) or "…"


def texts_of(part: Prose | MarkdownCode) -> Iterator[str]:
    """Write a part as mrkdwn in pieces that each fit into a section."""
    if isinstance(part, Prose):
        return broken(part.text)
    return (fenced(lines) for lines in _BREAKING.code(part.text, ROOM - _FENCES))


def _without_tables(part: Part) -> Prose | MarkdownCode:
    if not isinstance(part, MarkdownTable):
        return part
    return Prose(_as_lines(part))


def _fits(table: MarkdownTable) -> bool:
    characters = sum(len(_cell(cell)) for row in table.rows for cell in row)
    is_small = len(table.rows) <= MOST_ROWS and len(table.rows[0]) <= MOST_COLUMNS
    return is_small and characters <= LONGEST_TABLE


def _table(table: MarkdownTable) -> _Sized:
    rows = [[RawTextObject(text=_cell(cell)).to_dict() for cell in row] for row in table.rows]
    text = _as_lines(table)
    return _Sized(TableBlock(rows=rows).to_dict(), text, len(text) + PER_BLOCK, is_table=True)


def _as_lines(table: MarkdownTable) -> str:
    return "\n".join(literal(" | ".join(row)) for row in table.rows)


def _cell(cell: str) -> str:
    return plain(cell.strip(), LONGEST_TABLE + 1) or " "


def _as_file(text: str) -> tuple[PlatformMessage, Upload]:
    beginning = short(text, _BEGINNING)
    note = "_This is long; all of it is in the attached file answer.txt._"
    told = fallback(f"{mrkdwn(beginning)}\n\n{note}")
    blocks = (*sections(beginning), section(note))
    return PlatformMessage(told, blocks), Upload("answer.txt", reveal_hidden(text).encode())

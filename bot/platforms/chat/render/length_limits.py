"""Long texts in pieces, broken at the best places; files for what no message holds."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.platforms.chat.render.markdown import MarkdownTable

_PLACES = (r"\n\n+", r"\n", r"(?<=[.!?…\u3002\uff01\uff1f])\s+", r"\s+")


@dataclass(frozen=True, slots=True)
class TextBreaker:
    """What `whole` finds is never broken, what `spans` finds only where it is too long."""

    whole: re.Pattern[str]
    spans: re.Pattern[str]

    def prose(self, text: str, room: int) -> Iterator[str]:
        """Break a text into pieces of so many characters at most."""
        text = text.strip("\n")
        while len(text) > room:
            end, start = self._place(text, room)
            yield text[:end].rstrip()
            text = text[start:].lstrip("\n")
        if text.strip():
            yield text

    def code(self, text: str, room: int) -> Iterator[str]:
        """Break code between lines; a line that is too long at any character."""
        kept = ""
        for line in self._short_lines(text, room):
            if kept and len(kept) + 1 + len(line) > room:
                yield kept
                kept = line
            else:
                kept = f"{kept}\n{line}" if kept else line
        if kept.strip():
            yield kept

    def _short_lines(self, code: str, room: int) -> Iterator[str]:
        for line in code.split("\n"):
            rest = line
            while len(rest) > room:
                end = _clear_of(rest, room, self.whole)
                yield rest[:end]
                rest = rest[end:]
            yield rest

    def _place(self, text: str, room: int) -> tuple[int, int]:
        """Where a piece ends and the next one starts."""
        for patterns in ((self.whole, self.spans), (self.whole,)):
            closed = _closed(text[: 2 * room], patterns)
            for place in _PLACES:
                if best := _last(place, text[: room + 1], closed):
                    return best
        end = _clear_of(text, room, self.whole)
        return end, end


def _closed(text: str, patterns: Iterable[re.Pattern[str]]) -> bytearray:
    """Mark the characters that belong to something whole."""
    marks = bytearray(len(text))
    for pattern in patterns:
        for span in pattern.finditer(text):
            marks[span.start() : span.end()] = b"\1" * len(span[0])
    return marks


def _last(place: str, text: str, closed: bytearray) -> tuple[int, int] | None:
    """The last such place that leaves a piece worth sending."""
    found = None
    for match in re.finditer(place, text):
        if match.start() > len(text) // 4 and 1 not in closed[match.start() : match.end()]:
            found = match.span()
    return found


def _clear_of(text: str, room: int, closed: re.Pattern[str]) -> int:
    """The last place at which nothing closed is cut in two."""
    for span in closed.finditer(text[: room * 2]):
        if 0 < span.start() < room < span.end():
            return span.start()
    return room


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?[\d.,\s]*%?")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be shared in the thread; `name` is ours, never a model's."""

    name: str
    content: bytes


def spreadsheet(table: MarkdownTable, number: int) -> Upload:
    """Write a table for a spreadsheet, which must not run a cell as a formula."""
    lines = io.StringIO()
    csv.writer(lines).writerows([_harmless(cell) for cell in row] for row in table.rows)
    return Upload(f"table-{number}.csv", lines.getvalue().encode())


def _harmless(cell: str) -> str:
    is_formula = cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell

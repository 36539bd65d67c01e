"""How much of the past a prompt holds: as much in the thousandth turn as in the tenth.

A young thread is shown word for word. Once it is longer than that, what is remembered of the
time before takes its room mostly from the oldest lines shown, so that a prompt grows no more.
"""

from collections.abc import Sequence
from typing import TypeVar

Line = TypeVar("Line")

LINES = 2 * 8  # what was said and answered in the last turns
NEWEST_LINES = 12  # memory takes no room from these; summaries lag behind by no more
SURE_LINES = NEWEST_LINES - 2  # of them, before what is said in this turn
MEMORY_CHARACTERS = 400  # what memory has for itself
MOST_MEMORY_CHARACTERS = 3_200
LINE_CHARACTERS = 4_000
TOKEN_CHARACTERS = 4
TOKENS = 8_000


def is_long(lines: Sequence[object]) -> bool:
    """Say whether a thread goes back further than what is shown of it."""
    return len(lines) >= LINES


def find_surely_shown(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines that are read word for word, however much is remembered besides."""
    return lines[-SURE_LINES:] if is_long(lines) else lines


def measure_memory_room(texts: Sequence[str], window: int) -> int:
    """How many characters memory may take, where these were said last."""
    makes_way = sum(min(len(text), LINE_CHARACTERS) for text in texts[-LINES:-NEWEST_LINES])
    return min(makes_way + MEMORY_CHARACTERS, MOST_MEMORY_CHARACTERS, window // 4)


def count_lines(memory: int, lengths: Sequence[int], window: int) -> int:
    """How many of the newest lines are shown beside so many characters of memory; one always."""
    left, share = window - memory, sum(lengths) + MEMORY_CHARACTERS - memory
    for number, length in enumerate(reversed(lengths)):
        left, share = left - length, share - length
        if number and (left < 0 or (share < 0 and number >= NEWEST_LINES)):
            return number
    return len(lengths)

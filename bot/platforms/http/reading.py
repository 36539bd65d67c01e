"""Read names and numbers out of paths and cursors."""

import re

from bot.platforms.http.models import NAME
from bot.platforms.http.problems import Problem

_NAME = re.compile(NAME)
NO_CURSOR = "The cursor is none that this list has given, or that is gone; begin without one."
LONGEST_NUMBER = 18


def is_name(text: str) -> bool:
    """Say whether a session may be called that."""
    return _NAME.fullmatch(text) is not None and not text.endswith("\n")


def number_of(cursor: str) -> int:
    """The number a cursor stands for; 0 for none.

    Raises:
        Problem: 422; it is none of ours.
    """
    if not cursor:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) <= LONGEST_NUMBER):
        raise Problem(422, NO_CURSOR)
    return int(cursor)


def no_cursor() -> Problem:
    """What a list cannot go on behind."""
    return Problem(404, NO_CURSOR)

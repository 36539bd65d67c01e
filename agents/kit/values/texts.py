"""Texts of agents: how long they may be, lists in them, and those in files beside a module."""

import re
from collections.abc import Sequence
from pathlib import Path

MOST_SAID_CHARACTERS = 100_000  # no model says more, and no person reads more
MOST_ARTIFACT_CHARACTERS = 1_000_000
MOST_FAILURE_CHARACTERS = 4_000
MOST_FACT_CHARACTERS = 10_000  # as JSON; it is shown on cards, and known in every turn
MOST_STATE_CHARACTERS = 2_000_000  # as JSON; it is read and written with every turn

_ROOM = 40  # for the words that say what is left out
_MARK = re.compile(r" … \((\d{1,12}) characters left out\)")


def within(text: str, most: int = MOST_SAID_CHARACTERS) -> str:
    """The text, or its beginning and how much is left out: together no more than `most`."""
    return text if len(text) <= most else beginning(text, most - _ROOM)


def beginning(text: str, kept: int) -> str:
    """The text, or so much of it and how much is left out, with what was left out of it before."""
    if len(text) <= kept:
        return text
    marks = [mark for mark in _MARK.finditer(text, max(0, kept - _ROOM)) if mark.end() > kept]
    kept = min([kept, *(mark.start() for mark in marks)])
    left_out = len(text) - kept + sum(int(mark[1]) - len(mark[0]) for mark in marks)
    return f"{text[:kept]} … ({left_out} characters left out)"


def text_beside(module_file: str, name: str) -> str:
    """The text of a file beside a module, such as `text_beside(__file__, "prompt.md")`."""
    return Path(module_file).with_name(name).read_text(encoding="utf-8")


MOST_LINES = 10


def listed(head: str, lines: Sequence[str], nothing: str) -> str:
    """Write a list under its head, shortened if it is long; `nothing` says that it is empty."""
    if not lines:
        return nothing
    left = len(lines) - MOST_LINES
    more = [f"and {left} more"] if left > 0 else []
    return "\n".join([head, *(f"- {line}" for line in lines[:MOST_LINES]), *more])

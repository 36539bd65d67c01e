"""What the stand-in for a model knows by heart: what sentences mean, and what is done on them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

ANY, ANYTHING = "…", ".*"
_BLANKS = re.compile(r"\s+")
_ENDS = " .!?,;:"


@dataclass(frozen=True, slots=True)
class Row:
    """What somebody means who says this; “…” stands for any words.

    It counts only where what they were asked, or what is shown to them, holds `asked`. `which`
    is the agent it is for, `left` what is left of it when that agent has finished.
    """

    said: str
    which: str = ""
    does: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    verdict: str = ""
    left: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """What an agent that talks does when its newest words hold `said`: a call, or words."""

    agent: str
    said: str
    tool: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    says: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """The steps for a goal, and what is asked first where its words leave something open.

    A `{0}` in a step's words stands for what was answered.
    """

    said: str
    steps: Sequence[Mapping[str, Any]] = ()
    asks: str = ""
    outcome: str = "plan"


@dataclass(frozen=True, slots=True)
class Table:
    """All rows, to be looked up by what was said."""

    rows: tuple[Row, ...]
    moves: tuple[Move, ...] = ()
    goals: tuple[Goal, ...] = ()

    def row(self, said: str, *fields: str, asked: str = "") -> Row | None:
        """The row of a sentence that tells one of the fields.

        One for what was asked comes first, then an exact one, then the one with the most words.
        """
        telling = (row for row in self.rows if any(getattr(row, name) for name in fields))
        fitting = (r for r in telling if _holds(asked, r.asked) and _fits(plain(said), r.said))
        return max(fitting, key=_rank, default=None)

    def move(self, agent: str, said: str) -> Move | None:
        """The move of an agent on its newest words."""
        mine = (m for m in self.moves if m.agent == agent and _holds(said, m.said))
        return max(mine, key=lambda move: len(move.said), default=None)

    def goal(self, said: str) -> Goal | None:
        """The steps for a goal."""
        fitting = (goal for goal in self.goals if _holds(said, goal.said))
        return max(fitting, key=lambda goal: len(goal.said), default=None)


def rows_for(agent: str, *said: str, **details: Any) -> list[Row]:
    """Several ways of saying one thing to an agent."""
    return [Row(words, agent, **details) for words in said]


def rows_of(details: Mapping[str, Any], said: Iterable[str]) -> list[Row]:
    """Several ways of saying one thing."""
    return [Row(words, **details) for words in said]


def plain(text: str) -> str:
    """A text without what makes no difference: case, blanks, its last signs."""
    straight = text.replace("\u2019", "'").replace("\u2018", "'")
    return _BLANKS.sub(" ", straight).strip().casefold().rstrip(_ENDS)


def _rank(row: Row) -> tuple[bool, bool, int]:
    return bool(row.asked), ANY not in row.said, len(row.said)


def _fits(said: str, words: str) -> bool:
    return (
        said == plain(words) if ANY not in words else _pattern(words).fullmatch(said) is not None
    )


@cache
def _pattern(words: str) -> re.Pattern[str]:
    parts = [plain(part) for part in words.split(ANY)]
    return re.compile(ANYTHING.join(map(_whole, parts)), re.DOTALL)


def _whole(part: str) -> str:
    """A part that does not end within a word."""
    start, end = (r"\b" if part[at : at + 1].isalnum() else "" for at in (0, len(part) - 1))
    return f"{start}{re.escape(part)}{end}"


def _holds(text: str, words: str) -> bool:
    return plain(words) in plain(text)

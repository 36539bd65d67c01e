"""What a slot of a form may hold: choices with other words for them, days, times of day."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BeforeValidator, Field

from agents.kit.parameters import called
from agents.kit.turn import Turn
from agents.kit.values.errors import AuthorError

Labelled = Mapping[str, Sequence[str]]
"""Each value with its other names, such as {"AAPL": ("Apple",)}."""

Given = Labelled | Sequence[str]


@dataclass(frozen=True, slots=True, eq=False)  # a type is hashed with what stands beside it
class Choices:
    """Beside a type, as in `Annotated[str, Choices(accounts_of)]`: what may be chosen.

    `values` are the choices themselves, with aliases or without, or a function of the turn that
    gives them, such as the names of the accounts that the person has. A form offers them, and
    takes a label or an alias, in capitals or not. With `others` anything else counts as well.
    """

    values: Given | Callable[[Turn], Given | Awaitable[Given]]
    others: bool = False

    async def of(self, turn: Turn) -> dict[str, tuple[str, ...]]:
        """The choices for this turn, each with its aliases.

        Raises:
            AuthorError: the function gives something else.
        """
        given: Any = await called(self.values, turn) if callable(self.values) else self.values
        return labelled(given)


def labelled(given: Any) -> dict[str, tuple[str, ...]]:
    """Choices as labels with aliases.

    Raises:
        AuthorError: they are none.
    """
    if isinstance(given, Mapping):
        return {str(label): tuple(map(str, others)) for label, others in given.items()}
    if isinstance(given, Sequence) and not isinstance(given, str):
        return {str(label): () for label in given}
    raise AuthorError(
        f"choices are a list of labels, or labels with aliases, not {type(given).__name__}"
    )


def choices_in(metadata: Sequence[object]) -> Choices | None:
    """The choices among what stands beside a type, or None."""
    found = (part for part in metadata if isinstance(part, Choices))
    return next(found, None)


def literals_of(hint: Any) -> tuple[object, ...]:
    """The values of a Literal, also one with None or a description beside it; else none."""
    parts = (hint, *get_args(hint))
    return next((get_args(p) for p in parts if get_origin(p) is Literal), ())


HINT = "a day such as 2026-11-23"

TimeOfDay = Annotated[
    str, Field(description="a time such as 09:30", pattern=r"^(?:[01]\d|2[0-3]):[0-5]\d$")
]


def _read(written: Any) -> date:
    if isinstance(written, date):
        return written
    with suppress(TypeError, ValueError):
        day = date.fromisoformat(written)
        if day.isoformat() == written:
            return day
    raise ValueError(f"“{str(written)[:40]}” is not a day; write {HINT}")


Day = Annotated[date, BeforeValidator(_read)]
OptionalDay = Annotated[Day | None, Field(description=f"only if named: {HINT}")]


def in_words(day: date) -> str:
    """Write a date so that nobody can misread it: Monday 23 November 2026."""
    return f"{day:%A} {day.day} {day:%B} {day.year}"

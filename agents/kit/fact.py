"""Facts: what code, never a model, has established about one person."""

from collections.abc import Mapping
from dataclasses import dataclass

from agents.kit.declaring import SECONDS, TEXT, Word, keep_tuples, many, refuse_misfits, spelled

QUARTER_OF_AN_HOUR = 15 * 60
EIGHT_HOURS = 8 * 60 * 60


@spelled
@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of fact, such as "authenticated"; its owner is always the person it is about.

    It lapses after `idle_seconds` without use, at the latest after `max_seconds`, and as
    soon as one of the facts it `rests_on` is revoked or established anew. `label` names its
    value on an approval card.

    Raises:
        AuthorError: something is not what its word asks for; all of it is named.
    """

    name: str
    meaning: str
    idle_seconds: int = QUARTER_OF_AN_HOUR
    max_seconds: int = EIGHT_HOURS
    rests_on: tuple["Fact", ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        refuse_misfits(f"fact {self.name}", self, _WORDS)
        keep_tuples(self, "rests_on")


_WORDS: Mapping[str, Word] = {
    "name": TEXT,
    "meaning": TEXT,
    "idle_seconds": SECONDS,
    "max_seconds": SECONDS,
    "rests_on": many(Fact, "facts"),
    "label": TEXT,
}


@dataclass(frozen=True, slots=True)
class Unmet:
    """A fact that is there, but is about something else than a call names.

    `words` say what it is to be established about instead, as a person would.
    """

    fact: Fact
    words: str

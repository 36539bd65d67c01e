"""Who a person is to us, what code knows of them, and what is shown to nobody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Never

from typing_extensions import override

from agents.kit.values.declaration import (
    SECONDS,
    TEXT,
    Word,
    keep_tuples,
    many,
    refuse_misfits,
    spelled,
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who talks to the bot; `name` is for showing and takes no part in equality."""

    platform: str
    workspace: str
    user: str
    name: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        """The identity as one string, unambiguous because the parts are escaped."""
        return _joined(self.platform, self.workspace, self.user)

    @classmethod
    def of(cls, key: str, name: str = "") -> "Person":
        """Find a person back from their key.

        Raises:
            ValueError: it is no key.
        """
        platform, workspace, user = (
            part.replace("%2F", "/").replace("%25", "%") for part in key.split("/")
        )
        return cls(platform, workspace, user, name)

    @property
    def shown(self) -> str:
        """What to call them in a text."""
        return self.name or self.user


@lru_cache(maxsize=4096)
def _joined(*parts: str) -> str:
    return "/".join(part.replace("%", "%25").replace("/", "%2F") for part in parts)


class Secret:
    """A value only the tool it was typed for may read, by `reveal()`.

    Printing, formatting, comparing or pickling it shows nothing.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value itself; never log it, never return it."""
        return self._value

    @override
    def __repr__(self) -> str:
        return "Secret(…)"

    @override
    def __str__(self) -> str:
        return "[secret]"

    @override
    def __reduce__(self) -> Never:
        """Refuse to be pickled: a copy on disk would be a leak."""
        raise TypeError("a secret is never serialised")


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

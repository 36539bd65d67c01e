"""Looks at the words of a declaration: what is no such thing is said at once, and by its name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, cast

from agents.kit.errors import AuthorError

Declaration = TypeVar("Declaration", bound=Callable[..., Any])

LONGEST = 60
NEARLY = 0.8

_LISTS = (list, tuple, set, frozenset)


@dataclass(frozen=True, slots=True)
class Word:
    """What stands behind a word of a declaration, as its author reads it, and how it is known."""

    what: str
    fits: Callable[[Any], bool]


def one(kind: type | tuple[type, ...], what: str) -> Word:
    """A single thing of a kind."""
    return Word(what, lambda value: isinstance(value, kind))


def many(kind: type | tuple[type, ...], what: str) -> Word:
    """A list of things of a kind; a text is none, though it can be gone through."""
    return Word(
        f"a list of {what}",
        lambda value: isinstance(value, _LISTS) and all(isinstance(part, kind) for part in value),
    )


def one_of(*values: str) -> Word:
    """One of a few texts."""
    first, last = ", ".join(f"“{value}”" for value in values[:-1]), f"“{values[-1]}”"
    return Word(f"{first} or {last}", lambda value: isinstance(value, str) and value in values)


TEXT = one(str, "a text")
SECONDS = one((int, float), "a number of seconds")
FLAG = one(bool, "True or False")
FUNCTION = Word("a function", lambda value: value is None or callable(value))


def misfits(given: Mapping[str, Any], words: Mapping[str, Word]) -> list[str]:
    """List what is not what its word asks for."""
    return [
        f"{name} is {words[name].what}, not {shown(value)}"
        for name, value in given.items()
        if name in words and not words[name].fits(value)
    ]


def unknown(given: Iterable[str], words: Iterable[str]) -> list[str]:
    """List the words that there are not, with the one that may be meant."""
    known = sorted(words)
    found = []
    for name in given:
        if name not in known:
            meant = _meant(name, known)
            instead = f"did you mean {meant}?" if meant else f"there are {', '.join(known)}"
            found.append(f"there is no word {name}; {instead}")
    return found


def _meant(name: str, known: list[str]) -> str:
    """Find the word that may be meant: nearly the same, begun alike, or with a part in common."""
    nearly = get_close_matches(name, known, n=1, cutoff=NEARLY)
    begun = (one for one in known if one.startswith(name) or name.startswith(one))
    shared = (one for one in known if not {*one.split("_")}.isdisjoint(name.split("_")))
    return next(iter((*nearly, *begun, *shared, *get_close_matches(name, known, n=1))), "")


def spelled(declaration: Declaration) -> Declaration:
    """Refuse words that a class or function does not take, and name the one that may be meant.

    Raises:
        AuthorError: there are such words; all of them are named.
    """
    takes = signature(declaration).parameters
    made = vars(declaration)["__init__"] if isinstance(declaration, type) else declaration

    @wraps(made)
    def _made(*given: Any, **named: Any) -> Any:
        if wrong := unknown(named, takes):
            message = f"{declaration.__name__}(…): {'; '.join(wrong)}"
            raise AuthorError(message)
        return made(*given, **named)

    if not isinstance(declaration, type):
        return cast("Declaration", _made)
    declaration.__init__ = _made  # type: ignore[misc] # it takes the same
    return declaration


def shown(value: object) -> str:
    """A wrong value, as long as it may be in a line."""
    written = repr(value)
    return written if len(written) <= LONGEST else f"{written[:LONGEST]}…"

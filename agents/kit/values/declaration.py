"""Looks at the words of a declaration: what is no such thing is said at once, and by its name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import wraps
from inspect import Signature, isfunction, signature
from typing import Any, TypeVar, cast

from agents.kit.values.errors import AuthorError

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


def function_of(*names: str) -> Word:
    """A function that can be called with these, or none."""
    what = f"a function that takes ({', '.join(names)})"
    return Word(what, lambda value: value is None or _takes(value, names))


TEXT = one(str, "a text")
SECONDS = one((int, float), "a number of seconds")
FLAG = one(bool, "True or False")


def _takes(value: object, given: Iterable[str]) -> bool:
    if not callable(value):
        return False
    try:
        signature(value).bind(*given)
    except TypeError:
        return False
    except ValueError:  # some that are written in C say nothing of themselves
        return True
    return True


def misfits(given: Mapping[str, Any], words: Mapping[str, Word]) -> list[str]:
    """List what is not what its word asks for."""
    return [
        f"{name} is {words[name].what}, not {shown(value)}"
        for name, value in given.items()
        if name in words and not words[name].fits(value)
    ]


def refuse_misfits(what: str, declared: object, words: Mapping[str, Word]) -> None:
    """Look at what stands behind each word of a declaration.

    Raises:
        AuthorError: with all of it that is not what its word asks for.
    """
    given = {name: getattr(declared, name) for name in words}
    if wrong := misfits(given, words):
        raise AuthorError(f"{what}: {'; '.join(wrong)}")


def keep_tuples(declared: object, *names: str) -> None:
    """Keep lists of a frozen declaration as tuples, which nobody changes afterwards."""
    for name in names:
        object.__setattr__(declared, name, tuple(getattr(declared, name)))


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
    takes, is_class = signature(declaration), isinstance(declaration, type)
    made = vars(declaration)["__init__"] if is_class else declaration

    @wraps(made)
    def _made(*given: Any, **named: Any) -> Any:
        without_self = given[1:] if is_class else given
        if wrong := unknown(named, takes.parameters) or _unbound(takes, without_self, named):
            raise AuthorError(f"{declaration.__name__}(…): {'; '.join(wrong)}")
        return made(*given, **named)

    if not isinstance(declaration, type):
        return cast("Declaration", _made)
    declaration.__init__ = _made  # type: ignore[misc] # it takes the same
    return declaration


def _unbound(takes: Signature, given: tuple[Any, ...], named: Mapping[str, Any]) -> list[str]:
    """Say what is missing, or too much."""
    try:
        takes.bind(*given, **named)
    except TypeError as error:
        words = f"{error}"
        by_name = f"give each by its name, such as {next(iter(takes.parameters))}=…"
        return [f"{words}; {by_name}" if given else words]
    return []


def shown(value: object) -> str:
    """A wrong value, as long as it may be in a line."""
    written = f"{value.__name__}{signature(value)}" if isfunction(value) else repr(value)
    return written if len(written) <= LONGEST else f"{written[:LONGEST]}…"

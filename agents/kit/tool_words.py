"""The words a tool is declared with, and what is refused of them."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Any, TypedDict

from agents.kit.approval import Approval
from agents.kit.declaring import (
    FLAG,
    SECONDS,
    Word,
    function_of,
    many,
    misfits,
    one,
    one_of,
    unknown,
)
from agents.kit.errors import AuthorError
from agents.kit.fact import Fact, Unmet
from agents.kit.parameters import Taken
from agents.kit.turn import Turn


class Declaration(TypedDict, total=False):
    """The words `tool` takes; `Tool` says what each means."""

    requires: Sequence[Fact]
    provides: Sequence[Fact]
    effect: bool
    approval: Approval | None
    check: Callable[[Turn, Mapping[str, Any]], Awaitable[None] | None] | None
    unmet: Callable[[Turn, Mapping[str, Any]], Awaitable[Unmet | None] | Unmet | None] | None
    destinations: Sequence[str]
    free: Sequence[str]
    ends_task: bool
    outcome: Callable[[Turn, str], Any] | None
    settles_within_seconds: float
    risk: str
    reversible: bool
    version: int


WORDS: Mapping[str, Word] = {
    "requires": many(Fact, "facts"),
    "provides": many(Fact, "facts"),
    "effect": FLAG,
    "approval": one((Approval, NoneType), "a rule, such as always() or over(Money(…))"),
    "check": function_of("turn", "arguments"),
    "unmet": function_of("turn", "arguments"),
    "destinations": many(str, "names of parameters"),
    "free": many(str, "names of parameters"),
    "ends_task": FLAG,
    "outcome": function_of("turn", "key"),
    "settles_within_seconds": SECONDS,
    "risk": one_of("low", "medium", "high"),
    "reversible": FLAG,
    "version": one(int, "a number"),
}


def refuse_misfits(name: str, taken: Taken, words: Mapping[str, Any]) -> None:
    """Look at what was said of a tool.

    Raises:
        AuthorError: with all of it that is not what its word asks for.
    """
    wrong = [*unknown(words, WORDS), *misfits(words, WORDS)]
    if not wrong:
        wrong += _strangers(taken, words)
    if words.get("free") and not words.get("effect"):
        wrong.append("free is a word of effects; add effect=True or leave it out")
    if taken.key and not words.get("effect"):
        wrong.append(f"takes the EffectKey {taken.key} but has no effect; add effect=True")
    if wrong:
        raise AuthorError(f"tool {name}: {'; '.join(wrong)}")


def _strangers(taken: Taken, words: Mapping[str, Any]) -> Iterator[str]:
    """Name what is said of parameters that there are not."""
    known = taken.parameters.model_fields
    instead = f"it takes {', '.join(known)}" if known else "it takes none"
    for word in ("destinations", "free"):
        for place in words.get(word, ()):
            if place in (*taken.secrets, taken.key):
                yield f"{word} names {place}, which only code fills in; leave it out"
            elif place not in known:
                yield f"{word} names {place}, no parameter; {instead}"

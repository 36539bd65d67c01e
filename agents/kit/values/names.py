"""Which of the names we know somebody means: a part of one is enough, a slip is forgiven."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from agents.kit.values.errors import ToolFailed

ALIKE = 0.8
MOST_SHOWN = 8

_WORD = re.compile(r"[^\W_]+")
_ARTICLE = re.compile(r"\s*[^\W\d_A-Z]{1,3}\s+(?=\S)")  # a small word before a name
_ENDING = re.compile(r"['\u2019][^\W_]\b")


class NotOneOf(ToolFailed):
    """Words mean none of the names we know, or more than one of them."""

    def __init__(self, kind: str, wanted: str, near: Sequence[str], known: Sequence[str]) -> None:
        shown = ", ".join((near or known)[:MOST_SHOWN])
        more = len(near or known) - MOST_SHOWN
        shown += f" and {more} more" if more > 0 else ""
        if near:
            hint = f"Which one is meant: {shown}?"
        elif shown:
            hint = f"Known: {shown}."
        else:
            hint = "None is known yet."
        super().__init__(f"No single {kind} fits “{wanted[:40]}”. {hint}")


def one_of(kind: str, wanted: str, names: Iterable[str]) -> str:
    """The one name that is meant.

    Raises:
        NotOneOf: none is, or several are; the words list them, or all that are known.
    """
    known = sorted(set(names))
    near = meant_by(wanted, known)
    if len(near) != 1:
        raise NotOneOf(kind, wanted, near, known)
    return near[0]


def meant_by(wanted: str, names: Iterable[str]) -> list[str]:
    """The names that may be meant: the same one, else those with all the words, else near ones."""
    words = {name: _words(name) for name in names}
    asked = _words(wanted)
    if (first := _ARTICLE.match(wanted)) and not any(asked[0] in own for own in words.values()):
        asked = _words(wanted[first.end() :])
    for fits in (_is_same, _holds, _is_nearly_same, _is_near):
        if found := [name for name, own in words.items() if asked and own and fits(asked, own)]:
            return found
    return []


def tidy(written: str) -> str:
    """A name or a title without needless blanks, at the length it was written."""
    return " ".join(written.split())


def _is_same(asked: Sequence[str], own: Sequence[str]) -> bool:
    return asked == own


def _holds(asked: Sequence[str], own: Sequence[str]) -> bool:
    return set(asked) <= set(own)


def _is_nearly_same(asked: Sequence[str], own: Sequence[str]) -> bool:
    return len(asked) == len(own) and _is_near(asked, own)


def _is_near(asked: Sequence[str], own: Sequence[str]) -> bool:
    return all(get_close_matches(word, own, n=1, cutoff=ALIKE) for word in asked)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_ENDING.sub("", text.casefold())))

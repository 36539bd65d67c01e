"""Everyday words: those around a login, and those that are hardly anybody's password."""

from collections.abc import Iterator
from pathlib import Path

_PUNCTUATION = ",.:;!?=/|-\u2013&"
_QUOTES = '"“'
AROUND = _PUNCTUATION + "()[]{}<>@*_~\"'“”\u2018\u2019`"
_ENDINGS = (
    *("'s", "n't", "'re", "'ll", "'ve", "'d", "ies", "ied", "ing", "es", "ed", "ly", "er"),
    *("s", "d", "r"),
)


def _words_of(kind: str) -> frozenset[str]:
    path = Path(__file__).parent / "words" / f"{kind}.txt"
    return frozenset(path.read_text(encoding="utf-8").split())


_FILLERS = _words_of("around_a_login")
_ORDINARY = _FILLERS | _words_of("ordinary")


def is_filler(word: str) -> bool:
    """Say whether a word stands around a login, as "username" does; a quoted one does not."""
    if word.startswith(tuple(_QUOTES)):
        return False
    return _bare(word) in _FILLERS or word in _PUNCTUATION


def is_ordinary(word: str) -> bool:
    """Say whether a word, or what it is a form of, is an everyday one."""
    bare = _bare(word)
    return bare in _ORDINARY or any(stem in _ORDINARY for stem in _stems(bare))


def _stems(word: str) -> Iterator[str]:
    """What a word may be a form of: "stopped" of "stop", "tried" of "try"."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1:
            single = stem[:-1] if stem[-1] == stem[-2] else stem
            yield from (stem, f"{stem}e", f"{stem}y", single)


def _bare(word: str) -> str:
    return word.casefold().replace("\u2019", "'").strip(AROUND)

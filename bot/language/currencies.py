"""Which currency a word, a sign or a code names; `?` for one that nobody can tell."""

from collections.abc import Iterator
from functools import cache, lru_cache

from bot.language.cldr import codes, currency_phrases, currency_words
from bot.language.lists import entries, names, single_words, small_words
from bot.language.normal import fold

UNKNOWN = "?"
LONGEST_PHRASE = 5  # words of a currency's name
_LISTS = frozenset({"everyday", "words", "plain", "eastern"})


@lru_cache(maxsize=4096)
def currency_named(word: str) -> str | None:
    """The ISO code a word or sign names; `?` if it names one but not which, None if none."""
    folded = fold(word).rstrip(".")
    if found := by_name(folded) or code_of(word):
        return found
    if folded in small_words():
        return None
    return currency_words().get(folded) or _eastern_name(folded)


@lru_cache(maxsize=4096)
def by_name(folded: str) -> str | None:
    """The currency by the nouns and signs that people use, whatever country's they are."""
    return _nouns().get(folded)


def code_of(word: str) -> str | None:
    """The currency by its ISO code, in small letters where that is no word of its own."""
    code = word.upper()
    if len(word) != len("USD") or not word.isascii() or code not in codes():
        return None
    is_word = word.casefold() in single_words("currencies", "words") | small_words()
    return code if word.isupper() or not is_word else None


def is_everyday(folded: str) -> bool:
    """Say whether a word stands for a currency only beside a number."""
    return folded in single_words("currencies", "everyday")


def phrase_of(words: list[str]) -> tuple[str, int] | None:
    """The currency whose full name these words begin with, and how many belong to it."""
    for length in range(min(LONGEST_PHRASE, len(words)), 1, -1):
        name = " ".join(map(fold, words[:length]))
        if found := currency_phrases().get(name):
            return found, length
    return None


@lru_cache(maxsize=4096)
def eastern_at(text: str) -> tuple[str, int]:
    """The currency that a text without blanks begins with, and its length; ("", 0) if none."""
    for name, code in _eastern():
        if text.startswith(name):
            return code, len(name)
    return "", 0


def eastern_before(text: str) -> tuple[str, int]:
    """The currency that a text without blanks ends with, and its length; ("", 0) if none."""
    for name, code in _eastern():
        if len(name) > 1 and text.endswith(name):
            return code, len(name)
    return "", 0


def _eastern_name(folded: str) -> str | None:
    found, length = eastern_at(folded)
    return found if found and length == len(folded) else None


@cache
def _eastern() -> tuple[tuple[str, str], ...]:
    pairs = [(name, code) for name, _, code in (one.rpartition(" ") for one in _listed())]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


def _listed() -> Iterator[str]:
    yield from entries("currencies", "eastern")


@cache
def _nouns() -> dict[str, str]:
    kinds = (name for name in names("currencies") if name not in _LISTS)
    return {word: kind for kind in kinds for word in single_words("currencies", kind)}

"""The word lists of the lexicon, read once, and the plain form in which phrases are compared."""

import tomllib
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from bot.language.normal import fold

_LISTS = Path(__file__).with_name("lexicon.toml")
_FORMS_OF_SIGNS = dict.fromkeys([0xFE0E, 0xFE0F, *range(0x1F3FB, 0x1F400)])


@cache
def phrases(section: str, name: str) -> frozenset[str]:
    """The phrases of a list, in plain form."""
    listed = [plain(phrase) for phrase in _lists()[section][name].split("|")]
    return frozenset(filter(None, listed))


@cache
def entries(section: str, name: str) -> tuple[str, ...]:
    """The entries of a list as they stand there."""
    return tuple(one.strip() for one in _lists()[section][name].split("|"))


@cache
def table(section: str, name: str) -> dict[str, str]:
    """The phrases of a list, each with the word that stands behind it."""
    pairs = (one.rpartition(" ") for one in entries(section, name) if one)
    return {fold(phrase): word for phrase, _, word in pairs}


@cache
def single_words(section: str, name: str) -> frozenset[str]:
    """The words of a list that are parted by blanks, or stand alone as phrases."""
    listed = _lists()[section][name].replace("|", " ").split()
    return frozenset(map(fold, listed))


@cache
def names(section: str) -> tuple[str, ...]:
    """The lists of a section, in order."""
    return tuple(_lists()[section])


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """A message as phrases are compared: folded, without punctuation and kinds of emoji."""
    kept = "".join(map(_kept, fold(text.translate(_FORMS_OF_SIGNS))))
    return " ".join(word.strip("'") for word in kept.split() if word.strip("'"))


@lru_cache(maxsize=4096)
def _kept(char: str) -> str:
    is_mark = unicodedata.category(char)[0] == "P" and char != "'"
    return " " if is_mark else char


@cache
def _lists() -> dict[str, Any]:
    return tomllib.loads(_LISTS.read_text(encoding="utf-8"))


@cache
def small_words() -> frozenset[str]:
    """The small words of all languages that part their words by blanks."""
    spaced = [name for name in names("small") if name != "unspaced"]
    return frozenset[str]().union(*(single_words("small", name) for name in spaced))


@cache
def is_function_word(word: str) -> bool:
    """Say whether a folded word tells nothing by itself, in some language."""
    return word in small_words() or word in single_words("words", "function")


def languages_of(text: str) -> frozenset[str]:
    """The languages a text may be in, by its small words; none where they do not tell."""
    counts = dict.fromkeys((name for name in names("small") if name != "unspaced"), 0)
    for word in set(plain(text[:_TELLING]).split()):
        for language in counts:
            counts[language] += word in single_words("small", language)
    most = max(counts.values())
    return frozenset(name for name, count in counts.items() if count == most and most)


_TELLING = 2_000  # characters at the beginning of a text, which tell its language

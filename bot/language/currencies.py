"""Currencies, months and weekdays in many languages, as CLDR knows them and people say them."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache

from babel import Locale
from babel.core import get_global
from babel.numbers import get_currency_precision

from bot.language.lists import entries, names, single_words, small_words
from bot.language.normal import fold

LANGUAGES = (
    *("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi"),
    *("pl", "cs", "ru", "uk", "tr", "ja", "zh", "ko", "ar", "hi"),
)

_NO_DAY = frozenset(
    {
        *("may", "mai", "maj", "mag", "set", "out", "ago", "gen"),
        *("lug", "ott", "dic", "mar", "sun", "sat", "lis", "kw"),
    }
)


@cache
def codes() -> frozenset[str]:
    """The codes of the currencies that are legal tender somewhere."""
    listed = get_global("territory_currencies").values()
    tender = (entry for entries in listed for entry in entries if entry[2] is None and entry[3])
    return frozenset(entry[0] for entry in tender)


def decimals(currency: str) -> int:
    """How many decimals a currency has; two for one that nobody knows."""
    return get_currency_precision(currency)


@cache
def currency_phrases() -> dict[str, str]:
    """The names of currencies in all languages and forms, folded; those of several are `?`."""
    found = defaultdict[str, set[str]](set)
    for name, code in _named():
        found[name].add(code)
        found[name.replace("-", " ")].add(code)
    return {name: _one_of(of) for name, of in found.items()}


@cache
def currency_words() -> dict[str, str]:
    """The single words of those names, and the currency where there is but one."""
    found = defaultdict[str, set[str]](set)
    for name, code in _named():
        for word in name.replace("-", " ").split():
            found[word].add(code)
    return {word: _one_of(of) for word, of in found.items()}


@cache
def months() -> dict[str, int]:
    """The names of months, and what is short for them."""
    full = {name: at for at, name in _calendar("months", "wide")}
    short = {name.rstrip("."): at for at, name in _calendar("months", "abbreviated")}
    english = {"may": 5, "mar": 3, "sept": 9}
    return {name: at for name, at in short.items() if name not in _NO_DAY} | full | english


@cache
def weekdays() -> dict[str, int]:
    """The names of weekdays in full; Monday is 0."""
    return {name: at for at, name in _calendar("days", "wide")}


def _calendar(kind: str, width: str) -> Iterator[tuple[int, str]]:
    for language in LANGUAGES:
        for context in ("format", "stand-alone"):
            listed = getattr(Locale(language), kind)[context][width]
            for at, name in listed.items():
                if not (folded := fold(str(name))).isdigit():
                    yield at, folded


def _named() -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        locale = Locale(language)
        for code in codes():
            yield from ((_folded(name), code) for name in _names_of(locale, code))


def _names_of(locale: Locale, code: str) -> Iterator[str]:
    if name := locale.currencies.get(code):
        yield str(name)
    forms = locale._data["currency_names_plural"]  # noqa: SLF001 - the only way to all forms at once
    if code in forms:
        yield from map(str, dict(forms[code]).values())


def _folded(name: str) -> str:
    """A name of CLDR in the form of `fold`: there is nothing invisible in it, nor wide."""
    return " ".join(name.replace("\u2019", "'").casefold().split())


def _one_of(of: set[str]) -> str:
    return next(iter(of)) if len(of) == 1 else "?"


UNKNOWN = "?"
LONGEST_PHRASE = 5  # words of a currency's name
_LISTS = frozenset({"everyday", "words", "plain", "eastern", "beside"})


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

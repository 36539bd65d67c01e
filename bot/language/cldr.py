"""What CLDR knows of currencies and of the calendar, in the languages of the lexicon."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from babel import Locale
from babel.core import get_global
from babel.numbers import get_currency_precision

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

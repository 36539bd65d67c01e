"""Amounts of money in people's own words: the number, and the currency that was said with it."""

import re
from contextlib import suppress
from functools import cache, cached_property

from agents.kit.money import Money
from bot.core.acting.currencies import SYMBOLS, UNKNOWN, USUAL, currency_named
from bot.core.acting.edges import numbers_in

LONGEST_NAME = 40
LONGEST_QUALIFIED = 3 * LONGEST_NAME

_WORD = r"[^\W\d_]+"
_NAME = rf"(?:[^\W\d_]*[{SYMBOLS}]|{_WORD})"
_ANY_NAME = re.compile(_NAME)
_BEFORE = re.compile(rf"({_NAME})( ?)$")
_AFTER = re.compile(rf"( ?)({_NAME}|[%\u2030])((?: {_WORD}){{0,2}})")
# Between a number and its currency; any other word there may make it another one: Fijian.
_PLAIN = frozenset({"in", "of", "my", "more", "us", "american", "british"})


class Amounts:
    """The amounts that some texts speak of, read once, however many are asked for."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._texts = texts

    def has(self, amount: Money) -> bool:
        """Say whether the amount stands in one of the texts, in its currency.

        A number without one is in the only currency these texts speak of, else in the kit's.
        """
        beside = self._beside.get(amount.minor, set())
        if frozenset({amount.currency}) in beside:
            return True
        return frozenset() in beside and (self._currencies or {USUAL}) == {amount.currency}

    @cached_property
    def _beside(self) -> dict[int, set[frozenset[str]]]:
        """What each number is worth, and the currencies beside it; none where one stands bare."""
        worth, named = cache(_worth), cache(_named)
        found: dict[int, set[frozenset[str]]] = {}
        for match in (match for text in self._texts for match in numbers_in(text)):
            if (minor := worth(match.group())) is not None:
                found.setdefault(minor, set()).add(named(*_around(match)))
        return found

    @cached_property
    def _currencies(self) -> set[str]:
        names = {name for text in self._texts for name in _ANY_NAME.findall(text)}
        return {code for name in names if (code := currency_named(name))}


def _worth(number: str) -> int | None:
    """The minor units of a number; None for one that is no amount: 1.234, or 13 digits."""
    with suppress(ValueError):
        return Money(number.replace("\u2212", "-")).minor
    return None


def _around(number: re.Match[str]) -> tuple[str, str]:
    """What lies before and behind a number, as far as a currency may stand there."""
    text, start, end = number.string, *number.span()
    return text[max(0, start - LONGEST_NAME) : start], text[end : end + LONGEST_QUALIFIED]


def _named(before: str, after: str) -> frozenset[str]:
    """The currencies before and after a number; two of them are nobody's guess."""
    named = set()
    if found := _BEFORE.search(before):
        named.add(currency_named(found[1]) or (UNKNOWN if not found[2] else ""))
    if found := _AFTER.match(after):
        words = [found[2], *found[3].split()]
        named.add(_qualified(words) or (UNKNOWN if not found[1] else ""))
    return frozenset(named - {""})


def _qualified(words: list[str]) -> str:
    """The currency among the words after a number: 10 dollars, 10 US dollars, 10 in euros."""
    for at, word in enumerate(words):
        if code := currency_named(word):
            is_plain = all(between.casefold() in _PLAIN for between in words[:at])
            return code if is_plain else UNKNOWN
    return ""

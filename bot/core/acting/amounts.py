"""Amounts of money in people's own words: the number, and the currency that was said with it."""

import re
from collections.abc import Iterator
from contextlib import suppress

from agents.kit.money import Money
from bot.core.acting.currencies import SYMBOLS, UNKNOWN, USUAL, currency_named
from bot.core.acting.edges import numbers_in

LONGEST_NAME = 40

_WORD = r"[^\W\d_]+"
_NAME = rf"(?:[^\W\d_]*[{SYMBOLS}]|{_WORD})"
_ANY_NAME = re.compile(_NAME)
_BEFORE = re.compile(rf"({_NAME})( ?)$")
_AFTER = re.compile(rf"( ?)({_NAME}|[%\u2030])((?: {_WORD}){{0,2}})")
# Between a number and its currency; any other word there may make it another one: Fijian.
_PLAIN = frozenset({"in", "of", "my", "more", "us", "american", "british"})


def is_amount_said(amount: Money, heard: tuple[str, ...]) -> bool:
    """Say whether the amount stands in one of these texts, in its currency.

    A number without one is in the only currency these texts speak of, else in the kit's.
    """
    beside = [named for text in heard for named in _said_with(amount, text)]
    if {amount.currency} in beside:
        return True
    return set() in beside and (_currencies_in(heard) or {USUAL}) == {amount.currency}


def _said_with(amount: Money, text: str) -> Iterator[set[str]]:
    """The currencies beside each number of a text that is this one; none where it is bare."""
    for match in numbers_in(text):
        with suppress(ValueError):  # a number that is no amount: 1.234, or 13 digits
            if Money(match.group().replace("\u2212", "-")).minor == amount.minor:
                yield _beside(match)


def _beside(number: re.Match[str]) -> set[str]:
    """The currencies that stand before and after a number; two of them are nobody's guess."""
    text, start, end = number.string, *number.span()
    named = set()
    if before := _BEFORE.search(text[max(0, start - LONGEST_NAME) : start]):
        named.add(currency_named(before[1]) or (UNKNOWN if not before[2] else ""))
    if after := _AFTER.match(text, end):
        words = [after[2], *after[3].split()]
        named.add(_qualified(words) or (UNKNOWN if not after[1] else ""))
    return named - {""}


def _qualified(words: list[str]) -> str:
    """The currency among the words after a number: 10 dollars, 10 US dollars, 10 in euros."""
    for at, word in enumerate(words):
        if code := currency_named(word):
            is_plain = all(between.casefold() in _PLAIN for between in words[:at])
            return code if is_plain else UNKNOWN
    return ""


def _currencies_in(texts: tuple[str, ...]) -> set[str]:
    names = (name for text in texts for name in _ANY_NAME.findall(text))
    return {code for name in names if (code := currency_named(name))}

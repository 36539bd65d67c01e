"""Whether what somebody wrote holds as many values as an action takes: no more, and no fewer.

“Move 20 to 9876543210. (My rent is 500, Ana's account is 1234324.)” holds two amounts and two
accounts. Each of them stands in their own words, so which one goes where is for them to see.
“Send 20 to Ana” holds one 20: whoever sends 20 to account 20 takes it twice.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

from agents.kit.ports.web import addresses_in, is_address
from agents.kit.values.money import Money
from bot.language.days import find_days
from bot.language.normal import FoundValue, fold, times_in
from bot.language.numbers import find_numbers

LONGEST_AMOUNT = 6  # digits in a row without a mark; more are the name of something
_NAME = re.compile(r"(?<![\w.,])[^\W_][\w./#-]{2,}[^\W_](?![\w,.]\w)", re.ASCII)
_DIGITS = re.compile(r"\d{1,20}(?:\.\d{1,9})?")
_MAILS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TYPES: tuple[tuple[Any, str], ...] = (  # in this order: some are others as well
    ((bool, Enum, datetime), ""),
    ((Money, int, float, Decimal), "number"),
    (date, "day"),
    (str, "text"),
)


def ambiguous(
    arguments: Mapping[str, Any], names: Sequence[str], said: Sequence[str], now: datetime
) -> list[str]:
    """The arguments of which the texts hold more values than these named ones take."""
    values = {name: arguments[name] for name in names if arguments[name] is not None}
    kinds = {name: kind for name, value in values.items() if (kind := _kind(value))}
    found = {kind: _held(kind, said, values, now) for kind in set(kinds.values())}
    return [
        name
        for name, kind in kinds.items()
        if len(found[kind]) > len({str(values[n]) for n, k in kinds.items() if k == kind})
    ]


def taken_twice(
    arguments: Mapping[str, Any], names: Sequence[str], said: Sequence[str], now: datetime
) -> list[str]:
    """The arguments that take a value which the texts hold fewer times than it is taken.

    Two days may be the same one; the number in a day that is taken is that day's alone.
    """
    days = {value for name in names if type(value := arguments[name]) is date}
    takers = defaultdict[Decimal | str, list[str]](list)
    for name in names:
        takers[_taken(arguments[name])].append(name)
    takers.pop("", None)
    return [
        name
        for value, several in takers.items()
        if (times := _times(value, said))
        and times - _in_days(value, said, days, now) < len(several)
        for name in several
    ]


def _taken(value: Any) -> Decimal | str:
    """What counts as the same value, whatever its type; empty for what is chosen, and days."""
    match value:
        case bool() | Enum() | date():
            return ""
        case Money():
            return Decimal(value.minor) / 100
        case int() | float() | Decimal():
            return Decimal(str(value))
        case str():
            folded = fold(value)
            return Decimal(folded) if _DIGITS.fullmatch(folded) else folded
        case _:
            return ""


def _times(value: Decimal | str, said: Sequence[str]) -> int:
    if isinstance(value, str):
        return sum(times_in(value, text) for text in said)
    return sum(one.value == value for text in said for one in find_numbers(text))


def _in_days(
    value: Decimal | str, said: Sequence[str], taken: Collection[date], now: datetime
) -> int:
    """How often a number stands in a day that is taken."""
    if isinstance(value, str) or not taken:
        return 0
    return sum(
        one.value == value and any(_overlaps(one, day) for day in days)
        for text in said
        if (days := [day for day in find_days(text, now.date()) if day.value in taken])
        for one in find_numbers(text)
    )


def _kind(value: Any) -> str:
    kind = next((kind for types, kind in _TYPES if isinstance(value, types)), "")
    return _kind_of_text(value) if kind == "text" else kind


def _kind_of_text(text: str) -> str:
    if is_address(text):
        return "address"
    if _MAILS.fullmatch(text):
        return "mail"
    return "name" if _is_name(text) else ""


def _is_name(text: str) -> bool:
    """Say whether it names something by digits: an account, an order, a ticket."""
    return bool(_NAME.fullmatch(text)) and any(map(str.isdigit, text))


def _held(
    kind: str, said: Sequence[str], values: Mapping[str, Any], now: datetime
) -> frozenset[str]:
    """The different values of a kind that stand in the texts."""
    match kind:
        case "number":
            names = {str(value) for value in values.values() if _kind(value) == "name"}
            return frozenset().union(*(_amounts(text, names, now) for text in said))
        case "day":
            days = (one.value for text in said for one in find_days(text, now.date()))
            return frozenset(str(day) for day in days)
        case "address":
            return frozenset(found for text in said for found in addresses_in(text))
        case "mail":
            return frozenset(found.lower() for text in said for found in _MAILS.findall(text))
        case _:
            return frozenset(
                found for text in said for found in _NAME.findall(text) if _is_long(found)
            )


def _amounts(text: str, names: set[str], now: datetime) -> frozenset[str]:
    """The numbers that are amounts: no part of a day, and no name of something."""
    days = find_days(text, now.date())
    return frozenset(
        str(one.value)
        for one in find_numbers(text)
        if not any(_overlaps(one, day) for day in days)
        and (written := text[one.start : one.end]) not in names
        and not (written.isdigit() and len(written) > LONGEST_AMOUNT)
    )


def _is_long(found: str) -> bool:
    """Say whether it is a name by digits, and no amount or day."""
    if any(map(str.isalpha, found)):
        return any(map(str.isdigit, found))
    return found.isdigit() and len(found) > LONGEST_AMOUNT


def _overlaps(one: FoundValue[Decimal], day: FoundValue[date]) -> bool:
    return one.start < day.end and day.start < one.end

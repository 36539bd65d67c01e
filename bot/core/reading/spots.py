"""Spots: the typed values that stand in a message, and which slots each of them could fill."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from bot.core.reading.slots import Slot, SlotKind, find_label_words
from bot.language.currencies import currency_named
from bot.language.days import find_days, find_times
from bot.language.lists import small_words
from bot.language.money import Amount, find_amounts, format_amount
from bot.language.normal import (
    FoundValue,
    edges,
    fold,
    is_whole_between,
    normalised,
    without_addresses,
)
from bot.language.numbers import find_numbers

CURRENCY = "USD"
MOST_READ = 4_000  # characters

_PIECE = re.compile(r"[^\W_](?:[\w./:#-]*[^\W_])?", re.ASCII)
_RUN = re.compile(r"[^\W_]+", re.ASCII)
_ADDRESS = re.compile(r"[^\s<>|\"“”()]+")
_AFTER_ADDRESS = ".,;:!?'*_~`"
_NUMBERING = re.compile(r"(?<!\S)([1-9])[.):]\s+(?=\S)")
_NOT_A_WORD = re.compile(r"[\d\W_]+")


@dataclass(frozen=True, slots=True, eq=False)
class ValueSpot:
    """A place in a message where a typed value stands.

    `values` are what the slots that could take it would be given. In `doubtful` are those which
    it may be meant for, though it cannot be read for certain: `words` are what is in doubt, and
    `is_vague` says that it is only a word beside it that is not known. `plain` is the value as
    it is read when no slot takes it.
    """

    start: int
    end: int
    text: str
    values: Mapping[str, JsonValue] = field(default_factory=dict)
    doubtful: frozenset[str] = frozenset()
    words: str = ""
    is_vague: bool = False
    plain: JsonValue = None

    def overlaps(self, start: int, end: int) -> bool:
        """Say whether it shares a character with a span."""
        return self.start < end and start < self.end


def find_spots(text: str, slots: Sequence[Slot], today: date) -> tuple[ValueSpot, ...]:
    """The typed values of a text, in order: of two that overlap the longer one."""
    heard = _beginning(text)
    found = [
        *_days_and_times(heard, slots, today),
        *_numbers(heard, slots),
        *_amounts(heard, slots),
        *_ids(heard, slots),
        *_addresses(heard, slots),
        *_choices(heard, slots),
    ]
    numbering = _numbering(heard)
    values = (spot for spot in _longest(found) if (spot.start, spot.end) not in numbering)
    return tuple(_said_once(heard, sorted(values, key=lambda spot: spot.start), slots))


def _beginning(text: str) -> str:
    """As much as a message that fills in a form may hold; it ends where a word ends."""
    return text if len(text) <= MOST_READ else text[: max(0, text.rfind(" ", 0, MOST_READ))]


def _numbering(text: str) -> Collection[tuple[int, int]]:
    """Where the answers to several questions are numbered: “1. … 2. …”."""
    marks = [*_NUMBERING.finditer(text)]
    is_list = len(marks) > 1 and [int(mark[1]) for mark in marks] == [*range(1, len(marks) + 1)]
    return {mark.span(1) for mark in marks} if is_list else ()


def _said_once(
    text: str, spots: Sequence[ValueSpot], slots: Sequence[Slot]
) -> Iterator[ValueSpot]:
    """Take “savings account 9876543210” for one value, where both parts name the same choice."""
    nouns = {word for slot in slots for word in slot.labels} - small_words()
    choices = _of_kind(slots, SlotKind.CHOICE)
    held: ValueSpot | None = None
    for spot in spots:
        same = _shared(held, spot, choices) if held else {}
        if held and same and find_label_words(text[held.end : spot.start]) <= nouns:
            whole = text[held.start : spot.end]
            held = ValueSpot(held.start, spot.end, whole, same, plain=held.plain)
            continue
        if held:
            yield held
        held = spot
    if held:
        yield held


def _shared(one: ValueSpot, other: ValueSpot, slots: Collection[Slot]) -> dict[str, JsonValue]:
    """The choices that two spots name both; none where they differ in one."""
    labels = [
        {slot.name: slot.label_of(spot.values.get(slot.name)) for slot in slots}
        for spot in (one, other)
    ]
    chosen = {slot.name: one.values[slot.name] for slot in slots if labels[0][slot.name]}
    return chosen if labels[0] == labels[1] else {}


def _longest(found: Sequence[ValueSpot]) -> Iterator[ValueSpot]:
    merged: dict[tuple[int, int], ValueSpot] = {}
    for spot in found:
        same = merged.get((spot.start, spot.end))
        merged[spot.start, spot.end] = _together(same, spot) if same else spot
    free = bytearray(b"\1") * max((spot.end for spot in found), default=0)
    for spot in sorted(merged.values(), key=lambda one: (one.start - one.end, one.start)):
        if all(free[spot.start : spot.end]):
            free[spot.start : spot.end] = bytes(spot.end - spot.start)
            yield spot


def _together(one: ValueSpot, other: ValueSpot) -> ValueSpot:
    """Two readings of the same words; two values for the same slot are a doubt."""
    values = {**one.values, **other.values}
    clash = {
        name for name in one.values if name in other.values and values[name] != one.values[name]
    }
    return replace(
        one,
        values={name: value for name, value in values.items() if name not in clash},
        doubtful=(one.doubtful | other.doubtful | clash) - (values.keys() - clash),
        words=one.words or other.words,
        is_vague=one.is_vague or other.is_vague,
        plain=one.plain if one.plain is not None else other.plain,
    )


def _spot(
    found: FoundValue[Any], read: Mapping[str, JsonValue], slots: Collection[Slot]
) -> ValueSpot:
    """A spot for these slots; a value that a slot would not take leaves a doubt."""
    values = {
        slot.name: read[slot.kind]
        for slot in slots
        if slot.kind in read and slot.fits(read[slot.kind])
    }
    doubtful = {slot.name for slot in slots} - values.keys()
    plain = next(iter(read.values()), None)
    return ValueSpot(found.start, found.end, found.text, values, frozenset(doubtful), plain=plain)


def _of_kind(slots: Sequence[Slot], *kinds: SlotKind) -> list[Slot]:
    return [slot for slot in slots if slot.kind in kinds]


def _days_and_times(text: str, slots: Sequence[Slot], today: date) -> Iterator[ValueSpot]:
    for day in find_days(text, today):
        on: dict[str, JsonValue] = {SlotKind.DAY: day.value.isoformat()} if day.value else {}
        yield _spot(day, on, _of_kind(slots, SlotKind.DAY))
    for moment in find_times(text):
        at: dict[str, JsonValue] = {SlotKind.TIME: moment.value} if moment.value else {}
        yield _spot(moment, at, _of_kind(slots, SlotKind.TIME))


def _numbers(text: str, slots: Sequence[Slot]) -> Iterator[ValueSpot]:
    numeric = _of_kind(slots, SlotKind.COUNT, SlotKind.NUMBER)
    for number in find_numbers(text):
        if number.value is None:
            yield _spot(number, {}, numeric)
            continue
        read: dict[str, JsonValue] = {SlotKind.NUMBER: _as_json(number.value)}
        if number.value == int(number.value):
            read[SlotKind.COUNT] = int(number.value)
        yield _spot(number, read, numeric)


def _as_json(number: Decimal) -> int | float:
    return int(number) if number == int(number) else float(number)


def _amounts(text: str, slots: Sequence[Slot]) -> Iterator[ValueSpot]:
    known = {word for slot in slots for word in _known_words(slot)}
    money = _of_kind(slots, SlotKind.MONEY)
    for amount in find_amounts(text, labels=known, currency=CURRENCY):
        if amount.value is not None:
            yield _amount(amount, amount.value, slots)
        elif _is_of_money(amount):
            yield _spot(amount, {}, money)
        elif money:
            yield _vague(amount, money)


def _amount(found: FoundValue[Amount], amount: Amount, slots: Sequence[Slot]) -> ValueSpot:
    """An amount; a slot for a plain number takes one that is counted in what it counts in."""
    money = _of_kind(slots, SlotKind.MONEY)
    currency = amount.currency or CURRENCY
    read: dict[str, JsonValue] = {
        SlotKind.MONEY: format_amount(replace(amount, currency=currency))
    }
    if amount.currency == CURRENCY and not money:
        read[SlotKind.NUMBER] = _as_json(amount.value)
        money = _of_kind(slots, SlotKind.NUMBER)
    return _spot(found, read, money)


def _known_words(slot: Slot) -> Iterator[str]:
    yield from slot.labels
    for label, aliases in slot.choices.items():
        for name in (label, *aliases):
            yield from find_label_words(name)


def _is_of_money(found: FoundValue[Amount]) -> bool:
    """Say whether what is in doubt is its currency, or the number itself; no pizza is either."""
    words = _NOT_A_WORD.split(found.text)
    return found.doubt != "currency" or any(currency_named(word) for word in words if word)


def _vague(found: FoundValue[Amount], money: Sequence[Slot]) -> ValueSpot:
    """A number with a word beside it that nobody knows: it may be an amount of something else."""
    numbers = find_numbers(found.text)
    start, end = (numbers[0].start, numbers[0].end) if numbers else (0, len(found.text))
    names = frozenset(slot.name for slot in money)
    place = found.start + start, found.start + end
    return ValueSpot(
        *place, found.text[start:end], doubtful=names, words=found.text, is_vague=True
    )


def _ids(text: str, slots: Sequence[Slot]) -> Iterator[ValueSpot]:
    takers = [slot for slot in slots if slot.takes_id]
    names = {slot.name: slot.choice_names() for slot in takers}
    plain = normalised(text)
    for start, end in _pieces(plain.text) if takers else ():
        piece = plain.text[start:end]
        read = {slot.name: _as_id(piece, slot, names[slot.name]) for slot in takers}
        values: dict[str, JsonValue] = {name: one for name, one in read.items() if one}
        if values:
            yield ValueSpot(*plain.part(start, end), values, plain=piece)


def _as_id(piece: str, slot: Slot, choices: Collection[str]) -> str | None:
    """A piece as the slot takes it; one of its choices is no id."""
    fits = [one for one in (piece, piece.upper()) if slot.takes(one)]
    return fits[0] if fits and fold(piece) not in choices else None


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """The runs of signs with a digit that could be an id, and the parts of each."""
    for match in _PIECE.finditer(text):
        parts = _RUN.finditer(text, *match.span()) if not match[0].isalnum() else ()
        for part in (match, *parts):
            is_whole = is_whole_between(*edges(text, *part.span()))
            if is_whole and any(map(str.isdigit, part[0])):
                yield part.span()


def _addresses(text: str, slots: Sequence[Slot]) -> Iterator[ValueSpot]:
    takers = _of_kind(slots, SlotKind.ADDRESS)
    for match in _ADDRESS.finditer(text) if takers else ():
        piece = match[0].rstrip(_AFTER_ADDRESS)
        values: dict[str, JsonValue] = {slot.name: piece for slot in takers if slot.takes(piece)}
        if values:
            yield ValueSpot(match.start(), match.start() + len(piece), piece, values, plain=piece)


def _choices(text: str, slots: Sequence[Slot]) -> Iterator[ValueSpot]:
    searched, plain = without_addresses(_small(text)), normalised(text)
    for slot in _of_kind(slots, SlotKind.CHOICE):
        for label, aliases in slot.choices.items():
            for name in dict.fromkeys((label, *aliases)):
                values = {slot.name: _chosen(slot, label, name)}
                for start, end in _places(name, searched):
                    yield ValueSpot(*plain.part(start, end), values, plain=label)


def _chosen(slot: Slot, label: str, name: str) -> JsonValue:
    """What a choice is by one of its names; an id that the slot takes stays as it was written."""
    is_id = name != label and slot.takes_id and any(map(str.isdigit, name)) and slot.takes(name)
    return name if is_id else slot.value_of(label)


def _places(name: str, searched: str) -> Iterator[tuple[int, int]]:
    """Where a text in small letters has a name as a whole."""
    wanted = r"\s+".join(map(re.escape, _small(name).split()))
    for match in re.finditer(wanted, searched) if wanted else ():
        if is_whole_between(*edges(searched, *match.span())):
            yield match.span()


@lru_cache(maxsize=256)
def _small(text: str) -> str:
    """A text in small letters, each of which stays where it stood."""
    return "".join(
        small if len(small := char.lower()) == 1 else char for char in normalised(text).text
    )

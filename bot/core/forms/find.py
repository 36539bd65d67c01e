"""Find the values that a message gives for the slots of a form; code reads them, never a model."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pydantic import JsonValue

from bot.core.forms.binding import Binding, bind
from bot.core.forms.labels import left_of, without_negated
from bot.core.forms.slot import Slot, SlotKind, label_words
from bot.core.forms.spots import Spot, spots_in
from bot.language.lexicon import (
    bare,
    is_no,
    is_of_lexicon,
    is_question,
    is_stop,
    is_yes,
)
from bot.language.normal import fold
from bot.language.numbers import find_numbers

MOST_IN_DOUBT = 4  # values of a slot that people are asked about
LONGEST_IN_DOUBT = 60


@dataclass(frozen=True, slots=True)
class Finding:
    """A value as the tool takes it, and where it stands; `slot` is empty for one nobody took.

    It is `labelled` where a word of its slot stands beside it.
    """

    slot: str
    value: JsonValue
    start: int
    end: int
    text: str
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What a message gives.

    `doubts` are the words that may give a slot its value, but which a person must be asked
    about. `unused` are the values no slot takes. `rest` is what the message says beside the
    values found, their labels and politeness.
    """

    found: Mapping[str, Finding] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[Finding, ...] = ()
    rest: str = ""


def find_values(
    text: str,
    slots: Sequence[Slot],
    *,
    today: date,
    asked: Collection[str] = (),
    taken: Collection[tuple[int, int]] = (),
) -> Findings:
    """Find the values for these slots; those within `taken` spans are for something else."""
    if is_of_lexicon(text):
        answer = _yes_or_no(text, slots, asked)
        return Findings({answer.slot: answer}) if answer else Findings(rest=text.strip())
    spots = [
        spot
        for spot in spots_in(text, slots, today)
        if not any(spot.overlaps(*span) for span in taken)
    ]
    labels = {word for slot in slots for word in slot.labels}
    return _findings(text, slots, bind(text, without_negated(text, spots, labels), slots, asked))


def exact_answer(
    text: str, slots: Sequence[Slot], asked: Collection[str], question: str, *, today: date
) -> Finding | None:
    """The value that a message gives, if it gives one and says nothing else.

    Words of the slot's label, of its description and of the question may stand beside it. Where
    one choice was asked for, the number that it has in the list, from 1, is one as well.
    """
    if is_question(text):
        return None
    if listed := _number_of_the_list(text, slots, asked, question):
        return listed
    findings = find_values(text, slots, today=today, asked=asked)
    if len(findings.found) != 1 or findings.doubts or findings.unused:
        return None
    (answer,) = findings.found.values()
    return None if left_of(findings.rest, (), label_words(question)) else answer


def _findings(text: str, slots: Sequence[Slot], binding: Binding) -> Findings:
    by_name = {slot.name: slot for slot in slots}
    spots = sorted(binding.found.values(), key=lambda spot: spot.start)
    labels = {word for name in binding.found for word in by_name[name].labels}
    return Findings(
        found={
            name: replace(
                _finding(name, spot, spot.values[name]), labelled=name in binding.labelled
            )
            for name, spot in binding.found.items()
        },
        doubts={name: ", ".join(_words(spots)) for name, spots in binding.doubts.items()},
        unused=tuple(_finding("", s, s.plain) for s in binding.free if s.plain is not None),
        rest=left_of(text, spots, labels),
    )


def _finding(slot: str, spot: Spot, value: JsonValue) -> Finding:
    return Finding(slot, value, spot.start, spot.end, spot.text)


def _words(spots: Sequence[Spot]) -> Iterator[str]:
    for spot in spots[:MOST_IN_DOUBT]:
        yield (spot.words or spot.text)[:LONGEST_IN_DOUBT]


def _yes_or_no(text: str, slots: Sequence[Slot], asked: Collection[str]) -> Finding | None:
    """The answer to the one question that was asked for a yes or no."""
    said = bare(text)
    start = text.find(said)
    takers = [slot for slot in slots if slot.name in asked]
    if len(takers) != 1 or is_stop(text) or not (is_yes(text) or is_no(text)):
        return None
    slot = takers[0]
    if slot.kind is SlotKind.FLAG:
        return Finding(slot.name, is_yes(text), start, start + len(said), said)
    same = [label for label, names in slot.choices.items() if _is_one(said, (label, *names))]
    if slot.kind is not SlotKind.CHOICE or len(same) != 1:
        return None
    return Finding(slot.name, slot.value_of(same[0]), start, start + len(said), said)


def _number_of_the_list(
    text: str, slots: Sequence[Slot], asked: Collection[str], question: str
) -> Finding | None:
    wanted = [slot for slot in slots if slot.name in asked]
    if len(wanted) != 1 or wanted[0].kind is not SlotKind.CHOICE:
        return None
    slot, labels = wanted[0], [*wanted[0].choices]
    numbers = find_numbers(text)
    if len(numbers) != 1 or not (number := numbers[0]).text.isdecimal():
        return None
    if fold(number.text) in slot.choice_names():
        return None
    spot = Spot(number.start, number.end, number.text)
    is_one_of_them = 1 <= int(number.text) <= len(labels)
    if not is_one_of_them or left_of(text, [spot], slot.labels | label_words(question)):
        return None
    return _finding(slot.name, spot, slot.value_of(labels[int(number.text) - 1]))


def _is_one(said: str, names: Collection[str]) -> bool:
    return fold(said) in {fold(name) for name in names}

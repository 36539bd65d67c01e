"""Find the values that a message gives for the slots of a form, and whose they are."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pydantic import JsonValue

from bot.core.reading.binding import Binding, bind, find_rest, leave_out_negated
from bot.core.reading.slots import Slot, SlotKind, find_label_words
from bot.core.reading.spots import ValueSpot, find_spots
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
from bot.language.sentences import clauses

MOST_IN_DOUBT = 4  # values of a slot that people are asked about
LONGEST_IN_DOUBT = 60


@dataclass(frozen=True, slots=True)
class ReadValue:
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

    found: Mapping[str, ReadValue] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[ReadValue, ...] = ()
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
        for spot in find_spots(text, slots, today)
        if not any(spot.overlaps(*span) for span in taken)
    ]
    labels = {word for slot in slots for word in slot.labels}
    return _findings(text, slots, bind(text, leave_out_negated(text, spots, labels), slots, asked))


def find_exact_answer(
    text: str, slots: Sequence[Slot], asked: Collection[str], question: str, *, today: date
) -> ReadValue | None:
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
    return None if find_rest(findings.rest, (), find_label_words(question)) else answer


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
        rest=find_rest(text, spots, labels),
    )


def _finding(slot: str, spot: ValueSpot, value: JsonValue) -> ReadValue:
    return ReadValue(slot, value, spot.start, spot.end, spot.text)


def _words(spots: Sequence[ValueSpot]) -> Iterator[str]:
    for spot in spots[:MOST_IN_DOUBT]:
        yield (spot.words or spot.text)[:LONGEST_IN_DOUBT]


def _yes_or_no(text: str, slots: Sequence[Slot], asked: Collection[str]) -> ReadValue | None:
    """The answer to the one question that was asked for a yes or no."""
    said = bare(text)
    start = text.find(said)
    takers = [slot for slot in slots if slot.name in asked]
    if len(takers) != 1 or is_stop(text) or not (is_yes(text) or is_no(text)):
        return None
    slot = takers[0]
    if slot.kind is SlotKind.FLAG:
        return ReadValue(slot.name, is_yes(text), start, start + len(said), said)
    same = [label for label, names in slot.choices.items() if _is_one(said, (label, *names))]
    if slot.kind is not SlotKind.CHOICE or len(same) != 1:
        return None
    return ReadValue(slot.name, slot.value_of(same[0]), start, start + len(said), said)


def _number_of_the_list(
    text: str, slots: Sequence[Slot], asked: Collection[str], question: str
) -> ReadValue | None:
    wanted = [slot for slot in slots if slot.name in asked]
    if len(wanted) != 1 or wanted[0].kind is not SlotKind.CHOICE:
        return None
    slot, labels = wanted[0], [*wanted[0].choices]
    numbers = find_numbers(text)
    if len(numbers) != 1 or not (number := numbers[0]).text.isdecimal():
        return None
    if fold(number.text) in slot.choice_names():
        return None
    spot = ValueSpot(number.start, number.end, number.text)
    is_one_of_them = 1 <= int(number.text) <= len(labels)
    if not is_one_of_them or find_rest(text, [spot], slot.labels | find_label_words(question)):
        return None
    return _finding(slot.name, spot, slot.value_of(labels[int(number.text) - 1]))


def _is_one(said: str, names: Collection[str]) -> bool:
    return fold(said) in {fold(name) for name in names}


OWN = "own"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Beneath:
    """The slots of a form that waits; `missing` are the names of those without a value."""

    agent: str
    slots: tuple[Slot, ...]
    missing: frozenset[str]


@dataclass(frozen=True, slots=True)
class Theirs:
    """Whose form a message has values for, and what it says beside them."""

    agent: str
    rest: str


def find_aside(
    text: str, found: Mapping[str, ReadValue], needed: Collection[str]
) -> tuple[Span, ...]:
    """The parts of a message that are about something else than the values that are needed.

    A part in which a value stands behind a word of its slot is about them as well.
    """
    if found.keys().isdisjoint(needed):
        return ()
    own = [one for name, one in found.items() if name in needed or one.labelled]
    return tuple(
        (start, end)
        for start, end in clauses(text)
        if not any(start <= one.start < end for one in own)
    )


def find_theirs(
    text: str, slots: Sequence[Slot], waiting: Sequence[Beneath], *, today: date
) -> Theirs | None:
    """The form beneath that all values of a message are for; None if one is for the open form.

    A word of its slot stands beside a value of it, or nothing else that is open can take it.
    """
    renamed = [replace(slot, name=f"{OWN}.{slot.name}") for slot in slots]
    every = list(renamed)
    for one in waiting:
        every += [replace(slot, name=f"{one.agent}.{slot.name}") for slot in one.slots]
    labels = {word for slot in every for word in slot.labels}
    spots = leave_out_negated(text, find_spots(text, every, today), labels)
    binding = bind(text, spots, every, [slot.name for slot in renamed])
    names = [*binding.found, *binding.doubts]
    agent = names[0].rpartition(".")[0] if names else OWN
    form = next((one for one in waiting if one.agent == agent), None)
    if form is None or not all(_is_for(form, name, binding.labelled) for name in names):
        return None
    own_words = {word for slot in form.slots for word in slot.labels}
    return Theirs(agent, find_rest(text, sorted(spots, key=lambda spot: spot.start), own_words))


def _is_for(form: Beneath, name: str, labelled: Collection[str]) -> bool:
    agent, _, slot = name.rpartition(".")
    return agent == form.agent and (name in labelled or slot in form.missing)

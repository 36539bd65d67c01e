"""What a form says: the question for what is missing, what it keeps, what does not fit."""

from collections.abc import Sequence
from datetime import date

from pydantic import JsonValue

from agents.kit.outcome import Outcome
from agents.kit.outcome import ask as asking_outcome
from bot.core.reading.slots import Slot, SlotKind
from bot.core.reading.spots import ValueSpot, find_spots
from bot.domain.participant import ToolForm
from bot.domain.untrusted import show_value
from bot.language.normal import stands_in

MOST_BUTTONS = 5
LONGEST_SHOWN = 80
WHAT_TO_CHANGE = "What shall I change? “stop” leaves it undone."
WHAT_INSTEAD = "What should I do instead? “stop” leaves it undone."
WHAT_INSTEAD_OF = "What should I do instead of {refused}? “stop” leaves it undone."
_NAMES = frozenset({SlotKind.CHOICE, SlotKind.ID, SlotKind.ADDRESS, SlotKind.TEXT})
LEFT_UNDONE = "Then I leave it undone."


def ask_slots(question: str, asked: Sequence[Slot], form: ToolForm) -> Outcome:
    """Ask, with buttons where one of a few choices is wanted and nothing else."""
    options = tuple(asked[0].choices) if len(asked) == 1 else ()
    options = options if len(options) <= MOST_BUTTONS else ()
    return asking_outcome(question, state=form.as_state(), options=options)


def write_question(missing: Sequence[Slot]) -> str:
    """Ask for all that is missing at once, in the words of its parameters."""
    if len(missing) == 1:
        return _question_for(missing[0])
    *first, last = [_listed(slot) for slot in missing]
    return f"Tell me {', '.join(first)} and {last}."


def tell_kept(form: ToolForm, slots: Sequence[Slot]) -> str:
    """What stays filled, so that nobody is surprised by it later."""
    named = [
        f"{slot.description}: {_shown(form, slot)}" for slot in slots if slot.name in form.values
    ]
    return f"I have {'; '.join(named)}." if named else ""


def tell_changed(form: ToolForm, slots: Sequence[Slot]) -> str:
    """Say which values are others now than they were."""
    named = [
        f"{slot.description} is now {_shown(form, slot)}"
        for slot in slots
        if slot.name in form.changed and slot.name in form.values
    ]
    told = "; ".join(named)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def tell_unsure(form: ToolForm) -> str:
    """Say which words were not plain."""
    said = " and ".join(f"“{words}”" for words in dict.fromkeys(form.doubts.values()))
    return f"I am not sure about {said}." if said else ""


def tell_misfit(slot: Slot, value: JsonValue) -> str:
    """Say that a value is none for a slot."""
    return f"“{show_value(value)[:LONGEST_SHOWN]}” does not fit for {slot.description}."


def join_sentences(*parts: str) -> str:
    """Sentences one behind the other."""
    return " ".join(part for part in parts if part)


def find_blamed(form: ToolForm, slots: Sequence[Slot], told: str, today: date) -> set[str]:
    """The slots whose values a failure names; all of them if it names none.

    Of several the ones with a number or a day are wrong more often than the names.
    """
    filled = [slot for slot in slots if slot.name in form.values]
    spots = find_spots(told, filled, today)
    named = [slot for slot in filled if _is_named(slot, form, spots, told)]
    counted = [slot for slot in named if slot.kind not in _NAMES]
    wrong = counted or named or [slot for slot in filled if slot.required]
    return {slot.name for slot in wrong}


def _is_named(slot: Slot, form: ToolForm, spots: Sequence[ValueSpot], told: str) -> bool:
    """Say whether a failure names the value of a slot, as what it is there."""
    value = form.values[slot.name].value
    if slot.kind is SlotKind.TEXT:
        return stands_in(show_value(value), told)
    return any(value in (spot.values.get(slot.name), spot.plain) for spot in spots)


def _question_for(slot: Slot) -> str:
    if slot.choices and not slot.others:
        *first, last = slot.choices
        choices = f"{', '.join(first)} or {last}" if first else last
        return f"What is {slot.description}: {choices}?"
    return f"What is {slot.description}?"


def _listed(slot: Slot) -> str:
    if slot.choices and not slot.others and len(slot.choices) <= MOST_BUTTONS:
        return f"{slot.description} ({', '.join(slot.choices)})"
    return slot.description


def _shown(form: ToolForm, slot: Slot) -> str:
    return show_value(form.values[slot.name].value)[:LONGEST_SHOWN]

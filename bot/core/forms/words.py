"""What a form says: the question for what is missing, what it keeps, what does not fit."""

from collections.abc import Sequence

from pydantic import JsonValue

from agents.kit.outcome import Outcome
from agents.kit.outcome import ask as asking_outcome
from bot.core.forms.slot import Slot
from bot.domain.form import Form
from bot.domain.shown_values import in_words
from bot.language.normal import stands_in

MOST_BUTTONS = 5
LONGEST_SHOWN = 80
WHAT_TO_CHANGE = "What shall I change? “stop” leaves it undone."


def asking(question: str, asked: Sequence[Slot], form: Form) -> Outcome:
    """Ask, with buttons where one of a few choices is wanted and nothing else."""
    options = tuple(asked[0].choices) if len(asked) == 1 else ()
    options = options if len(options) <= MOST_BUTTONS else ()
    return asking_outcome(question, state=form.as_state(), options=options)


def question_for(missing: Sequence[Slot]) -> str:
    """Ask for all that is missing at once, in the words of its parameters."""
    if len(missing) == 1:
        return _question_for(missing[0])
    *first, last = [_listed(slot) for slot in missing]
    return f"Tell me {', '.join(first)} and {last}."


def kept(form: Form, slots: Sequence[Slot]) -> str:
    """What stays filled, so that nobody is surprised by it later."""
    named = [
        f"{slot.description}: {_shown(form, slot)}" for slot in slots if slot.name in form.values
    ]
    return f"I have {'; '.join(named)}." if named else ""


def changed(form: Form, slots: Sequence[Slot]) -> str:
    """Say which values are others now than they were."""
    named = [
        f"{slot.description} is now {_shown(form, slot)}"
        for slot in slots
        if slot.name in form.changed and slot.name in form.values
    ]
    told = "; ".join(named)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def misfit(slot: Slot, value: JsonValue) -> str:
    """Say that a value is none for a slot."""
    return f"“{in_words(value)[:LONGEST_SHOWN]}” does not fit for {slot.description}."


def joined(*parts: str) -> str:
    """Sentences one behind the other."""
    return " ".join(part for part in parts if part)


def blamed(form: Form, slots: Sequence[Slot], told: str) -> set[str]:
    """The slots whose values a failure names; all of them if it names none."""
    filled = [slot for slot in slots if slot.name in form.values]
    named = {
        slot.name for slot in filled if any(stands_in(part, told) for part in _forms(form, slot))
    }
    return named or {slot.name for slot in filled if slot.required}


def _forms(form: Form, slot: Slot) -> tuple[str, ...]:
    value = in_words(form.values[slot.name].value)
    return (value, value.partition(" ")[0])


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


def _shown(form: Form, slot: Slot) -> str:
    return in_words(form.values[slot.name].value)[:LONGEST_SHOWN]

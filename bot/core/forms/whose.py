"""Whose the values of a message are: this wish's, another one's, or those of a form beneath."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.core.forms.binding import bind
from bot.core.forms.find import Finding
from bot.core.forms.labels import left_of, without_negated
from bot.core.forms.slot import Slot
from bot.core.forms.spots import spots_in
from bot.language.sentences import clauses

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


def aside(text: str, found: Mapping[str, Finding], needed: Collection[str]) -> tuple[Span, ...]:
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


def theirs(
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
    spots = without_negated(text, spots_in(text, every, today), labels)
    binding = bind(text, spots, every, [slot.name for slot in renamed])
    names = [*binding.found, *binding.doubts]
    agent = names[0].rpartition(".")[0] if names else OWN
    form = next((one for one in waiting if one.agent == agent), None)
    if form is None or not all(_is_for(form, name, binding.labelled) for name in names):
        return None
    own_words = {word for slot in form.slots for word in slot.labels}
    return Theirs(agent, left_of(text, sorted(spots, key=lambda spot: spot.start), own_words))


def _is_for(form: Beneath, name: str, labelled: Collection[str]) -> bool:
    agent, _, slot = name.rpartition(".")
    return agent == form.agent and (name in labelled or slot in form.missing)

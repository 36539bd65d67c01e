"""Values for slots out of what somebody wrote: found by code, or copied by a model."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from bot.core.forms.find import Findings, exact_answer, find_values
from bot.core.forms.slot import Slot
from bot.core.turn.volunteered import beside_secrets
from bot.domain.participant import FilledSlot
from bot.domain.questions import Named
from bot.language.lexicon import bare, is_of_lexicon
from bot.language.normal import fold, stands_in, times_in
from bot.language.secrets import MASK

_TAKEN = "about"  # the field of an answer that says what a message is about


@dataclass(frozen=True, slots=True)
class Given:
    """The values that a message gives, and its words that leave open which value is meant."""

    values: Mapping[str, FilledSlot] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)


def described(slots: Sequence[Slot]) -> tuple[Named, ...]:
    """Slots as a model is asked for them."""
    return tuple(Named(_name(slot), slot.description) for slot in slots)


def free_values(
    slots: Sequence[Slot], given: Mapping[str, str], text: str
) -> dict[str, FilledSlot]:
    """What a reader copied out of a message; what does not stand there was never said.

    A word of the lexicon alone is nobody's name: “yes” is no city. What stands there once is for
    one slot: where a reader takes it for two that have to be filled, both are asked for.
    """
    if is_of_lexicon(text):
        return {}
    found = {slot.name: verbatim(_unmasked(slot, given), text) for slot in slots}
    once = {name: v for name, v in found.items() if v and not _is_taken(name, slots, found, text)}
    return {name: FilledSlot(v, text, is_bare(v, text)) for name, v in once.items()}


def _is_taken(name: str, slots: Sequence[Slot], found: Mapping[str, str], text: str) -> bool:
    """Say whether another slot takes the same words, which stand there too few times for both."""
    same = [slot for slot in slots if fold(found[slot.name]) == fold(found[name])]
    needed = [slot.name for slot in same if slot.required] or [same[0].name]
    return times_in(found[name], text) < len(same) and needed != [name]


def _unmasked(slot: Slot, given: Mapping[str, str]) -> str:
    """What was given for a slot, without what was hidden beside it where that does not fit."""
    value = given.get(_name(slot), "")
    return value if MASK not in value or slot.fits(value) else bare(beside_secrets(value))


def typed_values(
    slots: Sequence[Slot], text: str, *, today: date, asked: Collection[str] = ()
) -> Given:
    """The values of a kind (money, days, choices …) that stand in a message."""
    return given(find_values(text, slots, today=today, asked=asked), text)


def given(findings: Findings, text: str) -> Given:
    """What was found in a message, as a form keeps it."""
    values = {
        name: FilledSlot(one.value, text, is_bare(one.text, text))
        for name, one in findings.found.items()
    }
    return Given(values, findings.doubts)


def exact_value(
    slots: Sequence[Slot], text: str, *, asked: Collection[str], question: str, today: date
) -> dict[str, FilledSlot]:
    """The one closed answer that a whole message is; empty if it is none."""
    found = exact_answer(text, slots, asked, question, today=today)
    return {found.slot: FilledSlot(found.value, text, bare=True)} if found else {}


def verbatim(value: str, text: str) -> str:
    """A value as it stands in a text; empty if it does not."""
    if not value or not stands_in(value, text):
        return ""
    at = text.casefold().find(value.casefold())
    is_same_length = len(text.casefold()) == len(text)
    return text[at : at + len(value)] if at >= 0 and is_same_length else value


def is_bare(value: str, text: str) -> bool:
    """Say whether somebody answered with a value and nothing else, but for politeness."""
    return fold(bare(value)) == fold(bare(text))


def _name(slot: Slot) -> str:
    return f"{slot.name}_" if slot.name == _TAKEN else slot.name

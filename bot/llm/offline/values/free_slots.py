"""Fills the slots that take any words with what one message leaves for them."""

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agents.kit.dates import days_in
from bot.core.matching.english import FUNCTION_WORDS
from bot.core.matching.index import Index
from bot.core.matching.words import cut, name_as_text
from bot.llm.offline.values.finding import Message
from bot.llm.offline.values.free_text import (
    answered_value,
    fitting,
    leftover_value,
    named_value,
    parts,
    quoted_value,
    value_after_colon,
)
from bot.llm.offline.values.schema import Slot, Want
from bot.llm.offline.values.user_names import asks_for_user_name, can_be_value, speaks_of_login

Key = tuple[str, str]
Values = Mapping[Key, JsonValue]
FREE = frozenset({Want.TEXT, Want.LIST})
# “For Ana, I mean Ben”: which of them nobody should have to guess.
_OF_NONE = r"(?!\s+(?:hurry|idea|later|less|matter|more|need|other|problem|rush|worries)\b)"
MEANT = re.compile(
    rf"\b(?:i mean|i meant|no{_OF_NONE}|nope|sorry|oops|rather|actually|wait|correction|"
    r"make (?:it|that))\b",
    re.IGNORECASE,
)
_FOR = "for"
_TWO = 2
_IS = re.compile(r"\s+(?:is|are)\s+|\s*[:=]\s+|\s+[-\u2013]\s+")  # “the plumber is Joe, 555-1234”


def free_text(message: Message, slots: Sequence[Slot], values: Values, index: Index) -> Values:
    """The values of free words that a message gives; those that are known stay."""
    text_slots = [slot for slot in slots if slot.want in FREE and slot.key not in values]
    # Behind “extract the amounts: …” stands a text that holds some, and no list of them.
    nameable = [s for s in text_slots if s.is_required or s.want is not Want.LIST]
    named = {slot: named_value(slot, message.text) for slot in nameable}
    are_named = all(named.values())
    if not are_named and (pair := _pair(message, [s for s in text_slots if s.is_required], index)):
        return pair
    if len(named) == 1:
        named = {slot: _whole(slot, text, message, index) for slot, text in named.items()}
    open_slots = [slot for slot in text_slots if slot.is_required and not named.get(slot)]
    free = _free(message, open_slots, index) if open_slots else {}
    fits = {slot: fitting(slot, value, index) for slot, value in {**named, **free}.items()}
    given = {slot: text for slot, text in fits.items() if text and can_be_value(slot, text)}
    return {slot.key: _shaped(slot, text) for slot, text in given.items()}


def _puts_right(text: str) -> bool:
    """Say whether one thing is put right by another: words stand on both sides that tell some."""
    sides = ((text[: found.start()], text[found.end() :]) for found in MEANT.finditer(text))
    return any(all(map(_tells, both)) for both in sides)


def _tells(text: str) -> bool:
    return any(word.lower not in FUNCTION_WORDS for word in cut(text))


def _names_nobody(only: str, text: str) -> bool:
    """Say whether it is an account or how much, or the text of an order that is no login.

    Nor is it what somebody cannot log in to: “the CRM”.
    """
    before, colon, after = text.partition(":")
    is_text = bool(colon) and after.strip() == only and not speaks_of_login(before)
    is_place = re.search(rf"\bto\s+(?:(?:the|my|our|her|his)\s+)?{re.escape(only)}", text)
    return only.isdigit() or is_text or bool(is_place)


def _pair(message: Message, slots: Sequence[Slot], index: Index) -> Values:
    """The two values of an order that names the second one: “add contact: the first is …”."""
    order, _colon, text = message.text.partition(":")
    if message.is_answer or len(slots) != _TWO or any(slot.is_person for slot in slots):
        return {}
    is_named = name_as_text(slots[1].name).lower() in {word.lower for word in cut(order)}
    told = _IS.split(text.strip(), maxsplit=1) if is_named else []
    if len(told) != _TWO:
        return {}
    fit = [fitting(slot, said, index) for slot, said in zip(slots, told, strict=True)]
    return {slot.key: said for slot, said in zip(slots, fit, strict=True)} if all(fit) else {}


def _whole(slot: Slot, named: str, message: Message, index: Index) -> str:
    """All of a text that begins behind the name of its slot: “my update: the lamp, then lunch”."""
    whole = value_after_colon(message.text, index)
    is_prose = bool(named) and slot.pattern is None and not slot.is_person
    return whole if is_prose and whole.startswith(named) else named


def _shaped(slot: Slot, text: str) -> JsonValue:
    return [text] if slot.want is Want.LIST else text


def _free(message: Message, slots: Sequence[Slot], index: Index) -> dict[Slot, str]:
    slot = slots[0]
    if not message.is_answer and any(one.is_person for one in slots) and _puts_right(message.text):
        return {}
    if not message.is_answer:
        if apart := _for_somebody(message.text, slots, index):
            return apart
        text = message.text
        whole = quoted_value(text) or value_after_colon(text, index)
        left = "" if slot.is_text else leftover_value(text, index, is_person=slot.is_person)
        only = whole or left
        is_other = asks_for_user_name(slot) and _names_nobody(only, text)
        return {slot: only} if only and len(slots) == 1 and not is_other else {}
    if len(slots) > 1 and (several := parts(message.text, len(slots))):
        return dict(zip(slots, several, strict=True))
    value = quoted_value(message.text) or answered_value(slot, message, index)
    return {slot: value} if value else {}


def _for_somebody(text: str, slots: Sequence[Slot], index: Index) -> dict[Slot, str]:
    """What is wanted, and for whom: “order a mouse for Jessica”."""
    people = [slot for slot in slots if slot.is_person and _FOR in slot.cues]
    things = [slot for slot in slots if not slot.is_person]
    wish, *whom = re.split(rf"\s{_FOR}\s", text)
    if len(slots) != _TWO or len(people) != 1 or len(whom) != 1 or any(days_in(whom[0])):
        return {}
    thing = leftover_value(wish, index)
    person = leftover_value(whom[0], index, is_person=True)
    is_named = person and any(letter.isalpha() for letter in thing)
    return {things[0]: thing, people[0]: person} if is_named else {}

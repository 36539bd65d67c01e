"""Fills the slots of tools from everything that was said for a task."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.core.matching.english import is_go_on
from bot.core.matching.index import Index
from bot.core.matching.terms import stems
from bot.core.matching.words import cut
from bot.llm.offline.values.amending import announced
from bot.llm.offline.values.amounts import unfit_amounts
from bot.llm.offline.values.directions import leaves_way_open
from bot.llm.offline.values.finding import Candidate, Message, candidates, points_at
from bot.llm.offline.values.free_slots import FREE, MEANT, Key, Values, free_text
from bot.llm.offline.values.free_text import fitting, value_after_colon
from bot.llm.offline.values.schema import Slot, Want
from bot.llm.offline.values.user_names import (
    asks_for_user_name,
    user_name,
)

_LEAST_SCORE = 0.05
_SURE = 1.3
_ORDERED = 0.6
_PLAIN_PRICE = 1.1  # with its currency, or where it was asked for, or is announced
_PARTS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_GOES_TO = re.compile(r"\s+(?:in)?to\s+(?:(?:the\s+)?account\s+)?[\w#]*\d", re.IGNORECASE)
# Where one thing is wanted, a list of several leaves open which: “to 1234324 and 9876543”.
_LISTED = re.compile(
    r"\s*(?:,|&|/|\b(?:and|or|plus)\b)(?:\s|,|\b(?:and|or|my|the|an?|to|from|also)\b)*"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was said for a task, and how it is to be read.

    `elsewhere` are the messages that are plainly about another agent: no free words of
    theirs are values here. `amends` are those that change a value by saying which.
    """

    said: Sequence[str]
    question: str = ""
    asked_by_bot: bool = False
    elsewhere: frozenset[str] = frozenset()
    amends: frozenset[str] = frozenset()

    def messages(self, index: Index) -> list[Message]:
        """Cast what was said into messages: which of them answer a question."""
        last = len(self.said) - 1
        return [
            Message(
                "" if is_go_on(text) else text[:2000],
                self._answers(text, index, is_last=at == last),
                self.question if at == last else "",
                amends=text in self.amends,
            )
            for at, text in enumerate(self.said)
        ]

    def _answers(self, text: str, index: Index, *, is_last: bool) -> bool:
        if text in self.elsewhere:
            return False
        if is_last and self.question:
            return not value_after_colon(text, index)  # “open a ticket: …” is another wish
        return not is_last and not index.begins_request(text) and not index.knows(text)


def fill(slots: Sequence[Slot], reading: Reading, index: Index) -> Values:
    """Read message by message, oldest first; later ones fill gaps before they correct."""
    values: Values = {}
    for message in reading.messages(index):
        is_free = not reading.asked_by_bot and message.text not in reading.elsewhere
        values = {**values, **(named := _user_names(message, slots, index))}
        if message.question and not message.is_answer and message.text not in reading.elsewhere:
            # Another wish: the words of the one before say nothing of it.
            free = {slot.key for slot in slots if slot.want in FREE}
            values = {key: value for key, value in values.items() if key not in free}
        asked = [slot for slot in slots if slot.key not in named]
        taken, unclear = _taken(message, asked, values, index)
        # Whoever then says “50 or 60”, or “about 60”, no longer means what was said before.
        lost = unclear | {slot.key for slot in asked if _lists(slot, message, taken, index)}
        if message.text not in reading.elsewhere:
            lost |= {slot.key for slot in asked if _is_unfit(slot, message, taken)}
        taken = [c for c in taken if c.slot.key not in lost]
        values = {key: value for key, value in values.items() if key not in lost}
        left = [slot for slot in asked if all(slot.key != c.slot.key for c in taken)]
        again = () if taken and not message.amends else _again(message, left, values)
        values = {**values, **{c.slot.key: c.value for c in taken}}
        if is_free:
            # What leaves one value open is no other one: “CRM and wiki” is nobody's name.
            rivals = [c for s in asked if s.key in lost for c in candidates(s, message, index)]
            rest = _without([*taken, *(c for c in rivals if c.score > _LEAST_SCORE)], message)
            values = {**values, **free_text(rest, slots, values, index)}
            values = {**values, **free_text(rest, again, {}, index)}
    return values


def leave_open(slot: Slot, text: str, index: Index) -> bool:
    """Say whether a message names several values where one is wanted."""
    found = [c for c in candidates(slot, Message(text), index) if c.score > _LEAST_SCORE]
    return any(_rivals(one, other, text) for one in found for other in found)


def _lists(slot: Slot, message: Message, taken: Sequence[Candidate], index: Index) -> bool:
    """Say whether a message names several values side by side where one is wanted."""
    text = _without([c for c in taken if c.slot.key != slot.key], message).text
    found = sorted(candidates(slot, Message(text), index), key=lambda c: c.start)
    likely = [c for c in found if c.score > _LEAST_SCORE]
    return slot.want is not Want.LIST and any(
        _are_listed(one, other, text) for one, other in pairwise(likely)
    )


def _are_listed(first: Candidate, second: Candidate, text: str) -> bool:
    between = text[first.end : second.start].lower()
    is_put_right = _LISTED.fullmatch(between) or MEANT.search(between)
    return first.value != second.value and bool(is_put_right)


def _user_names(message: Message, slots: Sequence[Slot], index: Index) -> Values:
    """The name to log in by is read even from a message about something else."""
    wanted = [slot for slot in slots if asks_for_user_name(slot)]
    name = user_name(message.text, index) if wanted else ""
    fits = {slot.key: fitting(slot, name, index) for slot in wanted if name}
    return {key: value for key, value in fits.items() if value}


def _again(message: Message, slots: Sequence[Slot], values: Values) -> Sequence[Slot]:
    """The one slot of free words that an answer replaces once nothing else is missing.

    Beside somebody's name that is the other one, for words that name nobody: “mouse”.
    """
    if message.amends:
        named = (announced(part, slots) for part in _PARTS.split(message.text))
        return [slot for found in named for slot in found if slot.want in FREE][:1]
    needed = [slot for slot in slots if slot.is_required and not slot.comes_from]
    texts = [slot for slot in needed if slot.want in FREE]
    is_complete = all(slot.key in values for slot in needed)
    if message.text.islower() and not all(slot.is_person for slot in texts):
        texts = [slot for slot in texts if not slot.is_person]
    return texts if message.is_answer and is_complete and len(texts) == 1 else ()


def _is_unfit(slot: Slot, message: Message, taken: Sequence[Candidate]) -> bool:
    """Say whether a message speaks of an amount, and of none that can be read."""
    is_read = any(c.slot.key == slot.key for c in taken)
    return slot.want is Want.MONEY and not is_read and any(unfit_amounts(message.text))


def _taken(
    message: Message, slots: Sequence[Slot], values: Values, index: Index
) -> tuple[list[Candidate], set[Key]]:
    """The values a message gives: what is missing first, then what it corrects.

    Beside them the slots of which it says something new, and leaves open what.
    """
    missing = [slot for slot in slots if slot.key not in values]
    text = message.text
    counted = [c for s in slots if s.want is Want.INTEGER for c in candidates(s, message, index)]
    new = (c for slot in missing for c in candidates(slot, message, index))
    found = _best((c for c in new if not _is_rather_counted(c, counted)), text)
    unsaid = [slot for slot in missing if all(slot.key != c.slot.key for c in found)]
    found = [
        c for c in found if not leaves_way_open(c.slot, str(c.value), text[: c.start], unsaid)
    ]
    known = [slot for slot in slots if slot.key in values]
    again = [c for slot in known for c in candidates(slot, message, index)]
    twins = [one for one in again if any(_is_same_number(one, other) for other in found)]
    found = [c for c in found if not any(_is_same_number(one, c) for one in twins)]
    free = [c for c in again if not any(c.overlaps(other) for other in found)]
    # A known value changes if nothing new was said, or if the new one is plainly meant.
    meant = {
        c.slot.key for c in free if not found or c.score >= _SURE or _is_ordered(c, text, index)
    }
    likely = [c for c in free if c.slot.key in meant and c.score > _LEAST_SCORE]
    corrected = _best(likely, text)
    left = [c for c in likely if not any(c.overlaps(other) for other in corrected)]
    unclear = {c.slot.key for c in left} - {c.slot.key for c in corrected}
    unclear |= {
        one.slot.key
        for one in twins
        if one.value != values[one.slot.key] and not points_at(text[: one.start])
    }
    return [c for c in (*found, *corrected) if c.slot.key not in unclear], unclear


def _is_rather_counted(candidate: Candidate, counted: Sequence[Candidate]) -> bool:
    """Say whether a bare number might be a price nobody asked for, but is how many."""
    slot = candidate.slot
    is_price = slot.want is Want.MONEY and not slot.is_required and candidate.score < _PLAIN_PRICE
    return is_price and any(candidate.overlaps(one) for one in counted)


def _is_same_number(known: Candidate, missing: Candidate) -> bool:
    """Say whether a number that puts right a known ID would be taken for a missing amount.

    “No, to 9876543210” names an account, and no ten billion; of a bare 9876543210 nobody knows.
    """
    is_amount = missing.slot.want is Want.MONEY and known.slot.want is Want.PATTERN
    return is_amount and known.overlaps(missing) and known.value == missing.value


def _is_ordered(candidate: Candidate, text: str, index: Index) -> bool:
    """An amount in an order, as "send 700" or "700 to 1234324", is what is wanted now."""
    before = cut(text[: candidate.start])[-1:]
    follows_verb = bool(before) and index.is_intent_word(stems.of(before[0].text))
    is_ordered = follows_verb or _GOES_TO.match(text[candidate.end :])
    is_amount = candidate.slot.want is Want.MONEY and candidate.score >= _ORDERED
    return is_amount and bool(is_ordered)


def _without(taken: Sequence[Candidate], message: Message) -> Message:
    """The message with what was taken from it left blank."""
    text = message.text
    for candidate in taken:
        gap = " " * (candidate.end - candidate.start)
        text = text[: candidate.start] + gap + text[candidate.end :]
    return replace(message, text=text)


def _best(found: Iterable[Candidate], text: str) -> list[Candidate]:
    """The likeliest candidates, no two of one slot or of the same letters."""
    likely = sorted(found, key=lambda c: (-c.score, c.start))
    chosen: list[Candidate] = []
    for candidate in likely:
        is_new = all(c.slot.key != candidate.slot.key for c in chosen)
        is_free = not any(c.overlaps(candidate) for c in chosen)
        if candidate.score > _LEAST_SCORE and is_new and is_free:
            chosen.append(candidate)
    left = [o for o in likely if not any(_takes(c, o) for c in chosen)]
    return [c for c in chosen if not any(_rivals(c, other, text) for other in left)]


def _takes(chosen: Candidate, other: Candidate) -> bool:
    """Say whether letters are another value already: of “1234324, 500” the first is an ID."""
    is_other = chosen.slot.key != other.slot.key and chosen.score > other.score
    return is_other and chosen.overlaps(other)


def _rivals(chosen: Candidate, other: Candidate, text: str) -> bool:
    """Say whether a message leaves open which is meant: "500 or 600"."""
    is_same = chosen.slot.key == other.slot.key and chosen.value != other.value
    matters = chosen.slot.want is not Want.TEXT and not str(chosen.value).isalpha()
    is_closed = chosen.slot.want in {Want.CHOICE, Want.YES_NO}
    first, second = sorted((chosen, other), key=lambda c: c.start)
    between = text[first.end : second.start].lower()
    is_offered = " or " in between
    if chosen.slot.want is Want.DAY:  # one of several days may well be another value
        return is_same and is_offered
    if is_same and (_LISTED.fullmatch(between) or MEANT.search(between)):
        return True
    return is_same and (matters or is_closed) and (is_offered or other.score >= chosen.score)

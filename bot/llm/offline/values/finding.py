"""Finds, in one message, everything that could be the value of a slot."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from pydantic import JsonValue

from agents.kit.dates import days_in
from bot.core.matching.english import FUNCTION_WORDS, counts_all, says_all
from bot.core.matching.index import Index
from bot.core.matching.terms import is_shouted
from bot.core.matching.words import Word, cut, is_typo_of
from bot.llm.offline.values.amounts import amounts
from bot.llm.offline.values.counting import (
    counts,
    is_common,
    is_of_things,
    is_priced,
    measures,
    name_after,
    numbers,
)
from bot.llm.offline.values.directions import is_of_other_way, is_sent_to, sources, unknown_sources
from bot.llm.offline.values.schema import Slot, Want, Way

_CUE = 0.5
_ASKED = 0.3
_UNKNOWN = 0.3  # less than any name that is known
_OTHER_CASE = 0.3
MOST_CANDIDATES = 100  # whoever writes more values in a message means none of them
_LONG_NUMBER = 5
_SHORTEST_BEGINNING = 3
_NEGATION = re.compile(r"(?:\bnot|n't|\bno)(?:\s+an?|\s+the|\s+my)?\s*$", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|instead of|rather than|except|\w+thing but|all but)\s+"
    r"(?:(?:the|my|our|to|into|from|out of|for)\s+)*$",
    re.IGNORECASE,
)
# “account no 5” names one; “send 50, no 60” puts an amount right.
_POINTS_AT = re.compile(
    r"(?:\b(?:to|into|account|id|number)|#)[\s:#.]*(?:account|id|number|no|is)?[\s:#.]*$",
    re.IGNORECASE,
)
_VERB_USE = re.compile(r"\s+(?:my|the|if|whether|on|out|how|what|in)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:\s|:|=|#|\bis\b|\bmy\b|\bthe\b|\ba\b|\ban\b|\bof\b)*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible value, where it stands in the message, and how likely it is meant."""

    slot: Slot
    value: JsonValue
    start: int
    end: int
    score: float

    def overlaps(self, other: "Candidate") -> bool:
        """Two values cannot be made of the same letters."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the user; `is_answer` when it answers `question`.

    `amends` says that it changes a value, and which.
    """

    text: str
    is_answer: bool = False
    question: str = ""
    amends: bool = False


def candidates(slot: Slot, message: Message, index: Index) -> Iterator[Candidate]:
    """All values the message may hold for a slot, likely or not."""
    for value, start, end, score in islice(_found(slot, message, index), MOST_CANDIDATES):
        if slot.want is not Want.YES_NO and _DENIED.search(message.text[:start][-40:]):
            continue
        if is_of_other_way(slot, message.text[:start], message.text):
            continue
        if slot.spells_out(str(value)) and not is_sent_to(slot, message.text[:start]):
            continue
        is_announced = _is_announced(slot, message.text[:start])
        named_until = end + name_after(slot, message.text[end:])
        is_named = is_announced or named_until > end or _is_price(slot, message, start, end)
        total = score + _CUE * is_named + _asked(slot, message)
        yield Candidate(slot, value, start, named_until, total)


def denies(slot: Slot, text: str, index: Index) -> bool:
    """Say whether a text names a value that a slot shall not have: “not from checking”."""
    found = _found(slot, Message(text), index)
    return any(_DENIED.search(text[:start][-40:]) for _value, start, _end, _score in found)


_Found = tuple[JsonValue, int, int, float]


def _found(slot: Slot, message: Message, index: Index) -> Iterator[_Found]:
    match slot.want:
        case Want.CHOICE:
            names = tuple(one for one in slot.choices if isinstance(one, str))
            yield from _named(names, message)
            yield from _numbers_among(slot.choices, message)
            yield from _all_of(names, message.text)
        case Want.MONEY:
            yield from _money(slot, message.text, index)
        case Want.DAY:
            yield from ((day.text, start, end, 1.2) for day, start, end in days_in(message.text))
        case Want.INTEGER | Want.NUMBER:
            yield from numbers(slot, message.text, index)
        case Want.PATTERN if slot.pattern:
            yield from _matching(slot.pattern, slot, message, index)
        case Want.YES_NO:
            yield from _yes_no(message)
        case _:
            yield from _named(slot.examples, message)
            ids = sources(message.text) if slot.takes_ids else ()
            yield from ((found.group(), *found.span(), 1.0) for found in ids)
            if slot.way is Way.FROM:
                yield from ((*found, _UNKNOWN) for found in unknown_sources(message.text))


def _money(slot: Slot, text: str, index: Index) -> Iterator[_Found]:
    for found in amounts(text):
        is_bare = not (slot.is_required or found.currency)
        if is_bare and (
            is_of_things(found, text) or measures(found, text) or counts(slot, found, text, index)
        ):
            continue  # “order 2 mice” names no price
        length = len(found.number)
        score = 1.5 if found.currency else 0.8 if length < _LONG_NUMBER else 0.6
        yield found.as_money, found.start, found.end, score - 0.5 * points_at(text[: found.start])


def points_at(before: str) -> bool:
    """A number after "to" or "account" names something; it is hardly an amount."""
    return bool(_POINTS_AT.search(before[-40:]))


def _numbers_among(choices: tuple[JsonValue, ...], message: Message) -> Iterator[_Found]:
    numbers = {str(one): one for one in choices if isinstance(one, int | float)}
    for found in amounts(message.text):
        if found.number in numbers:
            yield numbers[found.number], found.start, found.end, 1.0


def _all_of(names: Iterable[str], text: str) -> Iterator[_Found]:
    """Whoever asks how many there are means the choice that says all."""
    if counts_all(text):
        yield from ((name, 0, len(text), 0.6) for name in names if says_all(name))


def _matching(
    pattern: re.Pattern[str], slot: Slot, message: Message, index: Index
) -> Iterator[_Found]:
    exact = whole_matches(pattern, message.text)
    taken = {m.span() for m in exact}
    for match in exact:
        if score := _worth(match.group(), slot, message, index):
            yield match.group(), *match.span(), score
    for word in cut(message.text):
        written = next((w for w in (word.text.upper(), word.lower) if pattern.fullmatch(w)), "")
        is_new = written and (word.start, word.end) not in taken
        if is_new and (score := _worth(word.text, slot, message, index)):
            yield written, word.start, word.end, score - _OTHER_CASE


def _worth(found: str, slot: Slot, message: Message, index: Index) -> float:
    """Say how much a match of a pattern is worth: plain words fit many patterns by chance."""
    if any(letter.isdigit() for letter in found):
        return 0.0 if slot.is_loose and found.isdigit() else 1.2
    is_common_word = all(is_common(word, index) for word in cut(found))
    if slot.is_loose or (is_common_word and not slot.spells_out(found)):
        return 0.0
    if found.isupper() and not is_shouted(message.text):
        return 1.0
    return 0.0 if slot.comes_from else 0.6


def whole_matches(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Where a pattern fits whole words."""
    whole = re.compile(rf"(?<![\w-]){pattern.pattern}(?![\w-])", pattern.flags)
    return [match for match in whole.finditer(text) if match.group()]


def _named(names: tuple[str, ...], message: Message) -> Iterator[_Found]:
    words = cut(message.text)
    for name in names:
        parts = cut(name)
        for at in range(len(words) - len(parts) + 1 if parts else 0):
            window = words[at : at + len(parts)]
            if score := _likeness(window, parts):
                yield from _unless_denied(name, window, message.text, score)
        if message.is_answer and len(words) == 1 and _begins(words[0], name):
            yield name, words[0].start, words[0].end, 0.6
        for word in words if len(parts) > 1 else ():
            if _tells_apart(word, parts, names):
                yield from _unless_denied(name, (word,), message.text, 0.8)


def _begins(word: Word, name: str) -> bool:
    return len(word.text) >= _SHORTEST_BEGINNING and name.lower().startswith(word.lower)


def _unless_denied(
    name: str, window: tuple[Word, ...], text: str, score: float
) -> Iterator[_Found]:
    start, end = window[0].start, window[-1].end
    is_verb = window[-1].lower.endswith("ing") and _VERB_USE.match(text[end:])
    if not is_verb and not _NEGATION.search(text[:start]):
        yield name, start, end, score


def _likeness(window: tuple[Word, ...], parts: tuple[Word, ...]) -> float:
    """Compare words one by one: the same, or with a slip of the fingers, or not at all."""
    pairs = [(one.lower, other.lower) for one, other in zip(window, parts, strict=True)]
    if all(typed == meant for typed, meant in pairs):
        return 1.0
    likely = all(
        typed == meant or typed.rstrip("s") == meant.rstrip("s") or is_typo_of(typed, meant)
        for typed, meant in pairs
    )
    return 0.8 if likely else 0.0


def _tells_apart(word: Word, parts: tuple[Word, ...], names: tuple[str, ...]) -> bool:
    """A part of a name stands for it if no other name has that part."""
    if word.lower in FUNCTION_WORDS or word.lower not in {part.lower for part in parts}:
        return False
    return sum(word.lower in {part.lower for part in cut(name)} for name in names) == 1


def _yes_no(message: Message) -> Iterator[_Found]:
    if not message.is_answer:
        return
    for pattern, value in (
        (r"\b(?:yes|yep|yeah|sure|true|of course|please do|ok|okay)\b", True),
        (r"\b(?:no|nope|not|don't|false|never)\b", False),
    ):
        for match in re.finditer(pattern, message.text, re.IGNORECASE):
            yield value, *match.span(), 1.0


def _is_announced(slot: Slot, before: str) -> bool:
    """The words right before a value may announce it: "to account id …"."""
    near = before[-60:]
    for _ in range(3):
        near = _BETWEEN.sub("", near)
        last = cut(near)[-1:]
        if last and last[0].lower in slot.cues:
            return True
        if not last or last[0].lower not in {"account", "number", "id", "no"}:
            return False
        near = near[: last[0].start]
    return False


def _is_price(slot: Slot, message: Message, start: int, end: int) -> bool:
    """Say whether a figure beside what is counted is plainly a price, or one was asked for."""
    if slot.is_required or slot.want is not Want.MONEY:
        return False
    is_asked = message.is_answer and bool(slot.called & set(message.question.lower().split()))
    return is_asked or is_priced(message.text[:start], message.text[end:])


def _asked(slot: Slot, message: Message) -> float:
    """The question names the slot it is about."""
    if not message.is_answer or not slot.description:
        return 0.0
    return _ASKED if slot.description.rstrip(".").lower() in message.question.lower() else 0.0

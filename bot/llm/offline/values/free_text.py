"""Reads values that can be any words: names, places, descriptions."""

import re
from functools import lru_cache
from itertools import dropwhile

from bot.core.matching.english import (
    CREDENTIAL_WORDS,
    FUNCTION_WORDS,
    WEAK_WORDS,
    orders_with_text,
    small_talk,
)
from bot.core.matching.index import Index
from bot.core.matching.terms import Kind, looks_like_value, stems, terms
from bot.core.matching.words import HIDDEN, Word, cut, is_proper, is_typo_of, name_as_text
from bot.llm.offline.values.counting import is_common
from bot.llm.offline.values.finding import Message
from bot.llm.offline.values.schema import Slot
from bot.llm.offline.values.user_names import asks_for_user_name
from bot.llm.offline.words.intents import orders_something, plain

_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]|(?<!\w)'([^']+)'(?!\w)")
_MASKED = re.compile(r"\[[^\]]*\]|[•*●]{3,}|<[^>]*>")
_LEAD_IN = re.compile(
    r"^(?:(?:well|ok|okay|so|hi|hello|please|yes|sure|um|oh|sorry|no|and|just)\b[\s,:.!]*|"
    r"(?:it'?s|it is|this is|that is|that's|i am|i'?m|i mean|i meant|make it|"
    r"i(?: would|'d) like|i (?:want|need|choose|take)(?! to\b)|"
    r"(?:my|the|our)\s+(?:[\w-]+\s+){1,3}(?:is|are|was)|"
    r"called|named|use|with|to|for|as|from|in|at|on|try|take|of|my|the|an?)\b[\s,:]*)+",
    re.IGNORECASE,
)
_THE_SLOT_IS = re.compile(
    r"^(?:(?:well|ok|okay|so|yes|sure|um|oh|no|and|just)\b[\s,:.!]*)*"
    r"(?:my|the|our)\s+((?:[\w-]+\s+){1,3})(?:is|are|was)\s+",
    re.IGNORECASE,
)
_LEAD_OUT = re.compile(
    r"(?:[\s.!,;/]|\b(?:please|pls|thanks|thank you|thx|and|with)\b)*$", re.IGNORECASE
)
_NEXT_VALUE = re.compile(
    r"(?:,|\s)\s*(?:and|,)\s*(?:the |my )?(?:[\w-]+ ){1,2}(?:is|:)\s.*$|"
    r"(?:,|\s)\s*(?:and|with)\s+(?:the |my )?(?:pass\w*|pin|secret)\b.*$",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"[,;\n]|[.!?]\s|\s(?=[A-Za-z]+[:=]\s)")
_INTRODUCES = frozenset(
    {"as", "with", "of", "for", "to", "in", "is", "called", "named", "at", "about"}
)
_ARTICLES = frozenset({"the", "a", "an", "my", "our", "your"})
_DENIES = re.compile(
    r"(?:(?:no|but|please|anything|any|all)\W+)*(?:not|except|neither|but|(?:in)?to)\b",
    re.IGNORECASE,
)
_THING = re.compile(r"(?:the|a|an|my|our|your|this|that|these|those)\s", re.IGNORECASE)
# Before small letters these words describe: “my boss”, “the new guy”, “from somebody cheap”.
_DESCRIBES = re.compile(
    r"\b(?:the|an?|my|our|your|his|her|their|this|that|some|new|old|next|last|from)\s+$",
    re.IGNORECASE,
)
_DESCRIPTION = re.compile(r"(?:for\s+)?(?:the|an?|my|our|your|his|her|their)\s+\w")
_NOBODY = re.compile(
    r"(?:(?i:no|well|oh|sorry|actually|rather|i mean|i meant|maybe)\b[\s,:.!]+)*"
    r"(?:(?:an?|some|one)\s+[a-z]|[Nn]o\s+(?!it\b|its\b|for\b|to\b|the\b|my\b|that\b|this\b)[a-z])"
)
_ADVERB = re.compile(r"\w{3,}ly$", re.IGNORECASE)
_TEXT_BEGINS = re.compile(
    r":\s+|\s+(?:that|saying)\s+(?=(?:the|a|an|my|our|we|i|it|he|she|they|there|this)\b)",
    re.IGNORECASE,
)
# Words for a bot, of something that waits or was done: they name nothing.
_VERDICT = re.compile(
    r"(?:please\s+)?(?:approved?|confirm|reject|undo|revert|retry|repeat)"
    r"(?:\s+(?:it|that|this|all|again|the\s+last\s+(?:one|step)))*\W*",
    re.IGNORECASE,
)
# What holds a verb tells something and is no name: “my laptop is down”.
_STATES = re.compile(
    r"\w\s+(?:is|are|was|were|am|has|have|does|do|did|won't|can't|isn't|doesn't|keeps?)\b",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:,|&|/|,?\s*\b(?:and|or|plus)\b)\s*", re.IGNORECASE)
# Whoever orders one thing for two people is asked; the answer may well be both.
_SEVERAL = re.compile(r"[A-Z][a-z]+(?:,\s*[A-Z][a-z]+)*,?\s*(?:&|\band\b)\s*[A-Z][a-z]+")
_LONGEST_RUN = 4
_LONGEST_WISH = 8
_NO_NAME = FUNCTION_WORDS - {"and"}
_FILLER = tuple(word for word in FUNCTION_WORDS | WEAK_WORDS if len(word) > len("with"))


def named_value(slot: Slot, text: str) -> str:
    """The value behind the slot's own name: "username: seldo"."""
    name = re.escape(name_as_text(slot.name)).replace(r"\ ", r"[\s_-]?")
    pattern = rf"\b{name}\b\s*(?:is\b|:|=|-)\s*(?:[\"“']([^\"”']+)[\"”']|([^\s,;]+))"
    match = re.search(pattern, text, re.IGNORECASE)
    if match is None:
        return ""
    is_prose = slot.pattern is None and not match[1] and text[: match.start(2)].rstrip()[-1] == ":"
    value = _CLAUSE_ENDS.split(text[match.start(2) :])[0] if is_prose else match[1] or match[2]
    return _NEXT_VALUE.sub("", value).rstrip(" .!?") if is_prose else value.rstrip(".!?")


def quoted_value(text: str) -> str:
    """What stands in quotation marks."""
    match = _QUOTED.search(text)
    return (match[1] or match[2] or "").strip() if match else ""


def value_after_colon(text: str, index: Index) -> str:
    """What follows a wish and a colon, or “that”: "make a note that the code has changed"."""
    border = _TEXT_BEGINS.search(text)
    wish, value = (text[: border.start()], text[border.end() :]) if border else (text, "")
    is_order = index.begins_request(plain(wish)) or orders_with_text(plain(text))
    is_order = is_order or (orders_something(plain(wish)) and index.knows(wish))
    is_wish = bool(value) and len(cut(wish)) <= _LONGEST_WISH and is_order
    # What was taken as another value has left its comma behind.
    return value.strip(" \t\n,;") if is_wish and HIDDEN not in value else ""


def _without_lead_in(slot: Slot, text: str) -> str:
    """Take "my user name is" off the front, but not "the printer is" where a problem is meant."""
    named = _THE_SLOT_IS.match(text)
    if named is None:
        return _LEAD_IN.sub("", text)
    spoken = {term.text for term in terms(named[1])}
    own = {term.text for term in terms(f"{name_as_text(slot.name)} {slot.description}")}
    is_slot = bool(spoken & own) or all(stems.kind(word) is not Kind.WORD for word in spoken)
    return _LEAD_IN.sub("", text[named.end() :]) if is_slot else text


def answered_value(slot: Slot, message: Message, index: Index) -> str:
    """The answer to a question, without its lead-in; nothing if it is no answer."""
    denies = slot.examples and _DENIES.match(message.text.strip())
    if denies or not is_answer_like(message.text, index) or _describes(slot, message.text):
        return ""
    bare = _MASKED.sub(" ", message.text).strip()
    bare = _LEAD_OUT.sub("", _NEXT_VALUE.sub("", bare))
    bare = _without_name(slot, _without_lead_in(slot, bare)).strip(" \t\n.,;:!\"“”'")
    if (slot.is_person and _says_more(bare)) or not cut(bare):
        return ""
    is_name = slot.is_person or slot.examples
    return "" if is_name and (_STATES.search(bare) or _VERDICT.fullmatch(bare)) else bare


def _says_more(name: str) -> bool:
    """Say whether words are no name, but a sentence: “we need to hire somebody”."""
    return any(word.text.islower() and word.lower in _NO_NAME for word in cut(name))


def leftover_value(text: str, index: Index, *, is_person: bool = False) -> str:
    """The words that say neither what is wanted nor anything common: the value, probably.

    Whoever is only described, as “the new guy”, is not named.
    """
    bare = _MASKED.sub(" ", text)
    runs = [run for run in _runs(bare, index) if len(run) <= _LONGEST_RUN]
    announced = [run for run in runs if _is_announced(run, bare)]
    likely = announced if len(announced) == 1 else runs
    if len(likely) != 1:
        return ""
    if is_person and any(_stands_beside(likely[0], other, bare) for other in runs):
        return ""
    run = _named_of(likely[0], bare) if is_person else likely[0]
    says_more = len(cut(bare)) > len(run)
    looks_it = any(looks_like_value(word, bare) for word in run)
    is_known = index.knows(bare) and not (is_person and any(is_proper(w.lower) for w in run))
    is_value = bool(run) and (announced or looks_it or is_known or not says_more)
    value = bare[run[0].start : run[-1].end] if is_value else ""
    return "" if is_person and _SEVERAL.fullmatch(value) else value


def _stands_beside(run: list[Word], other: list[Word], text: str) -> bool:
    """Say whether somebody else is named in one breath: “for Ana and Ben”."""
    between = text[run[-1].end : other[0].start]
    is_name = looks_like_value(other[0], text) or not is_proper(other[0].lower)
    return is_name and bool(_JOINT.fullmatch(between))


def _describes(slot: Slot, answer: str) -> bool:
    """Say whether an answer describes somebody whose name was asked for: “the new guy”.

    What is one of many things, as “a chair”, or none, as “no idea”, is nobody at all.
    """
    if slot.is_person and _NOBODY.match(answer.strip()):
        return True
    is_name = slot.is_person and "name" in slot.description.lower().split()
    return is_name and answer.islower() and bool(_DESCRIPTION.match(answer.strip()))


def _named_of(run: list[Word], text: str) -> list[Word]:
    """The words of a run that name somebody, without those that describe them; maybe none."""
    if not _DESCRIBES.search(text[: run[0].start]) and not any(map(_is_superlative, run)):
        is_mixed = any(not word.text.islower() for word in run)
        behind = [*dropwhile(lambda word: word.text.islower(), run[::-1])]  # “Ana down”
        return behind[::-1] if is_mixed else run
    return [*dropwhile(lambda word: word.text.islower(), run)]


def _is_superlative(word: Word) -> bool:
    return word.text.islower() and word.text.endswith("est")


def _is_announced(run: list[Word], text: str) -> bool:
    before = [word.lower for word in cut(text) if word.end <= run[0].start]
    while before and before[-1] in _ARTICLES:
        before.pop()
    return bool(before) and before[-1] in _INTRODUCES


def is_answer_like(text: str, index: Index) -> bool:
    """Say whether it can be an answer: no question, no small talk, no other agent's business."""
    is_question = text.rstrip().endswith("?") or (
        index.begins_request(text) and not _LEAD_IN.match(text)
    )
    return not is_question and small_talk(text) is None


def fitting(slot: Slot, value: str, index: Index) -> str:
    """The value, or the one uncommon word of it that has the form it must have."""
    if slot.is_person and (_THING.match(value) or not any(map(str.isalpha, value))):
        return ""  # nobody is called “the printer is broken”, or “300”
    if slot.pattern is None or slot.pattern.fullmatch(value):
        return value
    words = [word.strip(".,;:!?\"'") for word in value.split()]
    uncommon = [word for word in words if not all(is_common(w, index) for w in cut(word))]
    if asks_for_user_name(slot) and (len(uncommon) > 1 or _tells_more(value)):
        return ""  # a sentence about something else names nobody
    return next((word for word in uncommon if slot.pattern.fullmatch(word)), "")


def _tells_more(text: str) -> bool:
    """Say whether words beside a name are about something, or it is an everyday word itself."""
    small = FUNCTION_WORDS | CREDENTIAL_WORDS
    words = (word.lower for word in cut(text) if word.lower not in small)
    telling = [word for word in words if stems.kind(stems.of(word)) is Kind.WORD]
    return len(telling) > 1 or any(map(is_proper, telling))


def parts(text: str, count: int) -> tuple[str, ...]:
    """The values of an answer that gives several at once, if the number is right."""
    found = [part.strip(" .") for part in re.split(r"[,;\n]+", text) if part.strip(" .")]
    return tuple(found) if len(found) == count else ()


def _without_name(slot: Slot, text: str) -> str:
    """Take the slot's own name off the front: "account id 1234"."""
    spoken = {word.lower for word in cut(f"{name_as_text(slot.name)} number")}
    found = cut(text)
    at = next((i for i, word in enumerate(found) if word.lower not in {*spoken, "is"}), 0)
    return text[found[at].start :] if found and at else text


def _runs(text: str, index: Index) -> list[list[Word]]:
    runs: list[list[Word]] = []
    last_was_value = False
    phrases = {term.shown.lower() for term in terms(text) if " " in term.shown}
    for word in cut(text):
        is_value = not says_nothing(word, index) and not any(
            word.lower in phrase.split() for phrase in phrases
        )
        if is_value and last_was_value:
            runs[-1].append(word)
        elif is_value:
            runs.append([word])
        last_was_value = is_value
    return runs


def says_nothing(word: Word, index: Index) -> bool:
    """Say whether a word is common, or how something is done: no value."""
    if is_common(word, index) or _ADVERB.match(word.text) or word.lower in CREDENTIAL_WORDS:
        return True
    return word.text.islower() and _is_slip_of_filler(word.text)


@lru_cache(maxsize=2048)
def _is_slip_of_filler(word: str) -> bool:
    return any(is_typo_of(word, filler) for filler in _FILLER)

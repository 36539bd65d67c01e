"""Reads the name somebody logs in by, wherever a message gives it."""

import re
from collections.abc import Iterator

from bot.core.matching.english import CREDENTIAL_WORDS, FUNCTION_WORDS, WEAK_WORDS
from bot.core.matching.index import Index
from bot.core.matching.terms import stems, terms
from bot.core.matching.words import HIDDEN, cut, is_proper, name_as_text
from bot.llm.offline.values.counting import is_common
from bot.llm.offline.values.schema import Slot, Want

_SLOT_NAMES = frozenset({"username", "user name", "user", "login", "login name"})
_LABEL = r"\b(?:user\s?name|user|login)\b"
_WORD = r"[A-Za-z][\w@+-]*(?:\.\w+)*"
_TOKEN = re.compile(r"[\w.@+-]+")
_SENTENCE_END = re.compile(r"[.!?]\s")
_LABELLED = re.compile(
    rf"{_LABEL}[\"']?\s*(?:is\b|:|=)\s*(?:[\"“'](?P<quoted>[^\"”']+)|(?P<name>[^\s\"'”,;&]+))",
    re.IGNORECASE,
)
_LOGS_IN = r"\b(?:(?:log|sign)[\s-]?(?:me\s+)?(?:in|on)|authenticate(?:\s+me)?)"
_IS_OVER = r"[\"”']?\s*(?:[,.;!)/\n]|$|and\b|with\b|\[)"
_SAID = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LABEL}\s+[\"“']?(?P<name>{_WORD})",
        rf"{_LOGS_IN}\s+(?:as|with|using)\s+[\"“']?(?P<name>{_WORD})",
        rf"{re.escape(HIDDEN)}\s+is\s+(?:my|the)\s+\w+\s+(?:for|of)\s+(?P<name>{_WORD})",
        rf"\b(?:I am|I'm|my name is)\s+[\"“']?(?P<name>{_WORD}){_IS_OVER}",
        rf"\bas\s+[\"“']?(?!\w+(?:ed|ing|ly)\b)(?P<name>{_WORD}){_IS_OVER}",
    )
)


def asks_for_user_name(slot: Slot) -> bool:
    """Say whether a slot is for the name somebody logs in by."""
    return slot.want is Want.TEXT and name_as_text(slot.name) in _SLOT_NAMES


def can_be_value(slot: Slot, value: str) -> bool:
    """Say whether a value may fill a slot: nobody logs in as "password", or "tomorrow"."""
    return not asks_for_user_name(slot) or value.lower() not in CREDENTIAL_WORDS | FUNCTION_WORDS


def speaks_of_login(text: str) -> bool:
    """Say whether words are about logging in."""
    words = {term.text for term in terms(text)} | {word.lower for word in cut(text)}
    return not words.isdisjoint({*CREDENTIAL_WORDS, *map(stems.of, ("login", "authenticate"))})


def user_name(text: str, index: Index) -> str:
    """The name a message gives somebody to log in by; empty if it gives none."""
    names = (*_labelled(text), *_beside_hidden(text, index), *_said(text, index))
    return next(iter(names), "")


def _labelled(text: str) -> Iterator[str]:
    for match in _LABELLED.finditer(text):
        name = match["quoted"] or match["name"].rstrip(".!?)}")
        if not {name.lower()} & (CREDENTIAL_WORDS | FUNCTION_WORDS | WEAK_WORDS):
            yield name


def _said(text: str, index: Index) -> Iterator[str]:
    found = (match["name"] for pattern in _SAID for match in pattern.finditer(text))
    return (name for name in found if not is_proper(name.lower()) and _is_uncommon(name, index))


def _beside_hidden(text: str, index: Index) -> Iterator[str]:
    """The word before a hidden password: "seldo [secret]", "seldo, password [secret]"."""
    before, hidden, _ = text.partition(HIDDEN)
    if not hidden:
        return
    is_beside = True
    for match in reversed(list(_TOKEN.finditer(before))):
        word = match.group().strip(".")
        if not word or word.lower() in CREDENTIAL_WORDS | FUNCTION_WORDS:
            is_beside = False
            continue
        is_plain = is_proper(word.lower()) or _SENTENCE_END.search(before[match.start() :])
        if word[0].isalpha() and _is_uncommon(word, index) and (is_beside or not is_plain):
            yield word
        return


def _is_uncommon(name: str, index: Index) -> bool:
    words = cut(name)
    return name.lower() not in CREDENTIAL_WORDS and not all(is_common(w, index) for w in words)

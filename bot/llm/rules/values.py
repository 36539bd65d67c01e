"""What an answer gives for slots of free text: all of it for one, by their labels for several."""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile

from bot.domain.questions import Named
from bot.language.lexicon import bare, is_polite
from bot.language.normal import MOST_CHARACTERS, fold
from bot.language.particles import names_user, user_in
from bot.language.words import name_as_text

LONGEST_NAME = 3  # words: what is longer is a sentence, and kept as it is
LONGEST_LED = 40  # words: more than anybody leads up to a value with
_LABEL = re.compile(r"(?:^|(?<=[:,;\n]))([^:=,;\n]{1,60})[:=]")  # “name: X, role = Y”
_MARKS = " \t.,;:!?=\"'“”„"


def values_of(slots: Sequence[Named], text: str, asked: str) -> Mapping[str, str]:
    """The values behind the names of slots: “name: Ann, role: engineer”; else all for one.

    That is the only one, or the only one that was asked for.
    """
    text = text[:MOST_CHARACTERS]
    found = _labelled(slots, text)
    wanted = slots if len(slots) == 1 else _asked_for(slots, asked)
    return found if found or len(wanted) != 1 else {wanted[0].name: _answer(wanted[0], text)}


def values_in_wish(slots: Sequence[Named], text: str) -> Mapping[str, str]:
    """What a wish gives before anything was asked: behind the names of slots, and its user."""
    text = text[:MOST_CHARACTERS]
    users = [slot for slot in slots if names_user(f"{name_as_text(slot.name)} {slot.description}")]
    user = user_in(text) if len(users) == 1 else ""
    return {**_labelled(slots, text), **({users[0].name: user} if user else {})}


def _asked_for(slots: Sequence[Named], asked: str) -> Sequence[Named]:
    """The slots that a question names; “the name” is not in “the name of the mentor”."""
    named = [slot for slot in slots if slot.description in asked]
    asks = {slot.description for slot in named}
    return [s for s in named if not any(s.description in ask for ask in asks - {s.description})]


def _answer(slot: Named, text: str) -> str:
    """The answer without the words that only say which slot it is for: “my name is Ann”."""
    around = text.strip(_MARKS)
    parts = around.split()
    if len(parts) > LONGEST_LED:
        return around or text.strip()
    label = _label_of(slot)
    led = list(takewhile(lambda part: is_polite(part) or _plain(part) in label, parts[:-1]))
    if any(_plain(part) in label for part in led):
        return bare(around.split(maxsplit=len(led))[-1])
    shortest = bare(text) or text.strip()
    return around if len(parts) > LONGEST_NAME else shortest


def _labelled(slots: Sequence[Named], text: str) -> Mapping[str, str]:
    every = {word for slot in slots for word in _label_of(slot)}
    marks = [m for m in _LABEL.finditer(text) if not _is_within(m, text, every)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    named = [(mark[1], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=False)]
    return {slot.name: value for slot in slots if (value := _said_of(slot, named))}


def _is_within(mark: re.Match[str], text: str, every: set[str]) -> bool:
    """Say whether a mark stands in a value: “problem: my desk: one leg is loose”."""
    return text[: mark.start()].endswith(":") and not _words(mark[1]) <= every


def _said_of(slot: Named, named: Sequence[tuple[str, str]]) -> str:
    """What is said of a slot, if it is said once."""
    label = _label_of(slot)
    said = [v.strip(" \t\n,;") for name, v in named if _words(name) and _words(name) <= label]
    return said[0] if len(said) == 1 else ""


def _label_of(slot: Named) -> set[str]:
    return _words(f"{name_as_text(slot.name)} {slot.description}")


def _words(text: str) -> set[str]:
    return {_plain(word) for word in text.split() if not is_polite(word)}


def _plain(word: str) -> str:
    return fold(word).strip(_MARKS)

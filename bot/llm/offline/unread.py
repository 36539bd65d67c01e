"""Finds what an order of money says beside all that was read: it may turn the order round."""

import re
from collections.abc import Iterable, Iterator

from agents.kit.model import ToolSpec
from bot.core.matching.english import (
    CREDENTIAL_WORDS,
    FUNCTION_WORDS,
    WEAK_WORDS,
    is_go_on,
    small_talk,
)
from bot.core.matching.terms import stems
from bot.core.matching.words import HIDDEN, REMARKS, Word, cut, is_typo_of, name_as_text
from bot.llm.offline.run import Run
from bot.llm.offline.values.amounts import is_of_amounts
from bot.llm.offline.values.free_slots import Values
from bot.llm.offline.values.schema import Want, slots
from bot.llm.offline.words.intents import orders_something, unplaced
from bot.llm.offline.words.mood_words import CLAUSE_END, LIGHT

_AROUND = (
    "afternoon ahead alright appreciated asap assistant away bro buddy chance cheers correct "
    "correction dear evening first frontdesk goes good grateful great instead into kind "
    "kindly lot man mate mean meant mind morning nice number out please reject sorry straight "
    "sum thanks total urgent urgently using wait worth wrong"
)
_SMALL = FUNCTION_WORDS | WEAK_WORDS | LIGHT | frozenset(_AROUND.split())
# Behind everything else they take it back, or put it off: what puts something right goes on.
_STOPS_SHORT = re.compile(
    r"\b(?:(?:(?<!n't )(?<!not )wait|wrong|hold on)\b\D*|(?<=\d )first\s+\w\D*|not\W*)$",
    re.IGNORECASE,
)
_AT_THE_END = 200  # characters; in all of a long text each “wait” would be read to the end
# Which of the two is to pay is not said.
_EITHER_WAY = re.compile(r"\bbetween\s[^.;!?(\n]{1,40}?\s(?:and|&)\s", re.IGNORECASE)
# Whom it is for, and what for: nobody is asked what the rent has to do with it.
_FOR = re.compile(
    r"\b(?:to|for|as|because of)\s+(?:(?:my|the|an?|our|his|her|their)\s+)*"
    r"(?!(?:conditions?|exclusion|exception|reverse|contrary|opposite|jokes?|laughs?|test|trial|"
    r"time being)\b)[a-z][\w'-]*"
    r"(?:\s+(?:of|and|in|on)\s+[a-z][\w'-]*)*",
    re.IGNORECASE,
)


def unread(run: Run, tool: ToolSpec, values: Values) -> str:
    """The words of an order of money whose meaning nobody can tell; empty if there are none."""
    if run.is_handed_on or not _moves_money(tool):
        return ""
    known = _known(run, tool, values)
    texts = [*_texts(run, known)]
    for text in texts:
        if odd := _STOPS_SHORT.search(text[-_AT_THE_END:]) or _EITHER_WAY.search(text):
            return odd.group().strip()
    for clause in _clauses(texts, run):
        words = [word for word in cut(_FOR.sub(_blank, clause)) if not _is_known(word, known, run)]
        if words:
            return clause[words[0].start : words[-1].end]
    return ""


def _moves_money(tool: ToolSpec) -> bool:
    return any(slot.want is Want.MONEY and slot.is_required for slot in slots(tool))


def _known(run: Run, tool: ToolSpec, values: Values) -> frozenset[str]:
    """The words, as stems, that say what is done and with what."""
    wanted = run.slots_for(tool)
    told = [tool.name, tool.description]
    for slot in wanted:
        told += [slot.name, slot.description, *slot.examples, *map(str, slot.choices)]
    told += map(str, values.values())
    return frozenset(stems.of(word.lower) for text in told for word in cut(name_as_text(text)))


def _clauses(texts: Iterable[str], run: Run) -> Iterator[str]:
    """What speaks of the order, clause by clause."""
    for text in texts:
        clauses = CLAUSE_END.split(_without_foreign(text, run))
        yield from (clause for clause in clauses if not _is_beside(clause))


def _texts(run: Run, known: frozenset[str]) -> Iterator[str]:
    """What was said since the last “go on” and speaks of the order."""
    said = list(run.own_words)
    went_on = max((at for at, text in enumerate(said) if is_go_on(text)), default=-1)
    for text in (words.rpartition(REMARKS)[2] for words in said[went_on + 1 :]):
        if any(stems.of(word.lower) in known for word in cut(text)):
            yield text


def _without_foreign(text: str, run: Run) -> str:
    """Leave out the orders that nobody can carry out: those were told to be left undone."""
    for order in unplaced(text, run.index):
        text = text.replace(order, " ") if orders_something(order) else text
    return text


def _is_beside(clause: str) -> bool:
    """Say whether it is about something else: politeness, or how to log in."""
    words = {word.lower for word in cut(clause)}
    return bool(small_talk(clause) or words & CREDENTIAL_WORDS or HIDDEN in clause)


def _is_known(word: Word, known: frozenset[str], run: Run) -> bool:
    if word.has_digit or word.lower in _SMALL or is_of_amounts(word.lower):
        return True
    stem = stems.of(word.lower)
    if stem in known or stem in _SMALL or run.index.is_intent_word(stem):
        return True
    return any(is_typo_of(stem, other) for other in known)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())

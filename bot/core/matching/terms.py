"""What counts in a text: its words of substance, each with its weight class and look."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile

from bot.core.matching.english import (
    BROAD_WORDS,
    FUNCTION_WORDS,
    PHRASES,
    SYNONYM_GROUPS,
    TOPICS,
    WEAK_WORDS,
)
from bot.core.matching.words import Word, cut, stem

_LONGEST_CAPITALS = 5
_SHORTEST_ID = 6  # digits
_SMALL_WORD = 0.25
_NUMBER = "<number>"
_TIME_OF_DAY = re.compile(r"\d{1,2}(?:[:.]\d\d)?[ap]m")  # says when, and of whom nothing
_CONTRACTION = re.compile(r"['\u2019](s|m|re)\b")
_SENTENCE_END = re.compile(r"[.!?:]\s*$")


class Kind(StrEnum):
    """How much a word says."""

    WORD = "word"
    BROAD = "broad"
    WEAK = "weak"
    CAPITALS = "<capitals>"
    NAME = "<name>"
    NUMBER = "<number>"
    ID = "<id>"


VALUES = frozenset({Kind.CAPITALS, Kind.NUMBER, Kind.ID})
_SHAPES = VALUES | {Kind.NAME}


@dataclass(frozen=True, slots=True)
class Term:
    """A word of substance: its stem, how it was typed, and how it looks."""

    text: str
    shown: str
    kind: Kind

    @property
    def shape(self) -> str:
        """The look of a value, such as capitals or a number; empty for a plain word."""
        return self.kind.value if self.kind in _SHAPES else ""


class _Stems:
    """Stems and synonyms, remembered."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=8192)(stem)
        self._near: dict[str, frozenset[str]] = {}
        for group in SYNONYM_GROUPS:
            same = frozenset(stem(word) for word in group)
            for word in same:
                self._near[word] = self._near.get(word, frozenset()) | same - {word}
        self._topics = tuple(frozenset(map(stem, topic.split())) for topic in TOPICS)
        self._weak = frozenset(map(stem, WEAK_WORDS)) | WEAK_WORDS
        self._broad = frozenset(map(stem, BROAD_WORDS))

    def synonyms(self, term: str) -> frozenset[str]:
        """Other words for the same thing."""
        return self._near.get(term, frozenset())

    def related(self, term: str) -> frozenset[str]:
        """Words on the same topic, too far apart to stand for one another."""
        return next((topic for topic in self._topics if term in topic), frozenset())

    def kind(self, term: str) -> Kind:
        """How much a stem says."""
        if term in self._weak:
            return Kind.WEAK
        return Kind.BROAD if term in self._broad else Kind.WORD


stems = _Stems()


@lru_cache(maxsize=512)
def terms(text: str) -> tuple[Term, ...]:
    """The words of substance in a text, in order, each once."""
    text = text[:2000]
    phrases = _phrases(text)
    taken = [span for _, span in phrases]
    found = {term.text: term for term, _ in phrases}
    for word in cut(text):
        if word.lower in FUNCTION_WORDS or any(s <= word.start < e for s, e in taken):
            continue
        term = _term(word, text)
        found.setdefault(term.text, term)
    return tuple(found.values())


@lru_cache(maxsize=512)
def bag(text: str) -> frozenset[str]:
    """All words of a text, small ones too; values with digits count as the same."""
    words = cut(_CONTRACTION.sub(_written_out, text.lower()))
    return frozenset(_NUMBER if word.has_digit else stems.of(word.text) for word in words)


@lru_cache(maxsize=512)
def runs(text: str) -> tuple[str, ...]:
    """Three words each that follow one another, small ones too, in order.

    They tell “how many people work” from the people and the work that others speak of.
    """
    words = [_plain(word) for word in cut(_CONTRACTION.sub(_written_out, text.lower()))]
    return tuple(" ".join(run) for run in zip(words, words[1:], words[2:], strict=False))


def opening(said: Collection[str], example: Sequence[str]) -> frozenset[str]:
    """The runs an example begins with that a text has too, with a word of substance in each."""
    begun = takewhile(lambda run: run in said, example)
    return frozenset(run for run in begun if any(map(_is_telling, run.split())))


def _is_telling(stemmed: str) -> bool:
    """Say whether a word tells what is wanted: “where is my” is asked of anything."""
    return stemmed not in FUNCTION_WORDS and stems.kind(stemmed) is not Kind.WEAK


def _plain(word: Word) -> str:
    if word.lower in FUNCTION_WORDS:
        return word.lower
    return _NUMBER if word.has_digit else stems.of(word.text)


def likeness(said: frozenset[str], example: frozenset[str]) -> float:
    """How much two texts share, 0 to 1; sharing nothing but small words counts for nothing."""
    shared = said & example
    if not shared - FUNCTION_WORDS:
        return 0.0
    if not said - example - FUNCTION_WORDS:
        return len(shared) / len(said | example)
    # What it says beyond the example weighs more than that both are worded alike.
    return _weight_of(shared) / _weight_of(said | example)


def _weight_of(words: frozenset[str]) -> float:
    """Small words and numbers say less than others."""
    small = sum(word in FUNCTION_WORDS or word == _NUMBER for word in words)
    return len(words) - small * (1 - _SMALL_WORD)


def example_shapes(examples: tuple[str, ...]) -> frozenset[str]:
    """The looks of the values in the examples of a card."""
    return frozenset(term.shape for text in examples for term in terms(text) if term.shape)


def looks_like_value(word: Word, text: str) -> bool:
    """Say whether a word looks like a value: a number, capitals, or a name in a sentence."""
    return bool(_shape(word, text))


def is_shouted(text: str) -> bool:
    """Say whether a whole sentence is in capitals, so that they mean nothing."""
    return text.isupper() and len(cut(text[:100])) > 1


def _written_out(match: re.Match[str]) -> str:
    return {"s": " is", "m": " am", "re": " are"}[match[1]]


def _phrases(text: str) -> list[tuple[Term, tuple[int, int]]]:
    """Find the words that mean one thing together; each letter belongs to one phrase."""
    found: list[tuple[Term, tuple[int, int]]] = []
    plain = text.lower().rstrip(" ?!.")
    for pattern, meaning in PHRASES:
        for match in pattern.finditer(plain):
            start, end = match.span()
            if any(s < end and start < e for _, (s, e) in found):
                continue
            term = stems.of(meaning)
            found.append((Term(term, text[start:end], stems.kind(term)), (start, end)))
    return found


def _term(word: Word, text: str) -> Term:
    base = stems.of(word.text)
    if _TIME_OF_DAY.fullmatch(word.lower):
        return Term(base, word.text, Kind.WEAK)
    kind = stems.kind(base) if word.lower not in WEAK_WORDS else Kind.WEAK
    shape = _shape(word, text) if kind is Kind.WORD else None
    return Term(base, word.text, shape or kind)


def _shape(word: Word, text: str) -> Kind | None:
    if word.has_digit:
        return Kind.ID if word.text.isdigit() and len(word.text) >= _SHORTEST_ID else Kind.NUMBER
    if word.text.islower() or word.lower in FUNCTION_WORDS or is_shouted(text):
        return None
    if word.text.isupper() and 1 < len(word.text) <= _LONGEST_CAPITALS:
        return Kind.CAPITALS
    starts = word.start == 0 or _SENTENCE_END.search(text[: word.start])
    return Kind.NAME if word.text[0].isupper() and not starts else None

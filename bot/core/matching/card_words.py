"""Which words stand for the agent of a card, and how strongly."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from agents.kit.model import Card
from bot.core.matching.english import FUNCTION_WORDS
from bot.core.matching.terms import (
    Kind,
    bag,
    example_shapes,
    likeness,
    opening,
    runs,
    stems,
    terms,
)
from bot.core.matching.words import cut, name_as_text

_BRACKETS = re.compile(r"\([^)]*\)")
_NEEDS = re.compile(r"\b(?:needs?|requires?|without|unless|once|but not)\b[^.;]*", re.IGNORECASE)
_VALUE_STRENGTH = 0.6


@dataclass(frozen=True, slots=True)
class Entry:
    """The words of one card: each with its strength, and those of its examples."""

    card: Card
    strengths: dict[str, float]
    examples: tuple[frozenset[str], ...]
    runs: tuple[tuple[str, ...], ...]

    def likeness(self, said: frozenset[str]) -> float:
        """How much a text is like the example that is most like it."""
        return max((likeness(said, example) for example in self.examples), default=0.0)

    def opening(self, order: frozenset[str]) -> frozenset[str]:
        """The runs of words in a text that examples begin with."""
        return frozenset(run for each in self.runs for run in opening(order, each))


def entry_of(card: Card) -> Entry:
    """Read the words of a card."""
    examples = card.examples
    return Entry(card, _strengths(card), tuple(map(bag, examples)), tuple(map(runs, examples)))


@lru_cache(maxsize=1024)
def intent_terms(card: Card) -> frozenset[str]:
    """The words of what a card does; its examples add their verbs only."""
    # What an agent needs, and what people are told in brackets, is not what it does.
    introduction = _BRACKETS.sub(" ", card.introduction)
    texts = (name_as_text(card.name), _NEEDS.sub("", card.description), introduction)
    spoken = {term.text for text in texts for term in terms(text)}
    return frozenset(spoken | starts_of([card]))


def starts_of(cards: Iterable[Card]) -> frozenset[str]:
    """The verbs, mostly, that cards begin with: in what they describe, and in their examples."""
    texts = (text for card in cards for text in (card.description, *card.examples))
    first = (cut(text)[:1] for text in texts)
    words = (word for words in first for word in words if word.lower not in FUNCTION_WORDS)
    return frozenset(stems.of(word.text) for word in words)


def _strengths(card: Card) -> dict[str, float]:
    """How strongly each word stands for the card; values in examples stand for less."""
    shown = (term for text in card.examples for term in terms(text))
    # A number in an example stands for any other: “feature 3” makes nobody who says 3 mean it.
    strengths = {t.text: _VALUE_STRENGTH for t in shown if t.kind not in {Kind.NUMBER, Kind.ID}}
    strengths |= dict.fromkeys(example_shapes(card.examples), 1.0)
    strengths |= dict.fromkeys(_opening_terms(card.examples), 1.0)
    return strengths | dict.fromkeys(intent_terms(card), 1.0)


def _opening_terms(examples: tuple[str, ...]) -> list[str]:
    """The phrases examples begin with are what is wanted, as are their first words."""
    first = ((text.lower(), terms(text)[:1]) for text in examples)
    return [t.text for text, found in first for t in found if text.startswith(t.shown.lower())]

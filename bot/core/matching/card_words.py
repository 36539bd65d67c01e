"""Which words stand for the agent of a card, and how strongly."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from agents.kit.model import Card
from bot.core.matching.english import FUNCTION_WORDS
from bot.core.matching.terms import (
    Kind,
    bag,
    likeness,
    opening,
    runs,
    stems,
    terms,
)
from bot.core.matching.words import cut, name_as_text

_BRACKETS = re.compile(r"\([^)]*\)")
_NEEDS = re.compile(r"\b(?:needs?|requires?|without|unless|once|but not)\b[^.;]*", re.IGNORECASE)
_OBJECT = re.compile(
    r"(?:please\s+)?[a-z]{3,}\s+(?:(?:me|us|him|her|them|[A-Z]\w+)\s+)?(?:an?|some)\s+(?=[a-z])"
)
_NUMBERED = re.compile(
    r"(?:(?:please|can you|could you)\s+)*[a-z]{3,}\s+(?:off\s+)?(?:(?:the|my|our)\s+)?"
    r"(?P<kind>[a-z]{3,})\s+(?:(?:number|no\.?|#)\s*)?#?\d",
    re.IGNORECASE,
)
_VALUE_STRENGTH = 0.6


@dataclass(frozen=True, slots=True)
class Entry:
    """The words of one card: each with its strength, and those of its examples."""

    card: Card
    strengths: dict[str, float]
    examples: tuple[frozenset[str], ...]
    runs: tuple[tuple[str, ...], ...]
    kinds: frozenset[str]
    takes_anything: bool

    def likeness(self, said: frozenset[str]) -> float:
        """How much a text is like the example that is most like it."""
        return max((likeness(said, example) for example in self.examples), default=0.0)

    def opening(self, order: frozenset[str]) -> frozenset[str]:
        """The runs of words in a text that examples begin with."""
        return frozenset(run for each in self.runs for run in opening(order, each))


def entry_of(card: Card) -> Entry:
    """Read the words of a card."""
    examples = card.examples
    bags, orders = tuple(map(bag, examples)), tuple(map(runs, examples))
    kinds = frozenset(filter(None, map(numbered, examples)))
    return Entry(card, _strengths(card), bags, orders, kinds, _takes_anything(card))


@lru_cache(maxsize=1024)
def intent_terms(card: Card) -> frozenset[str]:
    """The words of what a card does; its examples add their verbs only."""
    # What an agent needs, and what people are told in brackets, is not what it does.
    introduction = _BRACKETS.sub(" ", card.introduction)
    texts = (name_as_text(card.name), _NEEDS.sub("", card.description), introduction)
    spoken = {term.text for text in texts for term in terms(text)}
    return frozenset(spoken | starts_of([card]))


def ordered(text: str) -> frozenset[str]:
    """What an order begins with a verb for: of “send me a long letter to Bob” long, and letter."""
    found = _OBJECT.match(text)
    words = cut(text[found.end() :]) if found else ()
    thing = takewhile(lambda word: word.lower not in FUNCTION_WORDS, words)
    return frozenset(stems.of(word.text) for word in thing)


def numbered(text: str) -> str:
    """What an order is about that goes by a number: of “cancel post 1” the post."""
    found = _NUMBERED.match(text)
    return stems.of(found["kind"]) if found else ""


def _takes_anything(card: Card) -> bool:
    """Say whether a card is for orders of whatever there is, as its examples show."""
    own = intent_terms(card)
    things = filter(None, map(ordered, card.examples))
    return any(not thing & own for thing in things)


def starts_of(cards: Iterable[Card]) -> frozenset[str]:
    """The verbs, mostly, that cards begin with: in what they describe, and in their examples."""
    texts = (text for card in cards for text in (card.description, *card.examples))
    first = (cut(text)[:1] for text in texts)
    words = (word for words in first for word in words if word.lower not in FUNCTION_WORDS)
    return frozenset(stems.of(word.text) for word in words)


def _strengths(card: Card) -> dict[str, float]:
    """How strongly each word stands for the card; values in examples stand for less."""
    shown = [term for text in card.examples for term in terms(text)]
    # A number in an example stands for any other: “feature 3” makes nobody who says 3 mean it.
    strengths = {t.text: _VALUE_STRENGTH for t in shown if t.kind not in {Kind.NUMBER, Kind.ID}}
    # What a card is named for, as “NDA”, is no value: it makes nobody who says CRM mean it.
    own = intent_terms(card)
    strengths |= dict.fromkeys((t.shape for t in shown if t.shape and t.text not in own), 1.0)
    strengths |= dict.fromkeys(_opening_terms(card.examples), 1.0)
    return strengths | dict.fromkeys(intent_terms(card), 1.0)


def _opening_terms(examples: tuple[str, ...]) -> list[str]:
    """The phrases examples begin with are what is wanted, as are their first words."""
    first = ((text.lower(), terms(text)[:1]) for text in examples)
    return [t.text for text, found in first for t in found if text.startswith(t.shown.lower())]

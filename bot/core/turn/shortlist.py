"""Which agents the router describes to the model when there are too many to describe them all.

The others are named all the same, so that any of them can be chosen: this saves words, it
decides nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from agents.kit.model import Card
from bot.core.matching.index import Index
from bot.core.matching.words import cut

ALL_UP_TO = 8  # with no more agents than this, all are described
LEAST, MOST = 5, 9
LONGEST = 400  # characters of a text that say what it is about
EARLIER = 0.3  # what was said before counts less than what is said now


class Shortlist:
    """The cards of a catalogue, and which of them are plausible for a text."""

    def __init__(self, cards: Sequence[Card], always: Iterable[str] = ()) -> None:
        self._names = tuple(card.name for card in cards)
        self._always = frozenset(always) & set(self._names)
        self._index = Index(cards)
        # What is said now is what was said before in the next turn.
        self._matches = lru_cache(maxsize=512)(self._find_matches)
        self._examples: defaultdict[str, set[str]] = defaultdict(set)
        for card in cards:
            for example in card.examples:
                self._examples[_plain(example)].add(card.name)

    def pick(
        self, text: str, earlier: Iterable[str] = (), also: Collection[str] = ()
    ) -> tuple[str, ...]:
        """Name the agents to describe, in the order of the catalogue.

        Always among them: `also`, those every list must have, and whoever has this very text
        as an example.
        """
        if len(self._names) <= ALL_UP_TO:
            return self._names
        given = {*self._always, *also, *self._examples.get(_plain(text), ())}
        plausible = [name for name in self._ranked(text, earlier) if name not in given]
        others = [name for name in self._names if name not in {*given, *plausible}]
        picked = {*given, *plausible[: max(MOST - len(given), 0)]}
        picked |= set(others[: max(LEAST - len(picked), 0)])
        return tuple(name for name in self._names if name in picked)

    def _ranked(self, text: str, earlier: Iterable[str]) -> list[str]:
        """Who shares a word of substance with what is said, or was said before; best first."""
        scores: Counter[str] = Counter()
        for said, share in ((text, 1.0), *((before, EARLIER) for before in earlier)):
            for name, score in self._matches(said[:LONGEST]):
                scores[name] += round(share * score * 1000)
        return [name for name, _score in scores.most_common()]

    def _find_matches(self, text: str) -> tuple[tuple[str, float], ...]:
        found = (match for match in self._index.ranked(text) if match.words)
        return tuple((match.card.name, match.score) for match in found)


def _plain(text: str) -> str:
    return " ".join(word.lower for word in cut(text))

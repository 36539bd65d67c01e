"""Which agent a text fits, by the words of the agents' cards."""

import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agents.kit.model import Card
from bot.core.matching.card_words import (
    Entry,
    entry_of,
    intent_terms,
    numbered,
    ordered,
    starts_of,
)
from bot.core.matching.english import REQUEST_STARTS, orders_with_text
from bot.core.matching.terms import Kind, Term, bag, runs, stems, terms
from bot.core.matching.words import cut, is_typo_of, name_as_text

REFERS_BACK = re.compile(r"\b(?:it|them|that|this)\b", re.IGNORECASE)
_SYNONYM_STRENGTH = 0.6
_TYPO_STRENGTH = 0.8
_LEAST_SCORE = 0.6
_CLEAR_SCORE = 1.5
_VERY_CLEAR = 0.9
_PLAIN_COVERAGE = 0.75
_PLAIN_SCORE = 0.7
_LEAST_LIKENESS = 0.6
_LIKENESS_GAIN = 1.5
_RUN_GAIN = 0.5
_LEAST_COVERAGE = 0.25
_RUNNER_UP_SHARE = 0.8
_TEXTS_AT_ONCE = 64  # a turn by rules asks of the same few texts again and again
_WEIGHTS = {
    Kind.WORD: 1.0,
    Kind.BROAD: 0.5,
    Kind.WEAK: 0.25,
    Kind.CAPITALS: 0.75,
    Kind.NAME: 0.4,
    Kind.NUMBER: 0.3,
    Kind.ID: 0.6,
}


@dataclass(frozen=True, slots=True)
class Match:
    """How well a card fits a text, and by which of the text's words.

    `named` says that more fits than a vague word or the look of one value, `worded` that
    it is a word.
    """

    card: Card
    score: float
    coverage: float
    words: tuple[str, ...]
    named: bool
    worded: bool

    @property
    def is_clear(self) -> bool:
        """True when the text is about this card rather than about something else."""
        covers = self.coverage >= _LEAST_COVERAGE or self.score >= _CLEAR_SCORE
        return self.named and covers and self.score >= _LEAST_SCORE


@dataclass(frozen=True, slots=True)
class _Ways:
    """What else a word may stand for: words for the same, and the one meant by a slip."""

    synonyms: tuple[str, ...]
    meant: str


@dataclass(frozen=True, slots=True)
class _Said:
    """A text as it is compared with cards."""

    terms: tuple[Term, ...]
    bag: frozenset[str]
    order: frozenset[str]
    thing: frozenset[str]
    kind: str
    is_request: bool


class Index:
    """The words of all cards, weighed by how few cards share them."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._entries = tuple(map(entry_of, cards))
        shared: dict[str, int] = {}
        for entry in self._entries:
            for term in {*entry.strengths, *(run for each in entry.runs for run in each)}:
                shared[term] = shared.get(term, 0) + 1
        count = len(self._entries)
        self._rarity = {
            term: math.log(1 + count / cards_with_it) / math.log(1 + count)
            for term, cards_with_it in shared.items()
        }
        self._by_letter: dict[str, list[str]] = {}
        for term in self._rarity:
            if " " not in term:
                self._by_letter.setdefault(term[0], []).append(term)
        names = (entry.card.name for entry in self._entries)
        self._names = {name.lower(): name_as_text(name) for name in names}
        self._starts = starts_of(entry.card for entry in self._entries)
        self._intent = frozenset(t for entry in self._entries for t in intent_terms(entry.card))
        self._correct = lru_cache(maxsize=4096)(self._find_correction)
        self._ways = lru_cache(maxsize=4096)(self._find_ways)
        self._ranked = lru_cache(maxsize=_TEXTS_AT_ONCE)(self._rank)

    def ranked(self, text: str) -> tuple[Match, ...]:
        """The cards that fit at all, best first; a name alone is read by its words."""
        return self._ranked(text)

    def _rank(self, text: str) -> tuple[Match, ...]:
        text = self._names.get(text.strip().lower(), text)
        said = _Said(
            terms(text),
            bag(text),
            frozenset(runs(text)),
            ordered(text),
            numbered(text),
            self.begins_request(text),
        )
        found = (
            self._match(entry, said) for entry in self._entries if self._has(entry, said.kind)
        )
        fitting = (match for match in found if match.score > 0)
        return tuple(sorted(fitting, key=lambda match: -match.score))

    def clear_winner(self, text: str) -> Match | None:
        """The card this text is about, if no other comes close."""
        return winner_of(self.ranked(text))

    def is_digression(self, text: str, match: Match) -> bool:
        """Say whether a text asks for this card, though another agent waits for an answer.

        It must be worded as a request, or speak of little else: an answer may well hold
        a word, or the look of a value, that another agent knows.
        """
        if not match.worded:
            return match.named and self.begins_request(text)
        speaks_of_it = match.score >= _VERY_CLEAR and match.coverage >= _PLAIN_COVERAGE
        return speaks_of_it or self.begins_request(text)

    def asks_for(self, text: str, match: Match) -> bool:
        """Say whether a text plainly asks for this card where anything else may be an answer.

        An order must say much of it, for orders are given in answers, too; a question or a wish
        must speak of little else.
        """
        if not (match.worded and self.begins_request(text)) or REFERS_BACK.search(text):
            return False
        speaks_of_it = match.score * match.coverage >= _PLAIN_SCORE
        return match.score >= _CLEAR_SCORE or (speaks_of_it and not self.is_order(text))

    def knows(self, text: str) -> bool:
        """Say whether a word of substance belongs to any card's purpose."""
        substantial = (term for term in terms(text) if term.kind in {Kind.WORD, Kind.BROAD})
        return any(self.is_intent_word(term.text) for term in substantial)

    def related(self, text: str) -> tuple[Card, ...]:
        """The cards that are on the topic of a vague text at least."""
        near = {other for term in terms(text) for other in stems.related(term.text)}
        return tuple(e.card for e in self._entries if near & intent_terms(e.card))

    def is_intent_word(self, term: str) -> bool:
        """Say whether a stemmed word speaks of what an agent does, not of a value for it."""
        return self.is_intent_of(term, self._intent)

    def is_intent_of(self, term: str, intent: frozenset[str]) -> bool:
        """Say the same of one agent's own words; synonyms and slips of the fingers count."""
        if term in intent or any(near in intent for near in stems.synonyms(term)):
            return True
        return term not in self._rarity and self._correct(term) in intent

    def begins_request(self, text: str) -> bool:
        """Say whether it asks for something: a question, a wish or an order."""
        found = cut(text)
        if not found:
            return False
        first = found[0].lower
        if first in REQUEST_STARTS or text.rstrip().endswith("?") or orders_with_text(text):
            return True
        if first == "i" and len(found) > 1:
            return found[1].lower in {"want", "need", "would", "wanna", "wish", "must", "have"}
        return self.is_order(first)

    def is_order(self, text: str) -> bool:
        """Say whether it begins with a verb that cards begin with, in the form of an order."""
        first = cut(text)[:1]
        if not first or first[0].lower.endswith(("ing", "ings")):
            return False
        verb = stems.of(first[0].text)
        known = verb if verb in self._rarity else self._correct(verb)
        return known in self._starts or any(v in self._starts for v in stems.synonyms(verb))

    def _match(self, entry: Entry, said: _Said) -> Match:
        gains = [(term, *self._gain(entry, term)) for term in said.terms]
        alike, order = entry.likeness(said.bag), entry.opening(said.order)
        is_alike = alike >= _LEAST_LIKENESS
        score = sum(gain for _, gain, _ in gains) + is_alike * _LIKENESS_GAIN * alike**2
        score += bool(score) * _RUN_GAIN * sum(self._rarity[run] for run in order)
        unknown = sum(not gain and t.kind in {Kind.WORD, Kind.NAME} for t, gain, _ in gains)
        by_word = [term for term, _, is_word in gains if is_word and term.kind is not Kind.WEAK]
        values = sum(gain > 0 and not is_word for _, gain, is_word in gains)
        is_worded = is_alike or bool(order)
        by_chance = not values and self._is_of_others(entry, said.thing)
        by_chance |= not values and self._fits_by_chance(
            entry, by_word, is_bare=not (said.terms[1:] or said.is_request), is_more=bool(unknown)
        )
        return Match(
            card=entry.card,
            score=score,
            coverage=score / (score + unknown) if score else 0.0,
            words=tuple(term.shown for term in by_word),
            named=is_worded
            or (any(term.kind is not Kind.BROAD for term in by_word) and not by_chance)
            or (values > 1 and not unknown),
            worded=is_worded or any(term.kind in {Kind.WORD, Kind.NAME} for term in by_word),
        )

    def _fits_by_chance(
        self, entry: Entry, words: Sequence[Term], *, is_bare: bool, is_more: bool
    ) -> bool:
        """Say whether words say too little of a card by themselves.

        “Home” alone is only a value of an example; words that other cards have too, beside one
        that nobody knows, are hardly about this card: “a letter to my mother”.
        """
        if is_bare and len(words) == 1 and not words[0].shape:
            ways = self._ways(words[0].text)
            meant = (words[0].text, ways.meant, *ways.synonyms)
            return all(entry.strengths.get(way, 0.0) < 1 for way in meant)
        known = (self._known(entry, term.text)[0] for term in words)
        return is_more and all(self._rarity.get(word, 1.0) < 1 for word in known)

    def _has(self, entry: Entry, kind: str) -> bool:
        """Say whether a card may have what goes by a number: no order is a post."""
        is_kind = kind in self._intent and stems.kind(kind) is Kind.WORD
        return not (is_kind and entry.kinds) or self._known(entry, kind)[1] > 0

    def _is_of_others(self, entry: Entry, thing: Collection[str]) -> bool:
        """Say whether something is ordered that a card never speaks of: “send a letter”."""
        is_known = any(self._known(entry, word)[1] for word in thing)
        return bool(thing) and not (is_known or entry.takes_anything)

    def _gain(self, entry: Entry, term: Term) -> tuple[float, bool]:
        """Weigh what a word adds, by itself or by its look; capitals and IDs are as good."""
        known, share = self._known(entry, term.text)
        weight = _WEIGHTS[Kind.WORD] if term.shape else _WEIGHTS[term.kind]
        by_word = weight * share * self._rarity[known] if share else 0.0
        share = entry.strengths.get(term.shape, 0.0)
        by_look = _WEIGHTS[term.kind] * share * self._rarity.get(term.shape, 0.0)
        is_word = bool(by_word) or (term.kind in {Kind.CAPITALS, Kind.ID} and by_look > 0)
        return max(by_word, by_look), is_word

    def _known(self, entry: Entry, term: str) -> tuple[str, float]:
        strengths = entry.strengths
        if share := strengths.get(term):
            return term, share
        ways = self._ways(term)
        near = max(ways.synonyms, key=lambda other: strengths.get(other, 0.0), default="")
        if share := strengths.get(near):
            return near, share * _SYNONYM_STRENGTH
        return ways.meant, strengths.get(ways.meant, 0.0) * _TYPO_STRENGTH

    def _find_ways(self, term: str) -> _Ways:
        """A slip of the fingers is one only if nobody knows the word as it stands."""
        synonyms = tuple(sorted(near for near in stems.synonyms(term) if near in self._rarity))
        is_known = term in self._rarity or bool(synonyms)
        return _Ways(synonyms, "" if is_known else self._correct(term))

    def _find_correction(self, term: str) -> str:
        near = [*self._by_letter.get(term[:1], ()), *self._by_letter.get(term[1:2], ())]
        return next((known for known in near if is_typo_of(term, known)), "")


def winner_of(ranked: tuple[Match, ...]) -> Match | None:
    """The best match, if it is clear and no other comes close."""
    if not ranked or not ranked[0].is_clear:
        return None
    best = ranked[0]
    is_close = len(ranked) > 1 and ranked[1].score > best.score * _RUNNER_UP_SHARE
    return None if is_close else best

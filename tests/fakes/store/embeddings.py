"""What lines mean, in memory; an embedding is kept by all that is known of its line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from typing_extensions import override

from agents.kit.values.model import Usage
from bot.core.ports.memory import EmbeddingIndex, Place, RecallQuery, Unembedded
from bot.domain.memory import Embedding, Passage, Whose, find_nearest
from bot.domain.messages import Thread
from bot.domain.operations import name_channel
from bot.storage.memory.embeddings import MOST_AT_ONCE, MOST_COMPARED, MOST_OF_ONE
from bot.storage.memory.search_index import CLAIMED
from tests.fakes.store.search_index import count_call, lines_of, pairs_of
from tests.fakes.store.state import InMemory, Vector


@dataclass
class MemoryMeanings(EmbeddingIndex):
    """The port over the store in memory."""

    store: InMemory
    dimensions: dict[str, int] = field(default_factory=dict)

    @override
    async def near(self, wanted: RecallQuery, meaning: Embedding) -> list[Passage]:
        vectors = self._vectors()
        readable = sorted(self._readable(wanted), key=lambda passage: -passage.at.timestamp())
        kept = [(line, vectors.get(_key(line), Vector()).meaning) for line in readable]
        own = [(line, m.packed) for line, m in kept if m and m.model == meaning.model]
        return find_nearest(meaning, own[:MOST_COMPARED])

    @override
    async def lines(self, wanted: RecallQuery, places: Sequence[Place]) -> list[Passage]:
        readable = {(line.session, line.number): line for line in self._readable(wanted)}
        return [readable[place] for place in places if place in readable]

    @override
    async def due(self, model: str) -> list[Unembedded]:
        until = self.store.now + CLAIMED
        batches = [batch for whose in self._everybody() for batch in self._batches(whose, model)]
        vectors = self._vectors()
        claimed = batches[: MOST_AT_ONCE // MOST_OF_ONE]
        for key in (_key(line) for _whose, lines in claimed for line in lines):
            vectors[key] = replace(vectors.get(key, Vector()), claimed_until=until)
        return [Unembedded(whose, lines, str(until)) for whose, lines in claimed]

    @override
    async def save(
        self, of: Unembedded, meanings: Sequence[Embedding | None], spent: Usage, *, model: str
    ) -> int:
        count_call(self.store, of.whose, spent)
        vectors, saved = self._vectors(), 0
        for line, meaning in zip(of.lines, meanings, strict=True):
            claimed = vectors.get(_key(line))
            if claimed and str(claimed.claimed_until) == of.claim:
                vectors[_key(line)] = Vector(model, meaning)
                saved += 1
        self._outgrow(model, next((m.dimension for m in meanings if m), 0))
        return saved

    def _everybody(self) -> list[Whose]:
        return [Whose(session, person) for session, person in pairs_of(self.store.tables)]

    def _batches(self, whose: Whose, model: str) -> Iterator[tuple[Whose, tuple[Passage, ...]]]:
        every = lines_of(self.store.tables, whose)
        vectors, now = self._vectors(), self.store.now
        lines = [line for line in every if _is_due(vectors.get(_key(line), Vector()), model, now)]
        for start in range(0, len(lines), MOST_OF_ONE):
            yield whose, tuple(lines[start : start + MOST_OF_ONE])

    def _outgrow(self, model: str, dimension: int) -> None:
        if dimension in {0, self.dimensions.get(model)}:
            return
        self.dimensions[model] = dimension
        for key, kept in self._vectors().items():
            if kept.model == model and kept.meaning and kept.meaning.dimension != dimension:
                self._vectors()[key] = Vector()

    def _readable(self, wanted: RecallQuery) -> Iterator[Passage]:
        channel = name_channel(wanted.thread)
        for session in self.store.tables.said:
            if name_channel(Thread.of(session)) == channel:
                own = lines_of(self.store.tables, Whose(session, wanted.person))
                yield from (line for line in own if wanted.discreet or not line.private)

    def _vectors(self) -> dict[Passage, Vector]:
        """The embeddings of the lines there still are, as they are now."""
        tables = self.store.tables
        there = {_key(line) for whose in self._everybody() for line in lines_of(tables, whose)}
        for gone in tables.vectors.keys() - there:
            del tables.vectors[gone]
        return tables.vectors


def _is_due(kept: Vector, model: str, now: datetime) -> bool:
    is_claimed = kept.claimed_until is not None and kept.claimed_until >= now
    return kept.model != model and not is_claimed


def _key(line: Passage) -> Passage:
    """Without its number, which changes when earlier lines are deleted."""
    return replace(line, number=0)

"""How alike texts are, and the pieces of knowledge bases that are looked up by it."""

import math
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from agents.kit.procedures.components import KnowledgeBase, Piece
from agents.kit.procedures.procedure import Procedure
from agents.kit.procedures.transitions import Floor

T = TypeVar("T")
Vector = Mapping[str, float]
"""Weights by feature: a word, or the place of a number in an embedding. Kept as JSON."""

_WORD = re.compile(r"[^\W_]{2,}")


Embed = Callable[[str], Awaitable[Vector]]
"""Turns a text into a vector, so that vectors of like texts point the same way."""


async def count_words(text: str) -> Vector:
    """Count words, long ones more than small ones; it takes neither a model nor a network."""
    words = Counter(_WORD.findall(text.casefold()))
    return {word: float(count * len(word) ** 2) for word, count in words.items()}


def alike(one: Vector, other: Vector) -> float:
    """The cosine of two vectors, 0 to 1 for word counts; 0 if one of them is empty."""
    shared = sum(weight * other.get(feature, 0.0) for feature, weight in one.items())
    lengths = _length(one) * _length(other)
    return shared / lengths if lengths else 0.0


def nearest(
    wanted: Vector, among: Sequence[tuple[T, Vector]], most: int, *, least: float = 0.0
) -> list[tuple[T, float]]:
    """The things most alike, the best first, each alike more than `least`; at most `most`."""
    scored = [(thing, alike(wanted, vector)) for thing, vector in among]
    near = [(thing, score) for thing, score in scored if score > least]
    return sorted(near, key=lambda pair: -pair[1])[: max(most, 0)]


def _length(vector: Vector) -> float:
    return math.sqrt(sum(weight * weight for weight in vector.values()))


LEAST_ALIKE = 0.15
QUESTIONS_AND_ANSWERS = "QA"
NOTHING = "The knowledge base holds nothing about this."


@dataclass
class EmbeddedPieces:
    """Looks up what a role knows."""

    procedure: Procedure
    embed: Embed
    _vectors: dict[tuple[str, str], tuple[tuple[Piece, Vector], ...]] = field(default_factory=dict)

    async def prepare(self) -> None:
        """Embed every piece by its question, where it has one; does nothing the second time."""
        for place, pieces in self.procedure.knowledge.items():
            if place not in self._vectors:
                vectors = [await self.embed(p.question or p.answer) for p in pieces]
                self._vectors[place] = tuple(zip(pieces, vectors, strict=True))

    async def look_up(self, floor: Floor, base: KnowledgeBase, query: str) -> str:
        """What is known about a query: the best answer, or the best few passages."""
        wanted = await self.embed(query)
        most = 1 if base.type == QUESTIONS_AND_ANSWERS else base.top_k
        among = self._vectors.get((floor.state, floor.role), ())
        found = nearest(wanted, among, most, least=LEAST_ALIKE)
        if not found:
            return NOTHING
        return "\n".join(["What is known about it:", *(piece.shown for piece, _score in found)])

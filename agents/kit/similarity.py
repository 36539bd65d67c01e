"""How alike two texts are: a port for real embeddings, and word counts where there are none."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from typing_extensions import override

T = TypeVar("T")
Vector = Mapping[str, float]
"""Weights by feature: a word, or the place of a number in an embedding. Kept as JSON."""

_WORD = re.compile(r"[^\W_]{2,}")
_SMALL = frozenset({
    "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "do", "for", "from", "had",
    "has", "have", "he", "her", "his", "if", "in", "into", "is", "it", "its", "me", "my", "no",
    "not", "of", "on", "or", "our", "said", "she", "so", "that", "the", "their", "them", "then",
    "there", "they", "this", "to", "us", "was", "we", "were", "what", "when", "which", "who",
    "will", "with", "would", "you", "your",
})  # fmt: skip


class Similarity(Protocol):
    """Turns a text into a vector, so that vectors of like texts point the same way."""

    async def embed(self, text: str) -> Vector:
        """Embed one text.

        Raises:
            ModelUnavailable: whoever does it did not answer.
        """
        ...


class Lexical(Similarity):
    """Counts words; needs neither a model nor a network."""

    @override
    async def embed(self, text: str) -> Vector:
        words = Counter(word for word in _WORD.findall(text.casefold()) if word not in _SMALL)
        return {word: float(count) for word, count in words.items()}


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

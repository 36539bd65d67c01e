"""How alike two texts are: by real embeddings, or word counts where there are none."""

import math
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

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

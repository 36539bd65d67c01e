"""Reciprocal rank fusion: several rankings become one, whatever their scores were."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

# From Cormack, Clarke and Büttcher (2009): the first of one list does not beat what both know.
DAMPING = 60


def fused(*rankings: Sequence[T]) -> list[T]:
    """Everything ranked, best first; of equals, what stands in an earlier ranking."""
    scores: dict[T, float] = {}
    for ranking in rankings:
        for place, thing in enumerate(dict.fromkeys(ranking), start=1):
            scores[thing] = scores.get(thing, 0.0) + 1 / (DAMPING + place)
    return sorted(scores, key=lambda thing: -scores[thing])

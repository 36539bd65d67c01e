"""What a text means to a model: a direction, packed small, compared by the angle between two."""

import math
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import TypeVar

T = TypeVar("T")

MOST_NEAR = 10
LEAST_ALIKE = 0.25  # what models of OpenAI give texts that have something to do with each other
STEPS = 127  # to each side: a byte per number; the cosine is off by less than a hundredth
_SCALE = struct.Struct("<f")


@dataclass(frozen=True, slots=True)
class Meaning:
    """An embedding, of length one; only those of one model and one dimension are comparable.

    `packed` is what one step is worth, and a signed byte for each number.
    """

    model: str
    packed: bytes

    @classmethod
    def of(cls, model: str, numbers: Sequence[float]) -> "Meaning":
        """Pack an embedding.

        Raises:
            ValueError: it points nowhere: it is empty, all zero, or not of finite numbers.
        """
        length = math.hypot(*numbers)
        if not length or not math.isfinite(length):
            message = "an embedding is finite numbers, not all of them zero"
            raise ValueError(message)
        unit = [number / length for number in numbers]
        step = max(map(abs, unit)) / STEPS
        steps = (round(number / step) for number in unit)
        return cls(model, _SCALE.pack(step) + struct.pack(f"{len(unit)}b", *steps))

    @property
    def dimension(self) -> int:
        """How many numbers it has."""
        return len(self.packed) - _SCALE.size


def nearest(
    wanted: Meaning,
    among: Iterable[tuple[T, bytes]],
    most: int = MOST_NEAR,
    *,
    least: float = LEAST_ALIKE,
) -> list[T]:
    """The things most alike, the best first: at most `most`, of a cosine of at least `least`.

    `among` are packed embeddings of the same model; what has another dimension is passed over.
    """
    own, scale = _read(wanted.packed)
    scored = (
        (scale * other_scale * sum(map(mul, own, other)), thing)
        for thing, (other, other_scale) in ((thing, _read(packed)) for thing, packed in among)
        if len(other) == len(own)
    )
    near = [(score, thing) for score, thing in scored if score >= least]
    near.sort(key=lambda pair: -pair[0])
    return [thing for _score, thing in near[:most]]


def _read(packed: bytes) -> tuple[memoryview, float]:
    (scale,) = _SCALE.unpack_from(packed)
    return memoryview(packed)[_SCALE.size :].cast("b"), scale

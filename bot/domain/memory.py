"""What is remembered of a conversation for one person: passages, a rolling summary, embeddings."""

import math
import struct
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import mul
from typing import TypeVar

from agents.kit.values.person import Person
from bot.domain.ids import SessionId, TurnId

MOST_LINES = 24
LINE_CHARACTERS = 240


@dataclass(frozen=True, slots=True)
class Whose:
    """Memory belongs to a person and a place: what one was told elsewhere is not known here."""

    session: SessionId
    person: Person


@dataclass(frozen=True, slots=True)
class Passage:
    """A line of the transcript that a person said, or that the bot said to them.

    `number` grows with every line of the store; `private` was for their eyes only.
    """

    number: int
    session: SessionId
    turn: TurnId
    by_bot: bool
    speaker: str
    text: str
    at: datetime
    private: bool = False


@dataclass(frozen=True, slots=True)
class Gist:
    """A line of a summary: what happened, when, and in which turns it can be read."""

    text: str
    at: datetime
    sources: tuple[TurnId, ...]
    private: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session's older lines come to, for one person.

    It covers `count` lines, up to the one numbered `until`, said at `until_at`; `version`
    grows with every change, so that one that was made meanwhile is thrown away.
    """

    gists: tuple[Gist, ...] = ()
    until: int = 0
    until_at: datetime | None = None
    count: int = 0
    version: int = 0

    def grown(self, gists: tuple[Gist, ...], covered: tuple[Passage, ...]) -> "Summary":
        """With what further lines come to; the oldest make room, for they can be recalled."""
        return replace(
            self,
            gists=(*self.gists, *gists)[-MOST_LINES:],
            until=covered[-1].number,
            until_at=covered[-1].at,
            count=self.count + len(covered),
        )

    def without(self, turns: Collection[TurnId]) -> "Summary":
        """Without the lines that come from any of these turns."""
        return replace(self, gists=tuple(g for g in self.gists if not {*g.sources} & {*turns}))

    def since(self, moment: datetime) -> "Summary":
        """Without the lines from before a moment."""
        return replace(self, gists=tuple(gist for gist in self.gists if gist.at >= moment))


T = TypeVar("T")

MOST_NEAR = 10
LEAST_ALIKE = 0.25  # what models of OpenAI give texts that have something to do with each other
STEPS = 127  # to each side: a byte per number; the cosine is off by less than a hundredth
_SCALE = struct.Struct("<f")


@dataclass(frozen=True, slots=True)
class Embedding:
    """An embedding, of length one; only those of one model and one dimension are comparable.

    `packed` is what one step is worth, and a signed byte for each number.
    """

    model: str
    packed: bytes

    @classmethod
    def of(cls, model: str, numbers: Sequence[float]) -> "Embedding":
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


def find_nearest(
    wanted: Embedding,
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

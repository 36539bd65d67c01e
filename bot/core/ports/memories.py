"""The ports of memory: to find what was said, and to keep a summary of it."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from agents.kit.values.model import Usage
from agents.kit.values.person import Person
from bot.domain.ids import TurnId
from bot.domain.memory import Passage, Summary, Whose
from bot.domain.messages import Thread


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: lines of one person, in one channel, with any of these words.

    `discreet` ones may be shown to nobody but them, so private lines count too.
    """

    thread: Thread
    person: Person
    words: tuple[str, ...]
    discreet: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """A summary that is to grow, the lines it lacks, and the claim of whoever took it on.

    `done` is what tools changed in those turns, in words.
    """

    whose: Whose
    summary: Summary
    lines: tuple[Passage, ...]
    claim: str
    done: tuple[tuple[TurnId, str], ...] = ()


class Recall(Protocol):
    """Finds what a person said, and was told, in a place; never anybody else's.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def find(self, wanted: Wanted) -> list[Passage]:
        """The newest lines of the channel with each of the words, in no order; ranking is ours."""
        ...


class Summaries(Protocol):
    """Keeps the summaries, beside the turns.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def keep_up(self) -> None:
        """Make what was said of late quick to find, and what was deleted impossible to."""
        ...

    async def due(self, most: int, platforms: Container[str]) -> list[Due]:
        """Claim summaries that lack enough lines; nobody else gets them for some minutes."""
        ...

    async def save(self, due: Due, summary: Summary, spent: Usage | None = None) -> bool:
        """Keep a summary that has grown; not if it, or what it is of, changed meanwhile.

        What its model call spent is counted for its person all the same.
        """
        ...


class NoRecall(Recall):
    """Finds nothing, where nothing is kept."""

    @override
    async def find(self, wanted: Wanted) -> list[Passage]:
        """Nothing."""
        del wanted
        return []

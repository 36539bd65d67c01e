"""The ports of memory: recall by words and by meaning (embeddings), and summaries."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Usage
from agents.kit.values.person import Person
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Embedding, Passage, Summary, Whose
from bot.domain.messages import Thread


@dataclass(frozen=True, slots=True)
class RecallQuery:
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

    async def find(self, wanted: RecallQuery) -> list[Passage]:
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
    async def find(self, wanted: RecallQuery) -> list[Passage]:
        """Nothing."""
        del wanted
        return []


Place = tuple[SessionId, int]
"""Where a line of the transcript stands: its session and number."""


class TextsRefused(ModelUnavailable):
    """The model does not take one of the texts, however often it is asked."""

    def __init__(self) -> None:
        super().__init__("the model does not take one of the texts")


@dataclass(frozen=True, slots=True)
class Embedded:
    """What texts mean, in their order, and what it cost to find out."""

    meanings: tuple[Embedding, ...]
    usage: Usage


@dataclass(frozen=True, slots=True)
class Unembedded:
    """Lines of one person in one session that no embedding was made of yet, and their claim."""

    whose: Whose
    lines: tuple[Passage, ...]
    claim: str


class Embeddings(Protocol):
    """Makes embeddings with one model, named `model`.

    Raises:
        TextsRefused: one of the texts is nothing for this model.
        ModelUnavailable: nothing usable came back.
    """

    model: str

    async def embed(self, texts: Sequence[str], *, within_seconds: float) -> Embedded:
        """Say what each text means; safe retries are the adapter's business."""
        ...


class EmbeddingIndex(Protocol):
    """Keeps what lines mean, for as long as it keeps the lines; finds whose a person may read.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def near(self, wanted: RecallQuery, meaning: Embedding) -> list[Passage]:
        """Of the newest lines that `wanted` may be shown, those most alike, the best first."""
        ...

    async def lines(self, wanted: RecallQuery, places: Sequence[Place]) -> list[Passage]:
        """The lines at these places, as far as `wanted` may be shown them, in this order."""
        ...

    async def due(self, model: str) -> list[Unembedded]:
        """Claim some lines that this model has not read; nobody else gets them for minutes."""
        ...

    async def save(
        self, of: Unembedded, meanings: Sequence[Embedding | None], spent: Usage, *, model: str
    ) -> int:
        """Keep what lines mean, None for what the model does not take; say for how many.

        Lines that were deleted or changed meanwhile are left out. What the calls spent is
        counted for their person all the same.
        """
        ...


@dataclass(frozen=True, slots=True)
class ByMeaning:
    """Both, where embeddings are configured."""

    embeddings: Embeddings
    kept: EmbeddingIndex

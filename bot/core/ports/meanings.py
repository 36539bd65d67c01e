"""The ports of recall by meaning: what makes embeddings, and what keeps and finds by them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Usage
from bot.core.ports.memories import Wanted
from bot.domain.ids import SessionId
from bot.domain.memory import Embedding, Passage, Whose

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


class Meanings(Protocol):
    """Keeps what lines mean, for as long as it keeps the lines; finds whose a person may read.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def near(self, wanted: Wanted, meaning: Embedding) -> list[Passage]:
        """Of the newest lines that `wanted` may be shown, those most alike, the best first."""
        ...

    async def lines(self, wanted: Wanted, places: Sequence[Place]) -> list[Passage]:
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
    kept: Meanings

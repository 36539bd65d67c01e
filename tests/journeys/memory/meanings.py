"""Conversations whose past is recalled by its meaning, through the real client and a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from agents.kit.values.model import Model
from bot.core.ports.memory import ByMeaning, Embeddings
from bot.domain.messages import Thread
from bot.engine.internal_jobs import Embedder
from bot.llm.openai import OpenAIConfig, OpenAIEmbeddings, Timing
from tests.fakes.model_answers import Asked, Reply
from tests.fakes.model_embeddings import Understanding
from tests.fakes.model_server import ModelServer
from tests.fakes.openai_models import NOON, RuledTime
from tests.fakes.store.embeddings import MemoryMeanings
from tests.journeys.conversation import THREAD, Conversation
from tests.journeys.memory.remembering import a_remembering_conversation, has_talked


@dataclass
class Meant:
    """A conversation, and the server that knows what its lines mean."""

    conversation: Conversation
    server: ModelServer
    understanding: Understanding
    opened: list[OpenAIEmbeddings] = field(default_factory=list)

    @property
    def embedder(self) -> Embedder:
        """What embeds beside the turns, anew as after a start."""
        by_meaning = self.conversation.services.by_meaning
        assert by_meaning is not None
        return Embedder(by_meaning)

    async def has_talked(self, *texts: str, user: str = "ana", thread: Thread = THREAD) -> None:
        """Put turns into the past, and have them embedded."""
        has_talked(self.conversation, *texts, user=user, thread=thread)
        await self.catches_up()

    async def catches_up(self) -> None:
        """Embed until nothing is due."""
        before, embedder = -1, self.embedder
        while before != len(self.understanding.read):
            before = len(self.understanding.read)
            await embedder.catch_up()

    def asks(self, model: str) -> None:
        """Have embeddings made by a model from now on."""
        config = OpenAIConfig((model,), "key", self.server.base_url, retries=1)
        embeddings = OpenAIEmbeddings(config, Timing(lambda: NOON, sleep=RuledTime().sleep))
        self.opened.append(embeddings)
        self.recalls_by(embeddings)

    def recalls_by(self, embeddings: Embeddings | None) -> None:
        """Recall with these embeddings, or by words alone."""
        kept = MemoryMeanings(self.conversation.store)
        by_meaning = ByMeaning(embeddings, kept) if embeddings else None
        self.conversation.services = replace(self.conversation.services, by_meaning=by_meaning)


@asynccontextmanager
async def meant(model: Model | None = None) -> AsyncIterator[Meant]:
    """A conversation with embeddings of the model `embed-1`."""
    understanding = Understanding(_is_not_asked)
    async with ModelServer(understanding) as server:
        setup = Meant(await a_remembering_conversation(model), server, understanding)
        setup.asks("embed-1")
        try:
            yield setup
        finally:
            for embeddings in setup.opened:
                await embeddings.close()


def _is_not_asked(asked: Asked) -> Reply:
    raise AssertionError(asked)

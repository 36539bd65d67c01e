"""Embeddings of lines, made as a process makes them that has a model for it."""

from dataclasses import replace
from typing import Any

from agents.kit.values.model import Usage
from bot.core.ports.memory import RecallQuery, Unembedded
from bot.domain.memory import Embedding, Passage
from tests.contract.conftest import Ports
from tests.contract.test_memory import HERE
from tests.fakes.events import ANA
from tests.fakes.model_embeddings import meant

MODEL = "embed-1"
SPENT = Usage(7, 0, 3)


def meaning(text: str, model: str = MODEL, dimension: int = 16) -> Embedding:
    return Embedding.of(model, meant(text, dimension))


async def keep(ports: Ports, of: Unembedded, model: str = MODEL, dimension: int = 16) -> int:
    meanings = [meaning(line.text, model, dimension) for line in of.lines]
    return await ports.meanings.save(of, meanings, SPENT, model=model)


async def embed(ports: Ports, model: str = MODEL, dimension: int = 16) -> int:
    """Embed whatever is due; say how many lines that were."""
    count = 0
    while due := await ports.meanings.due(model):
        count += sum([await keep(ports, batch, model, dimension) for batch in due])
    return count


async def near(
    ports: Ports, text: str, of: Embedding | None = None, **changes: Any
) -> list[Passage]:
    wanted = replace(RecallQuery(HERE, ANA, ("word",)), **changes)
    return await ports.meanings.near(wanted, of or meaning(text))


async def texts(ports: Ports, text: str, **changes: Any) -> set[str]:
    return {passage.text for passage in await near(ports, text, **changes)}

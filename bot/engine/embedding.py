"""Has what was said embedded beside the turns, so that it can be recalled by its meaning."""

import structlog

from agents.kit.values.errors import ModelUnavailable
from bot.core.memory.embeddings import embed_lines
from bot.core.ports.meanings import ByMeaning, Unembedded

log = structlog.get_logger(__name__)


class Embedder:
    """No turn waits for it, and what it was at when it was killed is due again in minutes."""

    def __init__(self, by_meaning: ByMeaning) -> None:
        self._embeddings = by_meaning.embeddings
        self._kept = by_meaning.kept

    async def catch_up(self) -> None:
        """Embed some of the lines that are due; while the model is away they wait.

        Raises:
            StoreAway: the store does not answer.
        """
        for unembedded in await self._kept.due(self._embeddings.model):
            try:
                await self._embed(unembedded)
            except ModelUnavailable as error:
                log.warning("embedding_postponed", reason=error.reason)
                return

    async def _embed(self, of: Unembedded) -> None:
        meanings, spent = await embed_lines(of.lines, self._embeddings)
        saved = await self._kept.save(of, meanings, spent, model=self._embeddings.model)
        log.info("lines_embedded", session=of.whose.session, count=saved)

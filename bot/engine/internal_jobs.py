"""Internal jobs beside the turns: indexes that keep up, embeddings, summaries, retention."""

from collections.abc import Container
from datetime import datetime, timedelta

import structlog

from agents.kit.values.errors import KitError, ModelUnavailable
from bot.core.memory.embeddings import embed_lines
from bot.core.memory.summary import grow
from bot.core.ports.memory import ByMeaning, Due, Summaries, Unembedded
from bot.core.state.catalogue import Services
from bot.engine.ports import Delete, delete_nothing
from bot.engine.retries import Pause, quietly

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


INTERVAL_SECONDS = 15.0
MOST_AT_ONCE = 10
EXPIRE_EVERY_SECONDS = 3600.0


class Rememberer:
    """No turn waits for it, and what it was at when it was killed is due again in minutes."""

    def __init__(
        self,
        summaries: Summaries,
        services: Services,
        platforms: Container[str],
        expire: Delete = delete_nothing,
        retention_days: float = 0.0,
    ) -> None:
        self._summaries = summaries
        self._delete_before = expire
        self._retention_days = retention_days
        self._services = services
        self._clock = services.clock
        self._platforms = platforms
        by_meaning = services.by_meaning
        self._embedder = Embedder(by_meaning) if by_meaning else None
        self._expired_at: float | None = None

    async def keep_remembering(self, pause: Pause) -> None:
        """Look after memory for ever."""
        while True:
            await pause(INTERVAL_SECONDS)
            await self.remember_quietly()

    async def remember_quietly(self) -> None:
        """Look after memory once; what fails is logged, and left to the next time."""
        await quietly("remember", self.remember)

    async def remember(self) -> None:
        """Delete what is too old, let the indexes keep up, and sum up what is due."""
        if self._is_time_to_expire():
            await self._expire(self._clock.now())
        await self._summaries.keep_up()
        for due in await self._summaries.due(MOST_AT_ONCE, self._platforms):
            await self._grow(due)
        if self._embedder:
            await self._embedder.catch_up()

    async def _grow(self, due: Due) -> None:
        """Let one summary grow; one that fails leaves the old one."""
        try:
            within, model = self._services.limits.call_seconds, self._services.model
            summary, spent = await grow(due, model, self._local_now(), within_seconds=within)
        except KitError as error:
            log.warning("summary_failed", session=due.whose.session, error=type(error).__name__)
            return
        saved = await self._summaries.save(due, summary, spent)
        log.info("summary_grown", session=due.whose.session, lines=len(due.lines), saved=saved)

    def _local_now(self) -> datetime:
        return self._clock.now().astimezone(self._services.zone)

    async def _expire(self, now: datetime) -> None:
        before = now - timedelta(days=self._retention_days)
        if count := await self._delete_before(before):
            log.info("lines_expired", count=count)

    def _is_time_to_expire(self) -> bool:
        if not self._retention_days:
            return False
        now, last = self._clock.elapsed(), self._expired_at
        if last is not None and now - last < EXPIRE_EVERY_SECONDS:
            return False
        self._expired_at = now
        return True

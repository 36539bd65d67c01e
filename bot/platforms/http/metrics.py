"""Figures for Prometheus: measured at the ports, without a text or a name of anybody in them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TypeVar

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from typing_extensions import override

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Model, ModelCall, ModelReply, Purpose, Usage
from agents.kit.values.objects import Passing
from bot.core.ports.environment import Clock
from bot.core.ports.http_api import Figures
from bot.core.ports.inbox import Inbox
from bot.core.ports.memory import Embedded, Embeddings
from bot.core.ports.turns import Beginning, Ending, Turns
from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Reply
from bot.storage.maintenance import SqlMetrics

ACKNOWLEDGED = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
ANSWERED = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
MICROS = 1_000_000

T = TypeVar("T")

NAMESPACE = "frontdesk"
GAUGES = {
    "queue_depth": "Accepted events whose turns are not over, on all machines.",
    "queue_age_seconds": "How long ago the oldest of them was accepted.",
    "jobs_waiting": "Sessions with work that no worker has taken up, on Postgres.",
    "jobs_age_seconds": "How long the oldest of them waits.",
    "outbox_depth": "Replies that were not sent yet.",
    "outbox_age_seconds": "How long the oldest of them waits.",
    "approvals_pending": "Approvals that wait for a person.",
    "events_parked": "Events that are set aside now.",
}

log = structlog.get_logger(__name__)


class Metrics:
    """All figures of one application."""

    def __init__(self, counted: SqlMetrics, clock: Clock) -> None:
        self.registry = CollectorRegistry()
        self._counted = counted
        self.clock = clock
        self.turns = self._counter("turns", "Turns that were committed.", "platform")
        self.faults = self._counter("faults", "What went wrong.", "where", "error")
        self.parked = self._counter("parked_events", "Events that were set aside.")
        self.calls = self._counter("model_calls", "Calls of a model.", "purpose")
        self.tokens = self._counter("model_tokens", "Tokens of a model.", "way")
        self.cost = self._counter("model_cost_dollars", "What models cost.")
        self.turn_seconds = self._seconds(
            "turn_seconds", "From an event's acceptance to the commit of its turn.", ANSWERED
        )
        self.accept_seconds = self._seconds(
            "accept_seconds",
            "Until an event is kept and can be acknowledged.",
            ACKNOWLEDGED,
        )
        self._made = {
            name: Gauge(name, does, namespace=NAMESPACE, registry=self.registry)
            for name, does in GAUGES.items()
        }

    def spent(self, usage: Usage) -> None:
        """Count what one call of a model used."""
        self.tokens.labels("in").inc(usage.input_tokens)
        self.tokens.labels("out").inc(usage.output_tokens)
        self.cost.inc(usage.cost_micros / MICROS)

    def routes(self) -> list[BaseRoute]:
        """Where they are read."""
        return [Route("/metrics", self._written)]

    async def _written(self, _request: Request) -> Response:
        try:
            self._show(await self._counted.figures())
        except StoreAway as error:
            log.warning("not_counted", error=str(error))
            self._show(Figures(), unknown=float("nan"))
        return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_LATEST)

    def _show(self, figures: Figures, unknown: float = 0.0) -> None:
        shown: dict[str, float] = {
            "queue_depth": figures.waiting,
            "queue_age_seconds": self._age(figures.waiting_since),
            "jobs_waiting": figures.jobs,
            "jobs_age_seconds": self._age(figures.jobs_since),
            "outbox_depth": figures.unsent,
            "outbox_age_seconds": self._age(figures.unsent_since),
            "approvals_pending": figures.approvals,
            "events_parked": figures.parked,
        }
        for name, value in shown.items():
            self._made[name].set(value + unknown)

    def _counter(self, name: str, does: str, *labels: str) -> Counter:
        return Counter(name, does, labels, namespace=NAMESPACE, registry=self.registry)

    def _seconds(self, name: str, does: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(name, does, namespace=NAMESPACE, registry=self.registry, buckets=buckets)

    def _age(self, since: datetime | None) -> float:
        return max(0.0, (self.clock.now() - since).total_seconds()) if since else 0.0


class MeasuredInbox(Passing[Inbox]):
    """An inbox whose speed is measured."""

    def __init__(self, inner: Inbox, metrics: Metrics) -> None:
        super().__init__(inner)
        self._metrics = metrics

    async def accept(self, incoming: Incoming) -> TurnId | None:
        """Measure how long it takes to keep an event."""
        started = self._metrics.clock.elapsed()
        try:
            return await self._inner.accept(incoming)
        except Exception as error:
            self._metrics.faults.labels("accept", type(error).__name__).inc()
            raise
        finally:
            self._metrics.accept_seconds.observe(self._metrics.clock.elapsed() - started)

    async def park(self, turn: TurnId, epoch: int, reason: str, reply: Reply) -> None:
        """Count what is set aside."""
        await self._inner.park(turn, epoch, reason, reply)
        self._metrics.parked.inc()


class MeasuredTurns(Passing[Turns]):
    """Turns that are counted when they are committed, with the time since their event came."""

    def __init__(self, inner: Turns, metrics: Metrics) -> None:
        super().__init__(inner)
        self._metrics = metrics
        self._begun: dict[SessionId, Beginning] = {}

    async def begin(self, session: SessionId) -> Beginning | None:
        """Note when the event of a turn came."""
        beginning = await self._inner.begin(session)
        if beginning is None:
            self._begun.pop(session, None)
        else:
            self._begun[session] = beginning
        return beginning

    async def commit(self, ending: Ending) -> None:
        """Count a turn, and what its commit fails with."""
        try:
            await self._inner.commit(ending)
        except Exception as error:
            self._metrics.faults.labels("commit", type(error).__name__).inc()
            raise
        beginning = self._begun.pop(ending.session, None)
        if beginning is None:
            return
        took = self._metrics.clock.now() - beginning.received_at
        self._metrics.turn_seconds.observe(max(0.0, took.total_seconds()))
        self._metrics.turns.labels(beginning.incoming.thread.platform).inc()


class _MeasuredService(Passing[T]):
    """Counts the calls of a service and what they fail with."""

    def __init__(self, service: T, metrics: Metrics) -> None:
        super().__init__(service)
        self._metrics = metrics

    @contextmanager
    def _counted(self, service: str, purpose: Purpose) -> Iterator[None]:
        self._metrics.calls.labels(str(purpose)).inc()
        try:
            yield
        except Exception as error:
            self._metrics.faults.labels(service, type(error).__name__).inc()
            if isinstance(error, ModelUnavailable):
                self._metrics.spent(error.usage)
            raise


class MeasuredModel(_MeasuredService[Model], Model):
    """A model whose calls, tokens and price are counted."""

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        with self._counted("model", call.purpose):
            reply = await self._inner.complete(call, within_seconds=within_seconds)
        self._metrics.spent(reply.usage)
        return reply


class MeasuredEmbeddings(_MeasuredService[Embeddings]):
    """Embeddings whose calls, tokens and price are counted."""

    async def embed(self, texts: Sequence[str], *, within_seconds: float) -> Embedded:
        """Count a call and what it cost."""
        with self._counted("embeddings", Purpose.RECALL):
            embedded = await self._inner.embed(texts, within_seconds=within_seconds)
        self._metrics.spent(embedded.usage)
        return embedded

"""The whole application with embeddings configured: real settings, SQLite, client and server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.kit.values.person import Person
from bot.bootstrap import App, Settings, build
from bot.bootstrap.http import measured
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Thread
from bot.engine.internal_jobs import Rememberer
from bot.platforms.http.metrics import Metrics
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.model_answers import in_order, says
from tests.fakes.model_embeddings import Understanding
from tests.fakes.model_server import ModelServer

pytestmark = pytest.mark.timeout(30)

FACT = "My locker has the number 4711"
ASKS = "@concierge which cupboard of mine did I mention?"


@dataclass
class Desk:
    """An application, the server it asks, and its figures."""

    app: App
    server: ModelServer
    metrics: Metrics
    heard: int = 0

    async def asks(self) -> str:
        """Ask in a thread of its own, where everybody is greeted first; what the model read."""
        await self.say("hello", "tuesday")
        await self.say(ASKS, "tuesday")
        return str(self.server.asked[-1].body["messages"])

    async def say(self, text: str, thread: str) -> None:
        """Carry one turn to its commit."""
        self.heard += 1
        place, ana = Thread("console", "local", "chat", thread), Person("console", "local", "ana")
        await self.app.ports.inbox.accept(Incoming(f"event-{self.heard}", place, ana, text=text))
        beginning = await self.app.ports.turns.begin(place.session)
        assert beginning is not None
        ending = await answer(beginning, self.app.ports, lambda _agent, _text: None)
        await self.app.ports.turns.commit(ending)

    async def remember(self) -> None:
        """Do once what goes on beside the turns."""
        ports = self.app.ports
        assert ports.summaries is not None, "kept in a database"
        await Rememberer(ports.summaries, ports, {"console"}).remember()

    def figure(self, name: str, **labels: str) -> float:
        return self.metrics.registry.get_sample_value(f"frontdesk_{name}", labels) or 0.0


@asynccontextmanager
async def a_desk(tmp_path: Path, **settings: str) -> AsyncIterator[Desk]:
    async with ModelServer(Understanding(in_order(*[says("Noted.")] * 30))) as server:
        address = f"sqlite:///{tmp_path / 'frontdesk.db'}"
        migrate_by_copy(address)
        values = {
            "DATABASE_URL": address,
            "OPENAI_BASE_URL": server.base_url,
            "FRONTDESK_MODEL": "fake-1",
            "FRONTDESK_PRICES": "embed-1=1000/0",
        }
        app, metrics = measured(build(Settings.model_validate({**values, **settings})))
        try:
            yield Desk(app, server, metrics)
        finally:
            await app.close()


async def test_with_the_setting_what_was_meant_is_recalled_and_counted(tmp_path: Path):
    async with a_desk(tmp_path, FRONTDESK_EMBEDDINGS_MODEL="embed-1") as desk:
        await desk.say(FACT, "monday")
        await desk.remember()

        assert "4711" in await desk.asks()

        assert desk.figure("model_calls_total", purpose="recall") == 2
        assert desk.figure("model_cost_dollars_total") == pytest.approx(2 * 0.007)


async def test_without_the_setting_nobody_is_asked_and_the_words_alone_count(tmp_path: Path):
    async with a_desk(tmp_path) as desk:
        await desk.say(FACT, "monday")
        await desk.remember()

        assert "4711" not in await desk.asks()

        assert desk.app.ports.by_meaning is None
        assert {asked.path for asked in desk.server.asked} == {"/v1/chat/completions"}

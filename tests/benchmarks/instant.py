"""A bot whose model answers at once: what is left is the engine, the core and the store.

The model is in the process itself and costs nothing, or is served by another process, so that
the client of the model counts too.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from io import StringIO
from typing import Any

from typing_extensions import override

from agents.kit.values.model import Model, ModelCall, ModelReply
from agents.kit.values.person import Person
from bot.bootstrap import App, Settings, build
from bot.bootstrap.workers import ProcessRole, dispatching
from bot.cli.application import QUIET
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Reply, Thread
from bot.engine.engine import Engine
from bot.engine.ports import Platform, delete_nothing
from bot.llm.model_reader import ModelReader
from bot.logs import set_up_logs
from tests.benchmarks.bot import QUESTION, served_by
from tests.benchmarks.counting import Calls

PLATFORM = "http"  # with Postgres, jobs are made for the platforms the product has

ROUTED = ModelReply(json.dumps({"about": "stock_lookup"}), model="instant")


class Instant(Model):
    """Reads every message as one for the agent for stocks."""

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        return ROUTED


@dataclass
class Waiting(Platform):
    """A platform that takes everything, and tells whoever waits for the end of a turn."""

    ends: dict[str, asyncio.Future[None]] = field(default_factory=dict)
    answers: int = 0

    @override
    async def deliver(self, reply: Reply) -> None:
        self.answers += 1

    @override
    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        pass

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        self.ends.pop(reply_to).set_result(None)


@dataclass
class InstantBot:
    """One process of the bot; `ask` carries a question to the end of its turn."""

    app: App
    engine: Engine
    platform: Waiting
    calls: Calls
    asked: int = 0

    async def ask(self, session: str) -> None:
        """Ask in a session; return when the answer was delivered.

        Raises:
            StoreAway: the question was not taken in.
        """
        self.asked += 1
        event = f"event-{self.asked}"
        ended = self.platform.ends[event] = asyncio.get_running_loop().create_future()
        thread = Thread(PLATFORM, "local", "chat", session)
        person = Person(PLATFORM, "local", f"user {session}")
        await self.engine.accept(Incoming(event, thread, person, text=QUESTION))
        await ended


@asynccontextmanager
async def an_instant_bot(database_url: str, base_url: str = "") -> AsyncIterator[InstantBot]:
    """Start a bot on this database, with the dispatcher that `frontdesk run` would choose.

    Its model is the one that is served at `base_url`; without, one in this process.
    """
    served = served_by(base_url) if base_url else {}
    app = build(Settings.model_validate({"DATABASE_URL": database_url, **served}))
    set_up_logs(QUIET, secrets=app.settings.secrets, stream=StringIO())
    await app.prepare()
    calls = Calls(app.ports.model if base_url else Instant())
    platform = Waiting()
    others: dict[str, Any] = {"model": calls, "reader": ModelReader(), "by_rules": False}
    ports = replace(app.ports, **others, summaries=None, purge=delete_nothing)
    dispatch = dispatching(app, ProcessRole.WHOLE, (PLATFORM,))
    engine = Engine(ports, {PLATFORM: platform}, answer, dispatch=dispatch)
    await engine.start()
    try:
        yield InstantBot(app, engine, platform, calls)
    finally:
        await engine.stop()
        await app.close()

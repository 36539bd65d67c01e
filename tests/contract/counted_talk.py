"""A conversation with the whole bot, as it is shipped, over a database that counts."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import URL

from agents.kit.values.model import Model, ModelCall, ModelReply
from agents.kit.values.person import Person
from bot.bootstrap import App, Settings, build
from bot.bootstrap import ports as bootstrap_ports
from bot.bootstrap.ports import open_database
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Thread
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.llm.model_reader import ModelReader
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.tables.schema import TABLES
from tests.contract.counting import Asked, CountingDatabase
from tests.fakes.platform import FakePlatform
from tests.fakes.stand_in import StandIn

PLATFORM = "test"
THREAD = Thread(PLATFORM, "local", "chat", "1")
ANA = Person(PLATFORM, "local", "ana")

OURS = {table.name for table in TABLES}
_TABLE = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)")


@dataclass
class Counted(Model):
    """A model that counts how often it is asked."""

    inner: Model
    calls: int = 0

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        self.calls += 1
        return await self.inner.complete(call, within_seconds=within_seconds)


@dataclass(frozen=True)
class Cost:
    """What one turn asked for; `ours` are the statements that are not an agent's own."""

    text: str
    calls: int
    writes: int
    ours: tuple[Asked, ...]


@dataclass
class CountedTalk:
    """One thread; each line is a turn, from its event to the reply that was sent."""

    engine: Engine
    dispatcher: InProcessDispatcher
    database: CountingDatabase
    model: Counted
    costs: list[Cost] = field(default_factory=list)

    async def say(self, *lines: str) -> None:
        """Say lines one after the other, each when all is done for the one before."""
        for text in lines:
            self.database.take()
            self.model.calls = 0
            name = f"event-{len(self.costs)}"
            await self.engine.accept(Incoming(name, THREAD, ANA, text=text, message=name))
            await self.dispatcher.idle()
            writes = self.database.writes
            ours = tuple(asked for asked in self.database.take() if _is_ours(asked))
            self.costs.append(Cost(text, self.model.calls, writes, ours))


@asynccontextmanager
async def a_counted_talk(address: str, *, reads: bool = False) -> AsyncIterator[CountedTalk]:
    """Start the bot on an empty database, without a model, or with the stand-in for one."""
    app, databases = _app(address)
    ports = app.ports
    if reads:
        ports = replace(ports, model=StandIn(), reader=ModelReader(), by_rules=False)
    await app.prepare()
    made = list[InProcessDispatcher]()

    def dispatch(run: Run) -> InProcessDispatcher:
        made.append(InProcessDispatcher(run))
        return made[0]

    model = Counted(ports.model)
    ports = replace(ports, model=model)
    engine = Engine(ports, {PLATFORM: FakePlatform()}, answer, dispatch=dispatch)
    await made[0].start()  # the engine would sweep as well
    yield CountedTalk(engine, made[0], databases[0], model)
    await made[0].stop()
    await app.close()


def _app(address: str) -> tuple[App, list[CountingDatabase]]:
    """The application over a database that counts from the very start."""
    databases = list[CountingDatabase]()
    key = Fernet.generate_key().decode()
    settings = Settings.model_validate({"DATABASE_URL": address, "FRONTDESK_SECRET_KEY": key})

    def counting(url: URL) -> SqlDatabase:
        databases.append(CountingDatabase(open_database(url)))
        return databases[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap_ports, "open_database", counting)
        return build(settings), databases


def _is_ours(asked: Asked) -> bool:
    return not {table.lower() for table in _TABLE.findall(asked.text)} - OURS

"""The bot that is measured: the real engine, core, store and model adapter."""

import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from io import StringIO
from subprocess import PIPE, Popen

from agents.bank.tables import ACCOUNTS
from agents.kit.values.person import Person
from bot.bootstrap import App, Settings, build
from bot.cli.application import QUIET
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Reply, Thread
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.engine.ports import Platform, delete_nothing
from bot.logs import set_up_logs
from tests.benchmarks.counting import Calls

DIALOGUE = (
    *("hello", "Transfer money", "seldo", "monkey", "Checking"),
    *("To account ID 1234324", "500"),
)
QUESTION = "What does AAPL trade at?"
PLATFORM = "bench"
CHECKING, FULL = "1234567890", 100_000


@dataclass
class Quiet(Platform):
    """A platform that takes what it is given; what was said in the last turn is kept."""

    said: list[str] = field(default_factory=list)

    async def deliver(self, reply: Reply) -> None:
        self.said.append(reply.text)

    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        pass

    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        pass


@dataclass
class Bot:
    """One bot in this process; `say` carries a message to the end of its turn."""

    app: App
    engine: Engine
    dispatcher: InProcessDispatcher
    platform: Quiet
    calls: Calls
    sessions: int = 0
    sent: int = 0

    def new_thread(self) -> Thread:
        """A thread nobody has spoken in."""
        self.sessions += 1
        return Thread(PLATFORM, "local", "chat", str(self.sessions))

    async def say(self, thread: Thread, text: str) -> None:
        """Say something, and wait until its turn is committed and sent."""
        self.sent += 1
        self.platform.said.clear()
        person = Person(PLATFORM, "local", "ana")
        await self.engine.accept(Incoming(f"event-{self.sent}", thread, person, text=text))
        await self.dispatcher.idle()

    async def talk(self, thread: Thread) -> None:
        """Go through the whole dialogue."""
        for line in DIALOGUE:
            await self.say(thread, line)

    async def refill(self, times: int = 1) -> None:
        """Put the money back that the dialogue sends away, enough for so many of them."""
        await self.app.ports.records.transact(
            lambda rows: rows.change(ACCOUNTS, {"id": CHECKING}, balance_minor=FULL * times)
        )


@asynccontextmanager
async def a_bot() -> AsyncIterator[Bot]:
    """Start a model server in another process and a bot with a new database in this one."""
    with a_model_server() as base_url, tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/frontdesk.db"
        app = build(Settings.model_validate({"DATABASE_URL": database, **served_by(base_url)}))
        set_up_logs(QUIET, secrets=app.settings.secrets, stream=StringIO())
        await app.prepare()
        bot = _assembled(app)
        await bot.engine.start()
        yield bot
        await bot.engine.stop()
        await app.close()


def served_by(base_url: str) -> dict[str, str]:
    """The settings of a bot whose model is served there."""
    return {
        "OPENAI_BASE_URL": base_url,
        "OPENAI_API_KEY": "sk-none",
        "FRONTDESK_MODEL": "fake-1",
    }


def _assembled(app: App) -> Bot:
    platform, made = Quiet(), list[InProcessDispatcher]()
    calls = Calls(app.ports.model)

    def dispatch(run: Run) -> InProcessDispatcher:
        made.append(InProcessDispatcher(run))
        return made[0]

    ports = replace(app.ports, model=calls, summaries=None, purge=delete_nothing)
    engine = Engine(ports, {PLATFORM: platform}, answer, dispatch=dispatch)
    return Bot(app, engine, made[0], platform, calls)


@contextmanager
def a_model_server() -> Iterator[str]:
    """Run the model of the dialogues in another process; give its address."""
    script = "tests.fakes.stand_in_server:stands_in"
    command = [sys.executable, "-m", "tests.fakes.model_server", "--script", script]
    with Popen(command, stdout=PIPE, text=True) as server:  # noqa: S603 - our own
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        finally:
            server.kill()

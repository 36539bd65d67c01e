"""Ann in Slack, over HTTP and at the console: the whole bot, and a console beside it."""

import asyncio
import io
import json
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import aiohttp

from agents.kit import Person
from bot.bootstrap import App, build
from bot.core.ports.admin import Scope
from bot.core.ports.credentials import ApiKey, KeyScope, digest_of, written
from bot.domain.messages import Kind
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request, RequestKind
from bot.engine.engine import Engine
from bot.platforms.console.input import JsonLine, Seat
from bot.platforms.console.json_lines import JsonLines
from bot.platforms.console.terminal import Printer
from bot.storage.accounts.api_keys import SqlApiKeys
from tests.fakes.slack import FakeSlack, Message
from tests.fakes.stand_in import StandIn
from tests.platforms.quick_clock import QuickClock
from tests.platforms.slack.bot import Bot, Talk, running, settings_for
from tests.platforms.slack.plans import ONBOARDING

PATIENCE_SECONDS = 60
ANN = Person("slack", "T1", "U1")
KEY = Person("http", "main", "ann")
SEAT = Person("console", "local", "you")
USUAL = frozenset(KeyScope) - {KeyScope.ADMIN}
YES = "Yes, both are me"
Found = TypeVar("Found")
_CODE = re.compile(r"[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}")


@dataclass
class Console:
    """A console beside the running bot, as another process over the same database."""

    app: App
    engine: Engine
    written: io.StringIO
    said: int = 0

    async def says(self, text: str, until: str) -> str:
        """Type a line, and wait until something is answered that has these words."""
        self.said += 1
        before = len(self.written.getvalue())
        line = JsonLine(Kind.MESSAGE, text)
        await self.engine.accept(line.event(f"line-{self.said}", Seat()))

        async def answered() -> str:
            return self._since(before, until)

        return await until_true(answered)

    def _since(self, before: int, words: str) -> str:
        lines = self.written.getvalue()[before:].splitlines()
        texts = [str(json.loads(line).get("text", "")) for line in lines]
        return next((text for text in texts if words in text), "")


@dataclass
class Caller:
    """Somebody with a key."""

    address: str
    key: str
    client: aiohttp.ClientSession

    async def call(self, line: str, body: object = None) -> Any:
        method, _, path = line.partition(" ")
        headers = {"authorization": f"Bearer {self.key}"}
        sent = self.client.request(method, self.address + path, json=body, headers=headers)
        async with sent as response:
            assert response.status < 300, await response.text()
            return await response.json()

    async def say(self, text: str) -> None:
        """Say something in one's session; what comes of it is not waited for."""
        await self.call("POST /sessions/s1/messages", {"text": text})

    async def refused(self, line: str, body: object = None) -> int:
        """The status of a call that is refused."""
        method, _, path = line.partition(" ")
        headers = {"authorization": f"Bearer {self.key}"}
        sent = self.client.request(method, self.address + path, json=body, headers=headers)
        async with sent as response:
            return response.status

    async def asked(self) -> dict[str, Any]:
        """The one request that waits for them."""
        (request,) = await until_true(lambda: self.call("GET /requests"))
        return dict(request)


@dataclass
class Everywhere:
    """Ann, wherever she is."""

    bot: Bot
    slack: Talk
    http: Caller
    console: Console

    async def code(self) -> str:
        found = _CODE.search(await self.slack.say("link"))
        assert found
        return found[0]

    async def link_http(self) -> None:
        code = await self.code()
        await self.http.say(f"link {code}")
        await self.slack_asks()
        request = await self.http.asked()
        await self.http.call(f"POST /requests/{request['id']}/decision", {"verb": "option-1"})
        await self.slack.press(YES)
        await self.until_linked(KEY)

    async def link_console(self) -> None:
        code = await self.code()
        await self.console.says(f"link {code}", "Somebody wants these to be one person")
        await self.slack_asks()
        await self.console.says("yes", "once the other side says yes")
        await self.slack.press(YES)
        await self.until_linked(SEAT)

    async def slack_asks(self) -> None:
        """Wait until Slack asks for the yes."""
        code = _CODE.findall("".join(message.shown for message in self.slack.answers))[-1]
        asked = [m for m in self.slack.answers if code in m.shown][-1].ts

        def stands() -> bool:
            return any(YES in m.labels and m.ts > asked for m in self.slack.answers)

        await self.bot.fake.until(stands, PATIENCE_SECONDS)

    async def until_linked(self, person: Person) -> None:
        async def linked() -> bool:
            return person in (await self.bot.app.ports.links.of(ANN)).linked

        await until_true(linked)

    async def open_requests(self, kind: RequestKind) -> list[Request]:
        """What is open in Slack, of one kind."""
        scope = Scope(ANN.platform, ANN.workspace)
        found = await self.bot.app.ports.admin_views.open_requests(scope)
        return [request for request in found if request.kind is kind]

    async def another_key(self, scopes: frozenset[KeyScope]) -> Caller:
        """A key of the same user that may do less."""
        key = await a_key(self.bot.app, scopes)
        return Caller(self.http.address, key, self.http.client)

    async def plan(self) -> Plan:
        (plan,) = await self.bot.app.ports.plans.of_person(ANN, 5)
        return plan

    async def planned(self) -> Message:
        """Say a goal in Slack, and return the card of its plan."""
        await self.slack.say(ONBOARDING)
        await self.bot.fake.until(
            lambda: any("Approve 1" in m.labels for m in self.slack.answers), PATIENCE_SECONDS
        )
        return self.slack.with_button("Approve 1")

    async def until_step(self, number: int, *statuses: str) -> None:
        async def stands() -> bool:
            return (await self.plan()).step(number).status in statuses

        await until_true(stands)


async def until_true(look: Callable[[], Awaitable[Found]]) -> Found:
    """Look until there is something to be seen."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (found := await look()):  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.02)
    return found


@asynccontextmanager
async def a_console(fake: FakeSlack, folder: Path) -> AsyncIterator[Console]:
    lines = io.StringIO()
    clock = fake.world.clock
    assert isinstance(clock, QuickClock), "its sweeps are to be as quick as those of the bot"
    app = build(settings_for(fake, folder), model=StandIn(), pause=clock.pause)
    engine = app.engine({"console": JsonLines(Printer(lines), app.ports.ids)}, stop_seconds=0.1)
    await engine.start()
    try:
        yield Console(app, engine, lines)
    finally:
        await engine.stop()
        await app.close()


@asynccontextmanager
async def everywhere(folder: Path) -> AsyncIterator[Everywhere]:
    """Run all of it; nobody is linked yet."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    given = {"FRONTDESK_HOST": "127.0.0.1", "PORT": str(port)}
    fake = FakeSlack(clock=QuickClock())
    async with (
        fake,
        running(fake, folder, model=StandIn(), **given) as bot,
        a_console(fake, folder) as console,
    ):
        fake.user("U1", name="ann")
        async with aiohttp.ClientSession() as client:
            caller = Caller(f"http://127.0.0.1:{port}", await a_key(bot.app), client)
            yield Everywhere(bot, bot.talk("U1"), caller, console)


async def a_key(app: App, scopes: frozenset[KeyScope] = USUAL) -> str:
    now, id_ = app.ports.clock.now(), app.ports.ids.new()[:12]
    await SqlApiKeys(app.ports.database).add(ApiKey(id_, digest_of("5" * 64), KEY, scopes, now))
    return written(id_, "5" * 64)

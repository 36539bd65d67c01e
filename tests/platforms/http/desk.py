"""The API as it is served: the whole application over SQLite behind a real web server."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import aiohttp

from agents.kit import Person
from bot.bootstrap import App, build, read_settings
from bot.bootstrap.http import http_api, measured
from bot.core.ports.credentials import ApiKey, KeyScope, digest_of, written
from bot.platforms.http.health import web_app
from bot.platforms.http.openapi import Api
from bot.platforms.http.server import WebServer
from bot.storage.accounts.api_keys import SqlApiKeys
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.stand_in import StandIn

HOST = "127.0.0.1"
ALL = frozenset(KeyScope)
USUAL = ALL - {KeyScope.ADMIN}


@dataclass(frozen=True)
class Heard:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@dataclass
class HttpDesk:
    """A served application, and somebody who calls it."""

    app: App
    api: Api
    server: WebServer
    client: aiohttp.ClientSession
    issued: dict[str, str] = field(default_factory=dict)

    async def key(
        self,
        user: str,
        scopes: frozenset[KeyScope] = USUAL,
        *,
        workspace: str = "main",
        days: float = 1,
    ) -> str:
        """A key of somebody."""
        now = self.app.ports.clock.now()
        id_ = self.app.ports.ids.new()[:12]
        person = Person("http", workspace, user)
        ends = now + timedelta(days=days)
        await self.keys.add(ApiKey(id_, digest_of("5" * 64), person, scopes, now, ends))
        return written(id_, "5" * 64)

    @property
    def keys(self) -> SqlApiKeys:
        return SqlApiKeys(self.app.ports.database)

    async def call(
        self, line: str, body: object = None, *, key: str = "", **headers: str
    ) -> Heard:
        """Send a request such as `GET /sessions`."""
        method, _, path = line.partition(" ")
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if key:
            sent["authorization"] = f"Bearer {key}"
        data = None
        if body is not None:
            sent.setdefault("content-type", "application/json")
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        address = f"http://{HOST}:{self.server.port}{path}"
        async with self.client.request(method, address, data=data, headers=sent) as response:
            return Heard(response.status, response.headers, await response.text())

    async def say(self, text: str, *, key: str, session: str = "s1") -> list[str]:
        """Say something, and wait for what comes of it."""
        taken = await self.call(f"POST /sessions/{session}/messages", {"text": text}, key=key)
        assert taken.status == 202, taken.text
        return await self.answers(taken.json["id"], key=key, session=session)

    async def decide(self, request: str, verb: str, *, key: str, **values: str) -> Heard:
        """Send a verdict on a request."""
        body = {"verb": verb, "values": values}
        return await self.call(f"POST /requests/{request}/decision", body, key=key)

    async def fill(self, value: str, *, key: str, session: str = "s1") -> list[str]:
        """Type what is asked for in private, and wait for what comes of it."""
        asked = (await self.call("GET /requests", key=key)).json[-1]
        given = {asked["fields"][0]["name"]: value}
        taken = await self.decide(asked["id"], "submit", key=key, **given)
        assert taken.status == 202, taken.text
        return await self.answers(taken.json["id"], key=key, session=session)

    async def answers(self, to: str, *, key: str, session: str = "s1") -> list[str]:
        """Listen until an event needs nothing more; the texts that came."""
        texts: list[str] = []
        async for event in self.listen(session, key=key):
            told = event["data"]
            if told.get("reply_to") == to and "text" in told and event["event"] != "progress":
                texts.append(told["text"])
            if told.get("reply_to") == to and event["event"] == "end_of_turn":
                return texts
        return texts

    async def listen(
        self, session: str, *, key: str, last: str = ""
    ) -> AsyncIterator[dict[str, Any]]:
        """The events of a session as they come."""
        headers = {"authorization": f"Bearer {key}", "accept": "text/event-stream"}
        headers |= {"last-event-id": last} if last else {}
        address = f"http://{HOST}:{self.server.port}/sessions/{session}/events"
        async with self.client.get(address, headers=headers) as response:
            assert response.status == 200, await response.text()
            event: dict[str, Any] = {}
            async for line in response.content:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name in {"id", "event"}:
                    event[name] = value
                elif name == "data":
                    yield {**event, "data": json.loads(value)}
                    event = {}


@asynccontextmanager
async def served(**ports: Any) -> AsyncIterator[HttpDesk]:
    """Serve an application whose database lies in the current folder.

    The stand-in is its model, unless another one is given.
    """
    app, metrics = measured(build(read_settings(None), **{"model": StandIn(), **ports}))
    migrate_by_copy(app.settings.database_address)
    await app.prepare()
    api = http_api(app)
    engine = app.engine({"http": api.platform}, stop_seconds=0.1)
    await engine.start()
    routes = [*api.connect(engine, app.ports), *metrics.routes()]
    server = WebServer(web_app(app.is_database_current, routes), HOST, 0)
    await server.start()
    try:
        async with aiohttp.ClientSession() as client:
            yield HttpDesk(app, api, server, client)
    finally:
        await api.close()
        await server.stop()
        await engine.stop()
        await app.close()

"""Journeys over HTTP: everybody has a key and sessions of their own, and listens to a stream."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import aiohttp
from typing_extensions import override

from agents.kit import Person
from bot.bootstrap import App, Server, Settings, build
from bot.core.ports.credentials import ApiKey, KeyScope, digest_of, written
from bot.domain.messages import ReplyKind
from bot.platforms.http.pubsub import END, HttpPlatform
from bot.storage.accounts.api_keys import SqlApiKeys
from tests.journeys.anywhere.desk import PATIENCE_SECONDS, Can, Desk, Line, Talk, TurnedAway

HOST, WORKSPACE = "127.0.0.1", "main"
CHANGES = {ReplyKind.OUTCOME, ReplyKind.UPDATE}
SAID = {*ReplyKind} - CHANGES
USUAL = frozenset(KeyScope) - {KeyScope.ADMIN}
REFUSED = {403, 404}
SECRET = "5" * 64
Json = dict[str, Any]


class HttpDesk(Desk):
    """The API behind a web server of its own."""

    name = "http"
    can = frozenset({Can.CHANGE})
    platform = HttpPlatform

    @override
    def talk(self, name: str, *, beside: Talk | None = None, shared: bool = False) -> Talk:
        return HttpTalk(self, name)

    @override
    @asynccontextmanager
    async def world(self) -> AsyncIterator[None]:
        with socket.create_server((HOST, 0)) as server:
            self.port = server.getsockname()[1]
        self.keys: dict[str, str] = {}
        self.talks: list[HttpTalk] = []
        async with aiohttp.ClientSession(f"http://{HOST}:{self.port}") as self.client:
            yield

    @override
    @asynccontextmanager
    async def bot(self, **settings: Any) -> AsyncIterator[App]:
        settings |= self.place
        app = build(Settings(_env_file=None, **settings), model=self.terms.model)
        served = Server(app, self.name)
        try:
            await served.open()
            yield served.app
        finally:
            await self.hang_up()
            await served.close()

    @override
    def written(self, name: str) -> str:
        return f"{self.name}/{WORKSPACE}/{name}"

    @property
    def place(self) -> dict[str, Any]:
        """The settings with which a bot is served there."""
        return {"FRONTDESK_HOST": HOST, "PORT": str(self.port)}

    async def hang_up(self) -> None:
        """Let nobody listen any longer, for it would keep the server from stopping."""
        for talk in self.talks:
            await talk.hang_up()

    async def key(self, user: str) -> str:
        """The key of somebody, made when it is first needed."""
        if user not in self.keys:
            now, id_ = self.app.ports.clock.now(), self.app.ports.ids.new()[:12]
            scopes = frozenset(KeyScope) if user == self.terms.admin else USUAL
            person, ends = Person(self.name, WORKSPACE, user), now + timedelta(days=1)
            key = ApiKey(id_, digest_of(SECRET), person, scopes, now, ends)
            await SqlApiKeys(self.app.ports.database).add(key)
            self.keys[user] = written(id_, SECRET)
        return self.keys[user]


class HttpTalk(Talk):
    """Somebody with a key, who hears their own session, and is told what waits for them."""

    desk: HttpDesk

    def __init__(self, desk: HttpDesk, name: str) -> None:
        super().__init__(desk, name)
        self.session = "s1"
        self.events: list[Json] = []
        self.met: dict[str, None] = {}
        self._heard = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        desk.talks.append(self)

    def button(self, label: str) -> str:
        """The newest button of these words in one's own session."""
        rows = (one["data"] for one in reversed(self.events))
        shown = (button for row in rows for button in row.get("buttons", ()))
        return next((button["id"] for button in shown if button["label"] == label), "")

    async def hang_up(self) -> None:
        """Listen no longer; whoever comes back goes on behind what they have heard."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None

    @override
    async def sees(self) -> list[Line]:
        await self._catch_up()
        asked = [_line(one) for one in await self._waiting() if one["session_id"] is None]
        told = [_line(one["body"]) for id_ in self.met for one in await self._replies(id_)]
        own: dict[str, Line] = {}
        for event in self.events:
            if event["event"] in CHANGES:
                _change(own, self._card_of(event["data"]), event)
            elif event["event"] != END:
                own[event["data"]["id"]] = _line(event["data"])
        return [*asked, *told, *own.values()]

    @override
    async def files(self) -> list[str]:
        await self._catch_up()
        artifacts = (one for one in self.events if one["event"] == ReplyKind.ARTIFACT)
        return [one["data"]["text"] for one in artifacts]

    @override
    async def _say(self, text: str) -> str:
        taken = await self._call("POST", f"/sessions/{self.session}/messages", {"text": text})
        return str(taken["id"])

    @override
    async def _command(self, words: str) -> str:
        return await self._say(f"/frontdesk {words}")

    @override
    async def _press(self, label: str, values: dict[str, str]) -> str:
        own = self.button(label)
        request, verb = own.rsplit(":", 1) if own else await self._of_others(label)
        self.met[request] = None
        return await self._decide(request, verb, values)

    @override
    async def _intrude(self, label: str, whose: Talk) -> str:
        assert isinstance(whose, HttpTalk)
        request, verb = whose.button(label).rsplit(":", 1)
        return await self._decide(request, verb, {})

    @override
    async def _confide(self, secret: str) -> str:
        [asked] = [one for one in await self._waiting() if one["kind"] == "secret"]
        [field] = [field["name"] for field in asked["fields"] if field["secret"]]
        return await self._decide(asked["id"], "submit", {field: secret})

    def _card_of(self, change: Json) -> list[str]:
        """The messages that show the request of a change."""
        said = (one["data"] for one in self.events if one["event"] in SAID)
        return [one["id"] for one in said if one.get("request_id") == change["request_id"]]

    async def _of_others(self, label: str) -> tuple[str, str]:
        """What waits for this person and has such a verb."""
        verb = label.lower().replace(" ", "-")
        waiting = [one["id"] for one in await self._waiting() if verb in one["verbs"]]
        return waiting[-1], verb

    async def _decide(self, request: str, verb: str, values: dict[str, str]) -> str:
        body = {"verb": verb, "values": values}
        taken = await self._call("POST", f"/requests/{request}/decision", body)
        return str(taken["id"])

    async def _waiting(self) -> list[Json]:
        return list(await self._call("GET", "/requests"))

    async def _replies(self, request: str) -> list[Json]:
        return list(await self._call("GET", f"/requests/{request}/replies"))

    async def _catch_up(self) -> None:
        """Hear everything that has gone out by now."""
        newest = await self._newest()
        if newest and self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self._last < newest:
                self._heard.clear()
                await self._heard.wait()

    @property
    def _last(self) -> int:
        return int(self.events[-1]["id"]) if self.events else 0

    async def _newest(self) -> int:
        """The number of the newest event; 0 where there is none, or no session yet."""
        path = f"/sessions/{self.session}/events?limit=100&cursor={self._last}"
        async with self.desk.client.get(path, headers=await self._headers()) as heard:
            page = await heard.json() if heard.status == 200 else []
        return int(page[-1]["id"]) if page else self._last

    async def _listen(self) -> None:
        last = {"last-event-id": str(self._last)} if self.events else {}
        headers = {**await self._headers(), "accept": "text/event-stream", **last}
        path = f"/sessions/{self.session}/events"
        async with self.desk.client.get(path, headers=headers) as stream:
            event: Json = {}
            async for line in stream.content:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                event |= {name: value} if name in {"id", "event"} else {}
                if name == "data":
                    kept = {**event, "data": json.loads(value)}
                    self.events += [kept] if "id" in event else []  # progress has none
                    self._heard.set()
                    event = {}

    async def _call(self, method: str, path: str, body: object = None) -> Any:
        headers = await self._headers()
        async with self.desk.client.request(method, path, json=body, headers=headers) as heard:
            answer = await heard.json()
            if heard.status in REFUSED:
                raise TurnedAway(answer["detail"])
            assert heard.ok, answer
            return answer

    async def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {await self.desk.key(self.name)}"}


def _line(said: Json) -> Line:
    return Line(said["id"], said["text"], tuple(b["label"] for b in said.get("buttons", ())))


def _change(lines: dict[str, Line], cards: list[str], change: Json) -> None:
    """Show on cards what happened to their request; an outcome takes their buttons."""
    for id_ in cards:
        card, words = lines[id_], change["data"]["text"]
        left = () if change["event"] == ReplyKind.OUTCOME else card.buttons
        lines[id_] = Line(id_, f"{card.text}\n{words}", left)

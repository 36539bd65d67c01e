"""Interactions over HTTP: signed posts to the bot's endpoint, and raw bytes of every kind."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import aiohttp
from typing_extensions import override

from tests.fakes.clock import wall_seconds
from tests.fakes.discord.core import Door
from tests.fakes.discord.errors import DiscordRefuses
from tests.fakes.discord.record import Call
from tests.fakes.discord.registry import Asked
from tests.fakes.discord.rest import parsed
from tests.fakes.discord.routes.answers import give_answer
from tests.fakes.discord.rows import Interaction, Json
from tests.fakes.discord.world import World

PING, PONG = 1, 1


@dataclass(frozen=True, slots=True)
class Reply:
    """What the bot's server said."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class HttpDoor(Door):
    """Posts to the bot's interactions endpoint, signed with the application's key."""

    world: World
    url: str
    signs_at: Callable[[], float] = wall_seconds
    _session: aiohttp.ClientSession | None = None
    _sending: set[asyncio.Task[None]] = field(default_factory=set)

    def sign(self, body: bytes, timestamp: float | None = None) -> dict[str, str]:
        """Make the two headers that show a body comes from Discord."""
        when = str(int(self.signs_at() if timestamp is None else timestamp))
        signature = self.world.app.key.sign(when.encode() + body).hex()
        return {"X-Signature-Timestamp": when, "X-Signature-Ed25519": signature}

    async def raw(self, body: bytes, headers: Mapping[str, str], *, method: str = "POST") -> Reply:
        """Send bytes exactly as they are; nothing is signed or added."""
        async with self._opened().request(
            method, self.url, data=body, headers=headers, allow_redirects=False
        ) as response:
            return Reply(response.status, dict(response.headers), await response.read())

    async def post(self, payload: Json, *, timestamp: float | None = None) -> Reply:
        """Post signed JSON once."""
        body = json.dumps(payload).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "Discord-Interactions/1.0"}
        return await self.raw(body, headers | self.sign(body, timestamp))

    async def probe(self) -> bool:
        """Ask as Discord does before it takes an endpoint: one PING, one with a bad signature."""
        good = await self.post({"type": PING, "id": "1", "application_id": str(self.world.app.id)})
        body = json.dumps({"type": PING}).encode()
        bad = await self.raw(body, self.sign(b"something else"))
        is_pong = good.status == 200 and json.loads(good.body).get("type") == PONG
        return is_pong and bad.status == 401

    @override
    def send(self, interaction: Interaction) -> None:
        task = asyncio.create_task(self._send(interaction))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, interaction: Interaction) -> None:
        try:
            reply = await self.post(interaction.payload)
        except aiohttp.ClientError as error:
            interaction.trouble = f"The endpoint could not be reached: {error}"
        else:
            self._take(interaction, reply)
        self.world.changed()

    def _take(self, interaction: Interaction, reply: Reply) -> None:
        call = Call("callback", {}, self.world.clock.now(), status=reply.status)
        self.world.record.calls.append(call)
        if reply.status == 202 and interaction.answer is not None:
            return  # answered over REST meanwhile, which Discord allows
        if reply.status != 200:
            interaction.trouble = f"The endpoint answered {reply.status}"
            return
        try:
            call.body = parsed(reply.body.decode("utf-8", "replace"))
            give_answer(Asked(self.world, call), interaction, call.body)
        except DiscordRefuses as refusal:
            interaction.trouble = f"The answer was not taken: {refusal}"
            call.status, call.answer = refusal.status, refusal.answer

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session

    @override
    async def close(self) -> None:
        for task in tuple(self._sending):
            task.cancel()
        if self._session is not None:
            await self._session.close()

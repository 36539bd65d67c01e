"""Response URLs: told in private, only at addresses of the Slack we talk to, never a failure."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.platforms.slack.wire.ephemeral import Hooks

pytestmark = pytest.mark.proves("R4", "R16")


@dataclass
class Told:
    """A server that notes what it is told."""

    port: int = 0
    status: int = 200
    bodies: list[dict[str, Any]] = field(default_factory=list)

    async def handle(self, request: web.Request) -> web.Response:
        self.bodies.append(await request.json())
        return web.Response(status=self.status, headers={"location": f"{self.origin}/elsewhere"})

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
async def told() -> AsyncIterator[Told]:
    told, app = Told(), web.Application()
    app.router.add_post("/{path:.*}", told.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    told.port = runner.addresses[0][1]
    yield told
    await runner.cleanup()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def test_only_who_pressed_sees_it_and_the_message_stays(
    told: Told, session: aiohttp.ClientSession
):
    await Hooks(f"{told.origin}/api/", lambda: session).whisper(f"{told.origin}/hooks/1", "again")

    assert told.bodies == [
        {"response_type": "ephemeral", "replace_original": False, "text": "again"}
    ]


@pytest.mark.parametrize("status", [302, 307, 404, 500])
async def test_what_goes_wrong_there_is_no_failure_here(
    told: Told, session: aiohttp.ClientSession, status: int
):
    told.status = status

    await Hooks(f"{told.origin}/api/", lambda: session).whisper(f"{told.origin}/hooks/1", "again")

    assert len(told.bodies) == 1


@pytest.mark.parametrize(
    "url",
    [
        "{origin}/hooks/1",
        "http://hooks.slack.com/1",
        "https://hooks.slack.com:444/1",
        "https://hooks.slack.com@127.0.0.1/1",
        "https://hooks.slack.com.example.com/1",
        "https://evilhooks.slack.com/1",
        "file:///etc/passwd",
        "//hooks.slack.com/1",
        "https://[/1",
        "",
    ],
)
async def test_another_address_is_told_nothing(
    told: Told, session: aiohttp.ClientSession, url: str
):
    await Hooks("https://slack.com/api/", lambda: session).whisper(
        url.format(origin=told.origin), "again"
    )

    assert told.bodies == []


async def test_nobody_there_is_no_failure(session: aiohttp.ClientSession):
    nowhere = "http://127.0.0.1:1"

    await Hooks(f"{nowhere}/api/", lambda: session).whisper(f"{nowhere}/hooks/1", "again")

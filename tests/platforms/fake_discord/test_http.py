"""Interactions by signed HTTP, and raw bytes of every kind, against a small honest endpoint."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.fakes.discord import FakeDiscord, ManualClock
from tests.fakes.discord.signed_http import HttpDoor

CALM: dict[str, Any] = {"allowed_mentions": {"parse": []}, "flags": 4}


class Endpoint:
    """Checks signatures, and answers what a test wants."""

    def __init__(self, public_key: str) -> None:
        self.key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        self.heard: list[dict[str, Any]] = []
        self.answer: Any = {"type": 4, "data": {"content": "hello", **CALM}}
        self.status = 200
        self.believes_everything = False

    async def handle(self, request: web.Request) -> web.Response:
        body = await request.read()
        try:
            signature = bytes.fromhex(request.headers.get("X-Signature-Ed25519", ""))
            self.key.verify(signature, request.headers["X-Signature-Timestamp"].encode() + body)
        except (InvalidSignature, KeyError, ValueError):
            if not self.believes_everything:
                return web.Response(status=401)
        payload = json.loads(body)
        if payload["type"] == 1:
            return web.json_response({"type": 1})
        self.heard.append(payload)
        return web.json_response(self.answer, status=self.status)


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as server:
        server.world.commands[None] = {1: {"id": "1", "name": "bot", "type": 1}}
        yield server


@pytest.fixture
async def endpoint(fake: FakeDiscord) -> AsyncIterator[Endpoint]:
    end = Endpoint(fake.world.app.public_key)
    app = web.Application()
    app.router.add_post("/", end.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    fake.use_http(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    yield end
    await runner.cleanup()


def door(fake: FakeDiscord) -> HttpDoor:
    assert isinstance(fake.http, HttpDoor)
    return fake.http


async def test_an_answer_comes_back_in_the_same_request(fake: FakeDiscord, endpoint: Endpoint):
    given = await fake.command(fake.user("ana"), fake.general, "bot")

    assert [row.shown for row in fake.answers(fake.general)] == ["hello"]
    assert (given.via, given.answer_type, given.trouble) == ("http", 4, None)
    assert endpoint.heard[0]["data"]["name"] == "bot"
    assert [happening.event for happening in fake.gateway.told].count("INTERACTION_CREATE") == 0
    assert fake.findings() == []


@pytest.mark.parametrize("status", [401, 404, 500])
async def test_an_error_is_trouble(fake: FakeDiscord, endpoint: Endpoint, status: int):
    endpoint.status = status

    given = await fake.command(fake.user("ana"), fake.general, "bot")

    assert given.trouble == f"The endpoint answered {status}"
    assert [said for said in fake.findings() if str(status) in said]


@pytest.mark.parametrize("answer", [{"type": 9, "data": {}}, {"type": 8}, {"type": 7}, []])
async def test_a_bad_answer_is_trouble(fake: FakeDiscord, endpoint: Endpoint, answer: Any):
    endpoint.answer = answer

    given = await fake.command(fake.user("ana"), fake.general, "bot")

    assert given.answer is None
    assert given.trouble is not None
    assert fake.findings()


async def test_an_endpoint_that_is_away_is_trouble(fake: FakeDiscord):
    fake.use_http("http://127.0.0.1:9/")

    given = await fake.command(fake.user("ana"), fake.general, "bot")

    assert str(given.trouble).startswith("The endpoint could not be reached")


async def test_an_honest_endpoint_passes_the_probe(fake: FakeDiscord, endpoint: Endpoint):
    assert await door(fake).probe()
    endpoint.believes_everything = True
    assert not await door(fake).probe()


async def test_signatures_are_for_one_body_and_one_moment(fake: FakeDiscord, endpoint: Endpoint):
    body = json.dumps({"type": 1}).encode()
    good = door(fake).sign(body, 1000)

    statuses = [
        (await door(fake).raw(body, good)).status,
        (await door(fake).raw(body + b" ", good)).status,
        (await door(fake).raw(body, good | {"X-Signature-Timestamp": "1001"})).status,
        (await door(fake).raw(body, {})).status,
    ]

    assert statuses == [200, 401, 401, 401]

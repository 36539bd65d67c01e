"""The gateway of the fake and every way in which it breaks, with discord.py's own client."""

from collections.abc import AsyncIterator

import discord
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from tests.fakes.discord import FakeDiscord, User
from tests.fakes.discord.listening import Ear, listening


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        server.gateway.identify_seconds = 0
        yield server


@pytest.fixture
def ana(fake: FakeDiscord) -> User:
    return fake.user("ana")


async def back_again(fake: FakeDiscord) -> None:
    await fake.until(lambda: len(fake.gateway.connections) > 1)
    await fake.until(lambda: fake.gateway.connections[-1].session is not None)


@pytest.mark.parametrize(
    "kind", ["reset", "cut_mid_frame", "hang_up", "ask_to_reconnect", "resumable"]
)
async def test_after_a_break_nothing_is_missed_or_doubled(fake: FakeDiscord, ana: User, kind: str):
    async with listening(fake) as ear:
        await fake.say(ana, fake.general, "before")
        await fake.until(lambda: ear.heard)
        if kind == "resumable":
            fake.gateway.invalidate(resumable=True)
        else:
            getattr(fake.gateway, kind)()
        await fake.say(ana, fake.general, "meanwhile")
        await back_again(fake)
        await fake.say(ana, fake.general, "after")
        await fake.until(lambda: len(ear.heard) >= 3)

    assert ear.texts == ["before", "meanwhile", "after"]
    assert (fake.gateway.resumes, len(fake.gateway.identifies)) == (1, 1)
    assert "RESUMED" in ear.said
    assert fake.findings() == []


async def test_a_forgotten_session_leaves_a_gap(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        fake.gateway.forget_sessions()
        fake.gateway.reset()
        missed = await fake.say(ana, fake.general, "missed")
        await fake.until(lambda: len(fake.gateway.identifies) == 2)
        await fake.until(fake.gateway_is_ready)
        await fake.say(ana, fake.general, "heard")
        await fake.until(lambda: ear.heard)
        room = ear.get_channel(fake.general.id)
        assert isinstance(room, discord.TextChannel)
        before = [row.content async for row in room.history(before=ear.heard[0])]

    assert ear.texts == ["heard"]
    assert before == [missed.content]


async def test_an_invalid_session_begins_anew(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        fake.gateway.invalidate()
        await fake.until(lambda: len(fake.gateway.identifies) == 2)
        await fake.until(fake.gateway_is_ready)
        await fake.say(ana, fake.general, "heard")
        await fake.until(lambda: ear.heard)

    assert fake.gateway.resumes == 0


@pytest.mark.parametrize(("code", "is_over"), [(1000, True), (1001, True), (4000, False)])
async def test_a_goodbye_ends_the_session(fake: FakeDiscord, code: int, *, is_over: bool):
    async with ClientSession() as session, session.ws_connect(f"{fake.gateway_url}?v=10") as ws:
        await ws.send_json({"op": 2, "d": {"token": fake.token, "intents": 0}})
        await fake.until(fake.gateway_is_ready)
        await ws.close(code=code)
        connection = fake.gateway.connections[0]
        await fake.until(connection.ended.is_set)

    assert connection.session is not None
    assert connection.session.is_over is is_over


async def test_a_session_waits_only_so_long(fake: FakeDiscord):
    fake.gateway.resume_seconds = -1
    async with listening(fake):
        fake.gateway.reset()
        await fake.until(lambda: len(fake.gateway.identifies) == 2)

    assert fake.gateway.resumes == 0


@pytest.mark.parametrize("kind", ["deafen", "withhold_acks"])
async def test_a_client_leaves_a_connection_that_is_silent(
    fake: FakeDiscord, ana: User, kind: str
):
    fake.gateway.heartbeat_seconds = 0.2
    async with listening(fake, Ear(heartbeat_timeout=0.4)) as ear:
        silent = getattr(fake.gateway, kind)()
        if kind == "deafen":
            await fake.say(ana, fake.general, "into the void")
        assert silent.is_open
        await back_again(fake)
        await fake.say(ana, fake.general, "heard")
        await fake.until(lambda: "heard" in ear.texts)

    assert ear.texts[:-1] == (["into the void"] if kind == "deafen" else [])
    assert fake.gateway.resumes == 1


async def test_heartbeats_are_kept_and_asked_for(fake: FakeDiscord):
    fake.gateway.heartbeat_seconds = 0.1
    async with listening(fake) as ear:
        connection = fake.gateway.open_connections[0]
        await fake.until(lambda: connection.heartbeats >= 3)
        assert ear.latency < 1
        before = connection.heartbeats
        fake.gateway.ask_for_heartbeat()
        await fake.until(lambda: connection.heartbeats > before)


async def test_who_sends_no_heartbeat_is_closed(fake: FakeDiscord):
    fake.gateway.heartbeat_seconds, fake.gateway.heartbeat_grace_seconds = 0.05, 0.05
    async with ClientSession() as session, session.ws_connect(f"{fake.gateway_url}?v=10") as ws:
        hello = await ws.receive_json()
        end = await ws.receive()

    assert hello == {"op": 10, "d": {"heartbeat_interval": 50}}
    assert (end.type, end.data) == (WSMsgType.CLOSE, 4009)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["not json"], 4002),
        (['{"op": 99}'], 4001),
        (['{"op": 3, "d": {}}'], 4003),
        (['{"op": 1, "d": "' + "x" * 4096 + '"}'], 4002),
        (['{"op": 2, "d": {"token": "wrong", "intents": 0}}'], 4004),
        (['{"op": 2, "d": {"token": "TOKEN", "intents": 0}}'] * 2, 4005),
        (['{"op": 2, "d": {"token": "TOKEN", "intents": -1}}'], 4013),
        (['{"op": 2, "d": {"token": "TOKEN", "intents": 2147483648}}'], 4013),
        (['{"op": 2, "d": {"token": "TOKEN", "intents": 0, "shard": [1, 1]}}'], 4010),
        (['{"op": 6, "d": {"token": "wrong"}}'], 4004),
        (['{"op": 1, "d": null}'] * 121, 4008),
    ],
)
async def test_who_breaks_the_protocol_is_closed(fake: FakeDiscord, frames: list[str], code: int):
    async with ClientSession() as session, session.ws_connect(f"{fake.gateway_url}?v=10") as ws:
        for frame in frames:
            await ws.send_str(frame.replace("TOKEN", fake.token))
        closed_with = await end_of(ws)

    assert closed_with == code


async def end_of(ws: ClientWebSocketResponse) -> int | None:
    async for _ in ws:
        pass
    return ws.close_code


async def test_an_old_version_is_turned_away(fake: FakeDiscord):
    async with ClientSession() as session, session.ws_connect(f"{fake.gateway_url}?v=6") as ws:
        assert await end_of(ws) == 4012


async def test_too_quick_an_identify_is_refused_and_found(fake: FakeDiscord):
    async with listening(fake):
        fake.gateway.identify_seconds = 60
        fake.gateway.invalidate()
        await fake.until(lambda: fake.gateway.early_identifies)

    assert [said for said in fake.findings() if "IDENTIFY within" in said]


async def test_a_refused_handshake_is_tried_again(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        fake.gateway.refusals = 1
        fake.gateway.reset()
        await fake.say(ana, fake.general, "made it")
        await fake.until(lambda: ear.heard)

    assert (fake.gateway.refusals, fake.gateway.resumes) == (0, 1)

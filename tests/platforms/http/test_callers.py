"""Who may call: living keys and a trusted proxy, each as far as it goes; whatever bytes come."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.ports.credentials import KeyScope
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.kept import moved
from tests.platforms.slow_model import Gated

pytestmark = pytest.mark.timeout(60)
SAY = "POST /sessions/s1/messages"
BODY = {"text": "hello"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def desk() -> AsyncIterator[HttpDesk]:
    async with served() as served_desk:
        yield served_desk


@pytest.mark.proves("S2-03")
async def test_strangers_are_told_how_to_call(desk: HttpDesk):
    live = await desk.key("ana")
    for authorization in (
        "",
        "Bearer",
        "Bearer x",
        "Basic YTpi",
        f"Bearer {live}0",
        f"Token {live}",
    ):
        heard = await desk.call("GET /sessions", authorization=authorization)

        assert heard.status == 401
        assert heard.headers["www-authenticate"].startswith("Bearer")
        assert heard.headers["content-type"] == "application/problem+json"
        assert live not in heard.text


async def test_an_expired_or_revoked_key_opens_nothing_at_once(desk: HttpDesk):
    expired, revoked = await desk.key("ana", days=0), await desk.key("ana")
    assert (await desk.call("GET /sessions", key=revoked)).status == 200

    await desk.keys.revoke(revoked.split("_")[1], desk.app.ports.clock.now())

    for key in (expired, revoked):
        assert (await desk.call("GET /sessions", key=key)).status == 401
        assert (await desk.call(SAY, BODY, key=key)).status == 401


async def test_a_stream_ends_with_its_key(desk: HttpDesk):
    key = await desk.key("ana")
    await desk.say("hello", key=key)
    await desk.keys.revoke(key.split("_")[1], desk.app.ports.clock.now())

    with pytest.raises(AssertionError, match="401"):
        async for _event in desk.listen("s1", key=key):
            pass


async def test_an_open_stream_ends_when_its_key_is_revoked(desk: HttpDesk):
    key = await desk.key("ana")
    await desk.say("hello", key=key)

    async def read_on() -> None:
        async for event in desk.listen("s1", key=key):
            if event["event"] == "end_of_turn":
                await desk.keys.revoke(key.split("_")[1], desk.app.ports.clock.now())

    async with asyncio.timeout(60):
        await read_on()


@pytest.mark.parametrize(
    ("line", "body", "needed"),
    [
        ("GET /sessions", None, KeyScope.READ),
        ("GET /sessions/s1/events", None, KeyScope.READ),
        (SAY, BODY, KeyScope.WRITE),
        ("POST /requests/r1/decision", {"verb": "approve"}, KeyScope.DECIDE),
    ],
)
async def test_a_key_goes_as_far_as_its_scopes(
    desk: HttpDesk, line: str, body: object, needed: KeyScope
):
    others = await desk.key("ana", frozenset(KeyScope) - {needed})
    own = await desk.key("ana", frozenset({needed}))

    assert (await desk.call(line, body, key=others)).status == 403
    assert (await desk.call(line, body, key=own)).status not in {401, 403}


async def test_a_principal_is_believed_of_nobody_by_default(desk: HttpDesk):
    address = f"http://127.0.0.1:{desk.server.port}/sessions"
    async with desk.client.get(address, headers={"user_principal_id": "ana"}) as heard:
        assert heard.status == 401


async def test_a_principal_is_believed_of_whom_the_operator_trusts(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("FRONTDESK_TRUSTED_PROXY", "127.0.0.1")
    monkeypatch.setenv("FRONTDESK_TRUSTED_PROXY_SECRET", "a long shared secret")
    statuses = []
    async with served() as desk:
        for secret in ("a long shared secret", "another secret"):
            sent = {"user_principal_id": "ana", "x-frontdesk-proxy-secret": secret}
            address = f"http://127.0.0.1:{desk.server.port}/sessions"
            async with desk.client.get(address, headers=sent) as heard:
                statuses.append(heard.status)
    assert statuses == [200, 401]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"\xff\xfe", 400),
        (b"[]", 400),
        (b"{" * 100_000, 400),
        (b'{"text": "a", "text": "b"}', 400),
        (b'{"text": NaN}', 400),
        (b'{"text": ' + b"9" * 5_000 + b"}", 400),
        (b'{"text": "' + b"a" * 1_000_001 + b'"}', 413),
        (b"{}", 422),
        (b'{"text": 7}', 422),
        (b'{"text": "  "}', 422),
        (b'{"text": "' + b"a" * 40_001 + b'"}', 422),
        (b'{"text": "\\ud800 and \\u0000"}', 202),
    ],
)
async def test_whatever_bytes_come_they_are_answered_in_words(
    desk: HttpDesk, body: bytes, status: int
):
    heard = await desk.call(SAY, body, key=await desk.key("ana"))

    assert heard.status == status
    assert heard.json["status"] == ("accepted" if status == 202 else status)


async def test_strangers_bytes_are_not_read(desk: HttpDesk):
    heard = await desk.call(SAY, b"{" * 1_010_000)
    assert heard.status == 401


async def test_other_methods_and_paths_are_told_apart(desk: HttpDesk):
    key = await desk.key("ana")

    assert (await desk.call("PUT /sessions", key=key)).status == 405
    assert (await desk.call("GET /nothing", key=key)).status == 404
    assert (await desk.call(SAY, b"text=a", key=key, content_type="text/plain")).status == 415
    assert (await desk.call("GET /sessions?limit=0", key=key)).status == 422
    assert (await desk.call("GET /sessions/s1/events?cursor=x", key=key)).status == 422


async def test_words_decide_nothing_their_key_may_not_whenever_they_arrive():
    model = Gated()
    model.open()
    async with served(model=model) as desk:
        key = await desk.key("ana")
        talks = await desk.key("ana", frozenset({KeyScope.READ, KeyScope.WRITE}))
        for line in ("log me in", "seldo"):
            await desk.say(line, key=key)
        await desk.fill("monkey", key=key)
        await desk.say("what is the balance of my checking account?", key=key)
        model.shut()
        await desk.call(SAY, {"text": "send 700 to account 1234324"}, key=key)
        while not model.waiting:
            await desk.call("GET /healthz")

        early = await desk.call(SAY, {"text": "yes"}, key=talks)
        model.open()
        told = await desk.answers(early.json["id"], key=key)
        late = await desk.call(SAY, {"text": "yes"}, key=talks)

        (card,) = (await desk.call("GET /requests", key=key)).json
        assert (early.status, late.status) == (202, 403)
        assert "may not decide" in "\n".join(told)
        assert (card["kind"], card["status"], await moved(desk)) == ("approval", "pending", [])
        await desk.say("yes", key=key)
        assert await moved(desk) == [("1234567890", "1234324", 70_000)]

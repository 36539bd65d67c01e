"""R19: hostile text by every field of the API: nothing crashes, what is kept is what was sent."""

import gzip
import io
import json
import os
import re
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from bot.core.commands.grammar import VERBS, find_command
from bot.core.redaction.typed_secrets import hide_secrets
from bot.domain.untrusted import make_storable
from bot.settings.settings import POSTGRES
from tests.fakes.command_line import SETTINGS
from tests.faults.conftest import Count, asked_kills
from tests.faults.hostile import HOSTILE, shared
from tests.platforms.http.desk import Heard, HttpDesk, served
from tests.platforms.http.plans import make_plan, waiting
from tests.platforms.http.rights import ROWS

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1_500), pytest.mark.proves("R19")]

STORES = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))
FEW = 4
NAMED = re.compile(r"\{\w+\}")
Way = Callable[[HttpDesk, str, str], Awaitable[Heard]]


@pytest.fixture(params=STORES)
async def desk(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    if request.param == "postgres":
        monkeypatch.setenv("DATABASE_URL", request.getfixturevalue("postgres_address"))
    async with served() as served_desk:
        yield served_desk


async def _message(desk: HttpDesk, key: str, text: str) -> Heard:
    return await desk.call("POST /sessions/s1/messages", {"text": text}, key=key)


async def _task(desk: HttpDesk, key: str, text: str) -> Heard:
    return await desk.call("POST /input_task", {"description": text}, key=key)


async def _session(desk: HttpDesk, key: str, text: str) -> Heard:
    body = {"session_id": text, "description": "nothing"}
    return await desk.call("POST /input_task", body, key=key)


async def _path(desk: HttpDesk, key: str, text: str) -> Heard:
    name = quote(text.encode("utf-8", "surrogatepass")[:8_000], safe="")
    return await desk.call(f"GET /steps/{name}", key=key)


async def _query(desk: HttpDesk, key: str, text: str) -> Heard:
    name = quote(text.encode("utf-8", "surrogatepass")[:8_000], safe="")
    return await desk.call(f"GET /plans?cursor={name}&session_id={name}", key=key)


async def _feedback(desk: HttpDesk, key: str, text: str) -> Heard:
    plan = await make_plan(desk, key, "plans")
    step = waiting(plan)[0]
    body = {"plan_id": plan["id"], "session_id": "plans", "step_id": step["id"]}
    return await desk.call(
        "POST /human_feedback", {**body, "approved": False, "human_feedback": text}, key=key
    )


async def _action(desk: HttpDesk, key: str, text: str) -> Heard:
    plan = await make_plan(desk, key, "plans")
    step = waiting(plan)[0]
    body = {"plan_id": plan["id"], "session_id": "plans", "step_id": step["id"]}
    return await desk.call(
        "POST /human_feedback", {**body, "approved": True, "updated_action": text}, key=key
    )


async def _clarification(desk: HttpDesk, key: str, text: str) -> Heard:
    plan = await make_plan(desk, key, "plans")
    body = {"plan_id": plan["id"], "session_id": "plans", "human_clarification": text}
    return await desk.call("POST /human_clarification_on_plan", body, key=key)


async def _value(desk: HttpDesk, key: str, text: str) -> Heard:
    await desk.say("log me in", key=key, session="login")
    await desk.say("seldo", key=key, session="login")
    asked = (await desk.call("GET /requests?limit=100", key=key)).json
    secret = next(one["id"] for one in reversed(asked) if one["kind"] == "secret")
    heard = await desk.decide(secret, "submit", key=key, password=text)
    await desk.say("cancel", key=key, session="login")
    return heard


WAYS: dict[str, Way] = {
    "message": _message,
    "task": _task,
    "session": _session,
    "path": _path,
    "query": _query,
    "feedback": _feedback,
    "action": _action,
    "clarification": _clarification,
    "value": _value,
}


@pytest.mark.parametrize("way", WAYS)
async def test_hostile_text_harms_nothing(desk: HttpDesk, way: str, count: Count):
    on_postgres = desk.app.settings.database == POSTGRES
    texts = shared(list(WAYS).index(way), len(WAYS), FEW, on_postgres=on_postgres)
    wrong: list[tuple[object, ...]] = []
    for number, text in enumerate(texts):
        key = await desk.key(f"user{number}")
        heard = await WAYS[way](desk, key, text)
        if heard.status >= 500 or heard.headers["content-type"].startswith("text/html"):
            wrong.append((text[:40], heard.status, heard.text[:200]))
        said = await desk.say("what does Apple cost?", key=key, session="next")
        if "AAPL" not in "\n".join(said):
            wrong.append((text[:40], "the next message was not answered", said))

    assert wrong == []
    assert await desk.app.ports.upkeep.parked() == []
    count(hostile_texts_over_HTTP_that_harmed_nothing=len(texts))


async def test_nothing_is_named_as_no_store_takes_it(desk: HttpDesk):
    key = await desk.key("ana")
    read = [line for line in ROWS if line.startswith("GET") and "{" in line]

    heard = {line: (await desk.call(NAMED.sub("%00", line), key=key)).status for line in read}

    assert heard == dict.fromkeys(read, 404)
    assert len(read) == 7


async def test_what_is_kept_is_what_was_sent_without_its_secrets(desk: HttpDesk):
    texts = [text for text in HOSTILE if text.strip() and len(text) <= 40_000]
    for number, text in enumerate(texts[:: 1 if asked_kills() else 50]):
        key = await desk.key(f"user{number}")
        taken = await _message(desk, key, text)
        found = find_command(text, slash=False)
        if found and VERBS[found[0]].admin:
            assert taken.status == 403
            continue
        assert taken.status == 202, (text, taken.text)
        await desk.answers(taken.json["id"], key=key)

        kept = (await desk.call("GET /sessions/s1/messages?limit=1", key=key)).json
        if found == ("forget", "yes"):
            assert kept == []
            continue
        assert kept, text
        first = kept[0]["content"]
        sent = hide_secrets(make_storable(text))  # one is “[secret:1]”
        assert first in {sent, sent.strip()}, (text, first)


def deep(levels: int) -> bytes:
    return b'{"text": ' + b"[" * levels + b"]" * levels + b"}"


def zipped() -> bytes:
    """200 kB that would be 200 MB."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(200_000_000))
    return packed.getvalue()


def bombs() -> Iterator[tuple[str, bytes, dict[str, str], set[int]]]:
    """What blows up when it is read carelessly, and what may be answered to it."""
    yield "100,000 levels", deep(100_000), {}, {400}
    yield "500 levels", deep(500), {}, {400, 422}
    yield "5,000 digits", b'{"text": ' + b"9" * 5_000 + b"}", {}, {400, 422}
    yield "an exponent", b'{"text": 1e999}', {}, {400, 422}
    yield "no number", b'{"text": NaN}', {}, {400}
    yield "names that come twice", b'{"text": "a", "text": "b"}', {}, {400}
    yield "100,000 names", json.dumps({f"n{n}": n for n in range(70_000)}).encode(), {}, {413, 422}
    yield "two megabytes", b'{"text": "' + b"a" * 2_000_000 + b'"}', {}, {413}
    packed = gzip.compress(json.dumps({"text": "a" * 50_000_000}).encode())
    yield "gzip", packed, {"content-encoding": "gzip"}, {400, 413, 415}
    yield "a zip", zipped(), {}, {400, 413}
    yield "a zip by name", zipped(), {"content-type": "application/zip"}, {413, 415}


async def thrown(desk: HttpDesk, body: bytes, headers: Mapping[str, str]) -> Heard:
    """Send a body as it is."""
    address = f"http://127.0.0.1:{desk.server.port}/sessions/s1/messages"
    sent = {"content-type": "application/json", **headers}
    async with desk.client.post(address, data=io.BytesIO(body), headers=sent) as heard:
        return Heard(heard.status, heard.headers, await heard.text())


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def test_bombs_are_refused_without_growing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    made: list[tuple[str, bytes, dict[str, str], set[int]]] = list(bombs())
    wrong: list[Any] = []
    async with served() as desk:
        key = await desk.key("ana")
        await desk.say("hello", key=key)
        before = resident_bytes()
        for name, body, headers, allowed in made:
            heard = await thrown(desk, body, {"authorization": f"Bearer {key}", **headers})
            if heard.status not in allowed:
                wrong.append((name, heard.status, heard.text[:200]))
        grown = resident_bytes() - before
        assert "AAPL" in "\n".join(await desk.say("what does Apple cost?", key=key))

    assert wrong == []
    assert grown < 100_000_000

"""Figures: what was done and what waits, for anybody who may reach the port, without a word."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.http.plans import make_plan
from tests.platforms.slow_model import Gated

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with served() as served_desk:
        yield served_desk


async def figures(desk: HttpDesk) -> dict[str, float]:
    heard = await desk.call("GET /metrics")
    assert heard.status == 200
    lines = (line for line in heard.text.splitlines() if not line.startswith("#"))
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


async def test_what_was_done_and_what_waits_is_counted(desk: HttpDesk):
    key = await desk.key("ana")
    for text in ("log me in", "seldo"):
        await desk.say(text, key=key)

    found = await figures(desk)

    assert found['frontdesk_turns_total{platform="http"}'] == 2
    assert found["frontdesk_turn_seconds_count"] == found["frontdesk_accept_seconds_count"] == 2
    assert found['frontdesk_model_calls_total{purpose="read"}'] >= 1
    assert found["frontdesk_queue_depth"] == found["frontdesk_outbox_depth"] == 0


async def test_what_waits_for_a_model_or_a_person_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    model = Gated()
    async with served(model=model) as desk:
        key = await desk.key("ana")
        for session in ("s1", "s2"):
            body = {"text": "what does Apple cost?"}
            await desk.call(f"POST /sessions/{session}/messages", body, key=key)
        while model.waiting < 2:
            await desk.call("GET /healthz")
        during = await figures(desk)
        model.open()
        await make_plan(desk, key, "s3")
        after = await figures(desk)

    waits = ("frontdesk_queue_depth", "frontdesk_approvals_pending")
    assert [during[name] for name in waits] == [2, 0]
    assert during["frontdesk_queue_age_seconds"] > 0
    assert after["frontdesk_approvals_pending"] == 1


async def test_figures_tell_nothing_of_people_or_what_they_say(desk: HttpDesk):
    key = await desk.key("a-very-special-user")
    await desk.say("a very special text", key=key)

    told = (await desk.call("GET /metrics")).text

    assert "special" not in told
    assert key.split("_")[1] not in told

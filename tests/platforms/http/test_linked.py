"""One person with two keys: what was asked under one is decided under the other."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from agents.kit import Person
from bot.domain.ids import SessionId
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.http.plans import feedback, make_plan, rested, waiting

THERE = Person("http", "main", "ann")
pytestmark = pytest.mark.timeout(60)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


async def link(desk: HttpDesk, one: str, other: str) -> None:
    """Link the persons of both keys; the code is one that a chat has shown to the first."""
    await desk.say("hello", key=one)
    now = desk.app.ports.clock.now()
    code = await desk.app.ports.links.make(THERE, SessionId("http/main/ann/s1"), now)
    await desk.say(f"link {code}", key=other)
    for key in (other, one):
        (asked,) = (await desk.call("GET /requests", key=key)).json
        told = await desk.decide(asked["id"], "option-1", key=key)
        await desk.answers(told.json["id"], key=key)


@pytest.mark.proves("R1", "R15")
async def test_decisions_from_elsewhere_count_there_and_leave_no_session_each():
    async with served() as desk:
        there, here = await desk.key("ann"), await desk.key("ann", workspace="other")
        await link(desk, there, here)
        plan = await make_plan(desk, there, "plans")

        for step, approved in zip(plan["steps"], (True, False, True, True), strict=True):
            heard = await feedback(desk, here, step, approved=approved)
            assert heard.json["status"].startswith("Passed on to where it was asked")

        while waiting(done := await rested(desk, there, "plans")):
            pass  # each is carried to the other side, and decided in a turn there
        states = [step["status"] for step in done["steps"]]
        assert states == ["completed", "rejected", "completed", "completed"]
        with closing(sqlite3.connect("frontdesk.db")) as rows:
            sessions = [name for (name,) in rows.execute("SELECT id FROM sessions ORDER BY id")]
        assert [name for name in sessions if "~" in name] == ["http/other/ann/~"]

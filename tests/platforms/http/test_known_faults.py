"""Faults that a well-known API of this shape has, each with the story that would show it here."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from agents.kit.values.model import ModelCall, Purpose
from tests.fakes.command_line import SETTINGS
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import JESSICA, steps, written
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.http.plans import (
    decide_all,
    feedback,
    make_plan,
    rested,
    the_plan,
    the_step,
    waiting,
)

pytestmark = pytest.mark.timeout(60)

EFFECTS = ("people_employees", "people_orientations", "it_accounts", "it_laptops")


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with served(model=puppet(replanned)) as served_desk:
        yield served_desk


def replanned(call: ModelCall) -> str | None:
    """Plan the laptop's step anew when it is to be one for a developer."""
    wanted = call.messages[-1].content
    if call.purpose is not Purpose.PLAN or "this instead" not in wanted:
        return None
    model = "developer" if "developer" in wanted else "standard"
    return steps(written(3, "it_support.set_up_laptop", 1, employee=JESSICA, model=model))


def done() -> dict[str, int]:
    """What the agents have done, by table."""
    with closing(sqlite3.connect("frontdesk.db")) as rows:
        counts = {name: f"SELECT COUNT(*) FROM {name}" for name in EFFECTS}  # noqa: S608 - ours
        return {name: rows.execute(count).fetchone()[0] for name, count in counts.items()}


def laptops() -> list[str]:
    with closing(sqlite3.connect("frontdesk.db")) as rows:
        return [model for (model,) in rows.execute("SELECT model FROM it_laptops")]


@pytest.mark.proves("S2-13")
async def test_approving_all_again_runs_no_completed_step_again(desk: HttpDesk):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    await feedback(desk, key, waiting(plan)[0], approved=True)
    for _ in range(4):
        await decide_all(desk, key, plan)
        plan = await rested(desk, key)

    assert plan["overall_status"] == "completed"
    assert done() == dict.fromkeys(EFFECTS, 1)


@pytest.mark.parametrize("by", ["words", "fields"])
@pytest.mark.proves("S2-11", "S2-39")
async def test_an_edited_action_is_the_one_that_runs(desk: HttpDesk, by: str):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    step = next(step for step in plan["steps"] if "laptop" in step["action"])
    if by == "words":
        wanted = f"{step['action']}, the one for developers"
        heard = await feedback(desk, key, step, approved=True, updated_action=wanted)
        assert (await the_step(desk, key, step))["updated_action"] == wanted
    else:
        card = (await desk.call("GET /requests", key=key)).json[-1]
        number = plan["steps"].index(step) + 1
        heard = await desk.decide(card["id"], f"edit-{number}", key=key, model="developer")
        await desk.answers(heard.json["id"], key=key)
    assert heard.status < 300, heard.text

    while waiting(plan := await rested(desk, key)):
        await decide_all(desk, key, plan)

    assert plan["overall_status"] == "completed"
    assert laptops() == ["developer"]


@pytest.mark.proves("S2-11", "S2-34")
async def test_a_rejection_is_saved_with_its_reason(desk: HttpDesk):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    step = next(step for step in plan["steps"] if "laptop" in step["action"])

    heard = await feedback(desk, key, step, approved=False, human_feedback="not this year")
    assert heard.status == 200, heard.text
    while waiting(plan := await rested(desk, key)):
        await decide_all(desk, key, plan)

    kept = await the_step(desk, key, step)
    assert (kept["status"], kept["human_feedback"]) == ("rejected", "not this year")
    assert done()["it_laptops"] == 0


async def test_a_later_verdict_overwrites_no_status(desk: HttpDesk):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    await decide_all(desk, key, plan)
    before = await rested(desk, key)

    refused = await feedback(desk, key, before["steps"][0], approved=False, human_feedback="no")
    told = await decide_all(desk, key, before, approved=False)

    assert (refused.status, told.status) == (409, 200)
    assert await the_plan(desk, key) == before
    assert before["overall_status"] == "completed"


async def test_rejecting_all_leaves_what_was_done(desk: HttpDesk):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    first = waiting(plan)[0]
    await feedback(desk, key, first, approved=True)
    while waiting(plan := await rested(desk, key)):
        await decide_all(desk, key, plan, approved=False)

    assert (await the_step(desk, key, first))["status"] == "completed"
    assert sum(done().values()) == 1


@pytest.mark.proves("S2-18")
async def test_messages_are_those_of_the_caller_alone(desk: HttpDesk):
    ana, ben = await desk.key("ana"), await desk.key("ben")
    await make_plan(desk, ana, "s1")
    await make_plan(desk, ana, "s2")
    await make_plan(desk, ben, "s1")

    for key, user, sessions in ((ana, "ana", {"s1", "s2"}), (ben, "ben", {"s1"})):
        said = (await desk.call("GET /messages?limit=100", key=key)).json
        assert {one["user_id"] for one in said} == {user}
        assert {one["session_id"] for one in said} == sessions


@pytest.mark.parametrize("path", ["/plans", "/sessions", "/requests", "/messages"])
@pytest.mark.proves("S2-14", "S2-18")
async def test_lists_go_on_to_their_end(desk: HttpDesk, path: str):
    key = await desk.key("ana")
    for number in range(7):
        await make_plan(desk, key, f"s{number}")

    whole = [one["id"] for one in (await desk.call(f"GET {path}?limit=100", key=key)).json]
    paged: list[str] = []
    cursor = ""
    while True:
        heard = await desk.call(f"GET {path}?limit=3&cursor={cursor}", key=key)
        paged += [one["id"] for one in heard.json]
        cursor = heard.headers.get("x-next-cursor", "")
        if not cursor:
            break

    assert paged == whole
    assert len(set(whole)) == len(whole) >= 7


@pytest.mark.proves("S2-43")
async def test_a_plan_without_steps_is_not_complete(desk: HttpDesk):
    key = await desk.key("ana")

    plan = await make_plan(desk, key, goal="onboard a new employee")

    assert (plan["total_steps"], plan["steps"]) == (0, [])
    assert plan["overall_status"] == "in_progress"
    assert plan["human_clarification_request"]


@pytest.mark.parametrize("path", ["/plans", "/sessions", "/requests", "/messages"])
@pytest.mark.proves("S2-14", "S2-18")
async def test_a_cursor_that_no_list_gave_is_refused(desk: HttpDesk, path: str):
    key = await desk.key("ana")
    await make_plan(desk, key, "s1")

    heard = await desk.call(f"GET {path}?cursor=zz", key=key)
    last = [one["id"] for one in (await desk.call(f"GET {path}", key=key)).json][-1]
    behind = await desk.call(f"GET {path}?cursor={last}", key=key)

    assert heard.status == 404
    assert heard.headers["content-type"] == "application/problem+json"
    assert "begin without one" in heard.json["detail"]
    assert (behind.status, behind.json) == (200, [])


async def test_the_link_to_the_next_page_is_to_the_same_list(desk: HttpDesk):
    key = await desk.key("ana")
    for session in ("s1", "s2", "s1"):
        await make_plan(desk, key, session)

    first = await desk.call("GET /plans?limit=1&session_id=s1", key=key)
    link = first.headers["link"].removeprefix("<").partition(">")[0]
    second = await desk.call(f"GET /plans{link}", key=key)

    assert [plan["session_id"] for plan in (*first.json, *second.json)] == ["s1", "s1"]


@pytest.mark.proves("S2-14")
async def test_events_that_nobody_streams_are_a_list_to_go_on_behind(desk: HttpDesk):
    key = await desk.key("ana")
    await desk.say("hello", key=key, session="s1")

    heard = await desk.call("GET /sessions/s1/events", key=key)
    behind = await desk.call(f"GET /sessions/s1/events?cursor={heard.json[-1]['id']}", key=key)

    assert heard.headers["content-type"] == "application/json"
    assert [event["kind"] for event in heard.json] == ["message", "end_of_turn"]
    assert (behind.status, behind.json) == (200, [])

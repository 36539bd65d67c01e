"""Plans over HTTP where there is more than one: sessions, plans, steps and cards told apart."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agents.catalogue import AGENTS
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.http.plans import (
    GOAL,
    decide_all,
    feedback,
    make_plan,
    the_plan,
    the_step,
    waiting,
)

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def four_eyes() -> str:
    return ""


@pytest.fixture
async def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, four_eyes: str
) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    if four_eyes:
        monkeypatch.setenv("FRONTDESK_FOUR_EYES", four_eyes)
        monkeypatch.setenv("FRONTDESK_APPROVERS", "http/main/ben")
    async with served() as served_desk:
        yield served_desk


@pytest.mark.proves("S2-10", "S2-65")
async def test_each_goal_that_names_no_session_has_one_of_its_own(desk: HttpDesk):
    key = await desk.key("ana")

    taken = [await desk.call("POST /input_task", {"description": GOAL}, key=key) for _ in "12"]

    first, second = (heard.json["session_id"] for heard in taken)
    assert first != second
    assert (await the_plan(desk, key, first))["id"] == taken[0].json["plan_id"]
    assert (await the_plan(desk, key, second))["id"] == taken[1].json["plan_id"]


@pytest.mark.proves("S2-13", "S2-38")
@pytest.mark.parametrize("approved", [True, False])
async def test_a_verdict_that_names_a_step_leaves_the_others_waiting(
    desk: HttpDesk, *, approved: bool
):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    first, *_others, last = waiting(plan)
    body = {"plan_id": plan["id"], "session_id": "s1", "step_id": last["id"]}

    heard = await desk.call("POST /approve_step_or_steps", {**body, "approved": approved}, key=key)

    assert heard.status == 200, heard.text
    decided, other = await the_step(desk, key, last), await the_step(desk, key, first)
    assert decided["status"] in ({"approved", "planned"} if approved else {"rejected"})
    assert other["status"] == "awaiting_feedback"


@pytest.mark.proves("S2-11", "S2-12", "S2-13")
async def test_a_plan_is_not_found_in_another_session_of_its_owner(desk: HttpDesk):
    key = await desk.key("ana")
    plan, _other = await make_plan(desk, key), await make_plan(desk, key, "s2")
    body = {"plan_id": plan["id"], "session_id": "s2"}

    for path, more in (
        ("/human_feedback", {"step_id": waiting(plan)[0]["id"], "approved": True}),
        ("/approve_step_or_steps", {"approved": True}),
        ("/human_clarification_on_plan", {"human_clarification": "stop it"}),
    ):
        assert (await desk.call(f"POST {path}", {**body, **more}, key=key)).status == 404
    assert await the_plan(desk, key) == plan


@pytest.mark.proves("S2-16", "S2-18")
async def test_what_was_said_is_read_of_one_session_or_of_all(desk: HttpDesk):
    key = await desk.key("ana")
    one, other = await make_plan(desk, key), await make_plan(desk, key, "s2")

    async def plans_in(path: str) -> list[str]:
        said = (await desk.call(f"GET {path}", key=key)).json
        return list(dict.fromkeys(line["plan_id"] for line in said))

    assert await plans_in("/agent_messages/s1") == [one["id"]]
    assert await plans_in("/agent_messages/s2") == [other["id"]]
    assert await plans_in("/messages") == [one["id"], other["id"]]


@pytest.mark.proves("S2-16", "S2-31")
async def test_what_is_said_of_a_step_names_it(desk: HttpDesk):
    key = await desk.key("ana")
    step = waiting(await make_plan(desk, key))[0]

    await feedback(desk, key, step, approved=False, human_feedback="not this year")

    said = (await desk.call("GET /agent_messages/s1", key=key)).json
    (verdict,) = (one for one in said if "not this year" in one["content"])
    assert (verdict["source"], verdict["step_id"]) == ("ana", step["id"])


@pytest.mark.proves("S2-19")
async def test_the_list_of_tools_leaves_none_out(desk: HttpDesk):
    told = (await desk.call("GET /api/agent-tools")).json

    there = {(agent.name, one.name) for agent in AGENTS for one in agent.tools}
    assert {(one["agent"], one["function"]) for one in told} == there


@pytest.mark.proves("S2-13", "S2-38")
@pytest.mark.parametrize("four_eyes", ["people", "it_support"])
async def test_who_decides_all_decides_what_is_theirs_whatever_waits_for_others(
    desk: HttpDesk, four_eyes: str
):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    assert len(waiting(plan)) == len(plan["steps"]) == 4

    heard = await decide_all(desk, key, plan)

    assert heard.status == 200, heard.text
    assert "it is waiting for http/main/ben" in heard.json["status"]
    left = waiting(await the_plan(desk, key))
    assert [one["agent"] for one in left] == [four_eyes] * 2
    assert (await decide_all(desk, key, plan)).status == 403

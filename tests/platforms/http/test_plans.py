"""Plans over HTTP: made, read, decided step by step, changed, and forgotten, each by its owner."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.http.plans import GOAL, feedback, make_plan, the_plan, waiting

pytestmark = pytest.mark.timeout(60)

MESSAGE = {"id", "data_type", "session_id", "user_id", "plan_id", "step_id", "source", "content"}
STEP = {
    *("id", "data_type", "plan_id", "session_id", "user_id", "action", "agent", "agent_kind"),
    *("status", "reason", "agent_reply", "human_feedback", "updated_action"),
}


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with served() as served_desk:
        yield served_desk


@pytest.mark.proves("S2-10", "S2-65")
async def test_who_sends_a_task_learns_its_session_and_its_plan(desk: HttpDesk):
    body = {"session_id": "s1", "description": GOAL, "user_id": "ana"}

    taken = await desk.call("POST /input_task", body, key=await desk.key("ana"))

    assert taken.status == 200
    told = taken.json
    assert told.pop("status").startswith(f"Plan: {GOAL}")
    assert told.pop("plan_id")
    assert told == {"session_id": "s1", "description": GOAL, "user_id": "ana"}


async def test_tasks_sent_at_once_learn_each_its_own_plan(desk: HttpDesk):
    key = await desk.key("ana")
    goals = [
        GOAL,
        "Onboard Maria Lopez as a designer starting Monday",
        "Onboard Maria Lopez as engineer starting next Monday",
    ]

    bodies = [{"session_id": "s1", "description": goal} for goal in goals]
    taken = await asyncio.gather(*(desk.call("POST /input_task", b, key=key) for b in bodies))

    plans = (await desk.call("GET /plans", key=key)).json
    assert {one["id"]: one["initial_goal"] for one in plans} == {
        heard.json["plan_id"]: goal for heard, goal in zip(taken, goals, strict=True)
    }


@pytest.mark.proves("S2-37")
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"description": ""},
        {"description": "   "},
        {"description": 7},
        {"description": GOAL, "session_id": "no/name"},
        {"description": GOAL, "more": True},
    ],
)
async def test_a_task_is_its_words_and_a_session_if_any(desk: HttpDesk, body: dict[str, object]):
    key = await desk.key("ana")

    heard = await desk.call("POST /input_task", body, key=key)

    assert heard.status == 422
    assert heard.json["errors"]
    assert (await desk.call("GET /sessions", key=key)).json == []


async def test_without_a_plan_the_words_say_why(desk: HttpDesk):
    key = await desk.key("ana")

    heard = await desk.call("POST /input_task", {"description": "xyzzy plugh"}, key=key)

    assert (heard.status, heard.json["plan_id"]) == (200, None)
    assert heard.json["status"]


@pytest.mark.proves("S2-14", "S2-15", "S2-16")
async def test_a_goal_becomes_a_plan_whose_steps_can_be_read(desk: HttpDesk):
    key = await desk.key("ana")

    plan = await make_plan(desk, key)

    assert (plan["initial_goal"], plan["overall_status"]) == (GOAL, "in_progress")
    assert (plan["session_id"], plan["data_type"]) == ("s1", "plan")
    assert plan["total_steps"] == len(plan["steps"]) >= 2
    assert waiting(plan)
    steps = (await desk.call(f"GET /steps/{plan['id']}", key=key)).json
    assert steps == plan["steps"]
    assert {frozenset(step) for step in steps} == {frozenset(STEP)}
    said = (await desk.call("GET /agent_messages/s1", key=key)).json
    assert {frozenset(one) for one in said} == {frozenset({*MESSAGE, "ts"})}
    assert {(one["plan_id"], one["session_id"]) for one in said} == {(plan["id"], "s1")}
    assert [one["source"] for one in said[:2]] == ["ana", "planner"]
    assert said[0]["content"] == GOAL
    assert (await desk.call("GET /messages", key=key)).json == said


@pytest.mark.proves("S2-14")
async def test_plans_are_listed_of_one_session_or_of_all(desk: HttpDesk):
    key = await desk.key("ana")
    one, other = await make_plan(desk, key, "s1"), await make_plan(desk, key, "s2")

    assert (await desk.call("GET /plans", key=key)).json == [other, one]
    assert (await desk.call("GET /plans?session_id=s1", key=key)).json == [one]
    assert (await desk.call("GET /plans?session_id=s3", key=key)).status == 404


@pytest.mark.proves("S2-10", "S2-65")
async def test_a_goal_has_a_session_of_its_own_if_it_names_none(desk: HttpDesk):
    key = await desk.key("ana")

    first = await desk.call(
        "POST /input_task", {"description": GOAL}, key=key, idempotency_key="g"
    )
    again = await desk.call(
        "POST /input_task", {"description": GOAL}, key=key, idempotency_key="g"
    )

    assert first.text == again.text
    assert [one["id"] for one in (await desk.call("GET /plans", key=key)).json] == [
        first.json["plan_id"]
    ]
    assert (await desk.call(f"GET /sessions/{first.json['session_id']}", key=key)).status == 200


@pytest.mark.proves("S2-11", "S2-39")
async def test_a_rejected_step_stays_rejected_with_its_reason(desk: HttpDesk):
    key = await desk.key("ana")
    step = waiting(await make_plan(desk, key))[0]

    heard = await feedback(desk, key, step, approved=False, human_feedback="not this year")

    assert heard.status == 200, heard.text
    kept = next(s for s in (await the_plan(desk, key))["steps"] if s["id"] == step["id"])
    assert (kept["status"], kept["human_feedback"]) == ("rejected", "not this year")
    assert (await feedback(desk, key, step, approved=True)).status == 409


@pytest.mark.proves("S2-13")
async def test_all_that_waits_is_approved_and_nothing_is_done_twice(desk: HttpDesk):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    body = {"plan_id": plan["id"], "session_id": "s1", "approved": True}

    for _ in range(12):
        assert (await desk.call("POST /approve_step_or_steps", body, key=key)).status == 200
        plan = await the_plan(desk, key)
        if not waiting(plan):
            break
    again = await desk.call("POST /approve_step_or_steps", body, key=key)

    assert again.json == {"status": "Nothing waits for a decision."}
    assert not waiting(plan)
    assert [s["status"] for s in plan["steps"]].count("rejected") == 0


async def test_nobody_decides_or_sees_the_plan_of_somebody_else(desk: HttpDesk):
    ana, ben = await desk.key("ana"), await desk.key("ben")
    plan = await make_plan(desk, ana)
    step = waiting(plan)[0]
    body = {"plan_id": plan["id"], "session_id": "s1"}

    assert (await desk.call("GET /plans", key=ben)).json == []
    assert (await desk.call("GET /messages", key=ben)).json == []
    assert (await desk.call("GET /plans?session_id=s1", key=ben)).status == 404
    assert (await desk.call(f"GET /steps/{plan['id']}", key=ben)).status == 404
    assert (await desk.call("GET /agent_messages/s1", key=ben)).status == 404
    assert (await feedback(desk, ben, step, approved=True)).status == 404
    for path, more in (
        ("/approve_step_or_steps", {"approved": True}),
        ("/human_clarification_on_plan", {"human_clarification": "stop it"}),
    ):
        assert (await desk.call(f"POST {path}", {**body, **more}, key=ben)).status == 404
    assert (await desk.call("DELETE /messages", key=ben)).status == 200
    assert await the_plan(desk, ana) == plan


@pytest.mark.proves("S2-03")
async def test_whoever_names_another_user_is_refused(desk: HttpDesk):
    body = {"description": GOAL, "user_id": "ben"}

    heard = await desk.call("POST /input_task", body, key=await desk.key("ana"))

    assert heard.status == 403


@pytest.mark.proves("S2-17")
async def test_what_is_deleted_is_gone(desk: HttpDesk):
    key = await desk.key("ana")
    plan = await make_plan(desk, key)
    await desk.say("tell me about Apple", key=key, session="s2")

    deleted = await desk.call("DELETE /messages", key=key)

    assert (deleted.status, deleted.json) == (200, {"status": "All messages deleted."})
    for path in ("/plans", "/messages", "/sessions", "/requests"):
        assert (await desk.call(f"GET {path}", key=key)).json == []
    assert (await desk.call(f"GET /steps/{plan['id']}", key=key)).status == 404
    for session in ("s1", "s2"):
        assert (await desk.call(f"GET /sessions/{session}/messages", key=key)).status == 404


async def test_deletions_leave_no_session_each(desk: HttpDesk):
    key = await desk.key("ana")
    await desk.say("hello", key=key)

    for _ in range(4):
        assert (await desk.call("DELETE /messages", key=key)).status == 200

    with closing(sqlite3.connect("frontdesk.db")) as rows:
        sessions = [name for (name,) in rows.execute("SELECT id FROM sessions ORDER BY id")]
    assert sessions == ["http/main/ana/s1", "http/main/ana/~"]


async def test_a_key_used_before_a_deletion_is_a_new_one_after_it(desk: HttpDesk):
    key, body = await desk.key("ana"), {"session_id": "s1", "description": GOAL}
    first = await desk.call("POST /input_task", body, key=key, idempotency_key="k")
    await desk.call("DELETE /messages", key=key)

    again = await desk.call("POST /input_task", body, key=key, idempotency_key="k")

    assert again.status == 200
    assert again.json["plan_id"] not in {None, first.json["plan_id"]}


@pytest.mark.proves("S2-19")
async def test_the_tools_of_all_agents_are_told_to_anybody(desk: HttpDesk):
    tools = (await desk.call("GET /api/agent-tools")).json

    assert {frozenset(tool) for tool in tools} == {
        frozenset({"agent", "function", "description", "arguments"})
    }
    transfer = next(tool for tool in tools if tool["function"] == "transfer")
    assert transfer["agent"] == "transfer_money"
    assert "amount" in json.loads(transfer["arguments"])


async def test_an_edited_action_is_what_stands_in_the_plan(desk: HttpDesk):
    key = await desk.key("ana")
    step = waiting(await make_plan(desk, key))[0]
    wanted = f"{step['action']} (with a note for the team)"

    heard = await feedback(desk, key, step, approved=True, updated_action=wanted)

    assert heard.status == 200, heard.text
    kept = next(s for s in (await the_plan(desk, key))["steps"] if s["id"] == step["id"])
    assert kept["updated_action"] or kept["action"] != step["action"], heard.text


@pytest.mark.proves("S2-12")
async def test_a_goal_that_lacks_something_is_clarified(desk: HttpDesk):
    key = await desk.key("ana")
    body = {"session_id": "s1", "description": "onboard a new employee"}
    taken = await desk.call("POST /input_task", body, key=key)
    plan = (await the_plan(desk, key)) if taken.json["plan_id"] else None
    assert plan is not None, taken.json
    assert plan["human_clarification_request"]

    more = {
        "plan_id": plan["id"],
        "session_id": "s1",
        "human_clarification": "Jessica Smith, as a marketing manager, starting Monday",
    }
    heard = await desk.call("POST /human_clarification_on_plan", more, key=key)

    assert heard.status == 200, heard.text
    assert waiting(await the_plan(desk, key))


@pytest.mark.proves("S2-68")
async def test_a_verb_that_its_card_does_not_have_is_refused_at_once(desk: HttpDesk):
    key = await desk.key("ana")
    await make_plan(desk, key)
    (card,) = (await desk.call("GET /requests", key=key)).json

    for verb in ("approve-0", "approve-00", "reject-5", "edit-99", "edit", "submit", "option-1"):
        heard = await desk.decide(card["id"], verb, key=key)
        assert heard.status == 422, (verb, heard.text)
    for verb in ("approve", "approve-1"):
        heard = await desk.decide(card["id"], verb, key=key, role="clerk")
        assert heard.status == 422, (verb, heard.text)
    assert len(waiting(await the_plan(desk, key))) == 4

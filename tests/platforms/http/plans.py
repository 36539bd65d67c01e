"""Plans as their owner handles them over HTTP: made, looked at, decided."""

from typing import Any

from tests.platforms.http.desk import Heard, HttpDesk

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"
Record = dict[str, Any]


async def make_plan(desk: HttpDesk, key: str, session: str = "s1", goal: str = GOAL) -> Record:
    """A plan whose steps wait for a decision, or that asks for something."""
    body = {"session_id": session, "description": goal}
    taken = await desk.call("POST /input_task", body, key=key)
    assert taken.status == 200, taken.text
    assert taken.json["plan_id"], taken.json["status"]
    return await the_plan(desk, key, session)


async def the_plan(desk: HttpDesk, key: str, session: str = "s1") -> Record:
    """The newest plan of a session."""
    plans = await desk.call(f"GET /plans?session_id={session}", key=key)
    plan: Record = plans.json[0]
    return plan


async def the_step(desk: HttpDesk, key: str, step: Record) -> Record:
    """A step as it is now."""
    steps = (await desk.call(f"GET /steps/{step['plan_id']}", key=key)).json
    return next(one for one in steps if one["id"] == step["id"])


async def rested(desk: HttpDesk, key: str, session: str = "s1") -> Record:
    """The plan once nothing of it runs any more."""
    going = {"approved", "action_requested", "planned"}
    while True:
        plan = await the_plan(desk, key, session)
        states = {step["status"] for step in plan["steps"]}
        if "awaiting_feedback" in states or not states & going:
            return plan


def waiting(plan: Record) -> list[Record]:
    """The steps that wait for a decision."""
    return [step for step in plan["steps"] if step["status"] == "awaiting_feedback"]


async def feedback(
    desk: HttpDesk, key: str, step: Record, *, approved: bool, **more: str
) -> Heard:
    """Decide a step."""
    body = {"step_id": step["id"], "plan_id": step["plan_id"], "session_id": step["session_id"]}
    return await desk.call("POST /human_feedback", {**body, "approved": approved, **more}, key=key)


async def decide_all(desk: HttpDesk, key: str, plan: Record, *, approved: bool = True) -> Heard:
    """Decide all that waits."""
    body = {"plan_id": plan["id"], "session_id": plan["session_id"], "approved": approved}
    return await desk.call("POST /approve_step_or_steps", body, key=key)

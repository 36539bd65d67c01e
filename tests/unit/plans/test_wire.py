"""Plans as other programs see them: exactly their words, and ours mapped to them."""

import pytest

from agents.kit.outcome import HUMAN
from bot.domain.ids import StepId
from bot.domain.plans import wire_format
from bot.domain.plans.plan import Clarification, PlanReason, PlanStatus
from bot.domain.plans.steps import Reason
from bot.domain.requests import RequestStatus
from tests.fakes.plans import STATES, UNCLEAR, a_message_of, a_plan, a_plan_with, a_step, a_step_in

STEPS = {
    "planned": "planned",
    "awaiting": "awaiting_feedback",
    "with_person": "awaiting_feedback",
    "approved": "approved",
    "running": "action_requested",
    "completed": "completed",
    "failed": "failed",
    UNCLEAR: "failed",
    "rejected": "rejected",
    "skipped": "rejected",
}


def values(enumeration: type) -> set[str]:
    return {str(member) for member in enumeration}  # type: ignore[attr-defined] # an enumeration is iterable


@pytest.mark.proves("S2-50", "S2-52", "S2-53", "S2-54")
def test_the_words_are_exactly_those_others_know():
    assert values(wire_format.DataType) == {"plan", "session", "step", "agent_message"}
    assert values(wire_format.AgentKind) == {"human", "ai_assistant", "external_service"}
    assert values(wire_format.WirePlan) == {"in_progress", "completed", "failed"}
    assert values(wire_format.WireFeedback) == {"pending", "addressed", "rejected"}
    upstream = {"awaiting_feedback", "rejected", "action_requested"}
    assert (
        values(wire_format.WireStep) == {"planned", "approved", "completed", "failed"} | upstream
    )


@pytest.mark.proves("S2-52")
@pytest.mark.parametrize("state", STATES)
def test_every_state_of_a_step_has_a_word(state: str):
    assert wire_format.step_status(a_step_in(state)) == STEPS[state]


@pytest.mark.parametrize("reason", [Reason.CANCELLED, Reason.ERROR, Reason.EXHAUSTED])
def test_a_step_skipped_for_another_reason_than_a_no_has_failed(reason: Reason):
    assert wire_format.step_status(a_step_in("skipped", reason=reason)) == "failed"


@pytest.mark.proves("S2-53")
@pytest.mark.parametrize(
    ("status", "word"),
    [
        (PlanStatus.OPEN, "in_progress"),
        (PlanStatus.COMPLETED, "completed"),
        (PlanStatus.FAILED, "failed"),
        (PlanStatus.CANCELLED, "failed"),
    ],
)
def test_every_state_of_a_plan_has_a_word(status: PlanStatus, word: str):
    assert wire_format.plan_status(status) == word


@pytest.mark.proves("S2-54")
@pytest.mark.parametrize(
    ("status", "word", "reason"),
    [
        (RequestStatus.PENDING, "pending", ""),
        (RequestStatus.ANSWERED, "addressed", ""),
        (RequestStatus.REJECTED, "rejected", ""),
        (RequestStatus.EXPIRED, "rejected", "expired"),
        (RequestStatus.CANCELLED, "rejected", "cancelled"),
    ],
)
def test_every_state_of_a_request_has_a_word(status: RequestStatus, word: str, reason: str):
    assert wire_format.feedback_status(status) == (word, reason)


@pytest.mark.parametrize(
    ("agent", "kind"),
    [(HUMAN, "human"), ("people", "ai_assistant"), ("weather", "external_service")],
)
@pytest.mark.proves("S2-51")
def test_an_agent_is_of_a_kind_beside_its_name(agent: str, kind: str):
    record = wire_format.step_record(a_plan(), a_step(agent=agent), remote={"weather"})

    assert (record["agent"], record["agent_kind"]) == (agent, kind)


@pytest.mark.proves("S2-30", "S2-33", "S2-35")
def test_a_plan_is_written_with_its_steps_and_their_counts():
    plan = a_plan_with("completed", "awaiting", "failed")

    record = wire_format.plan_record(plan)

    steps = record.pop("steps")
    assert record == {
        "id": "p1",
        "data_type": "plan",
        "session_id": plan.session,
        "user_id": "ana",
        "initial_goal": "Onboard Jessica Smith",
        "overall_status": "in_progress",
        "reason": None,
        "human_clarification_request": None,
        "total_steps": 3,
        "completed_steps": 1,
        "pending_steps": 1,
        "ts": "2026-11-20T12:00:00+00:00",
    }
    assert steps == [wire_format.step_record(plan, step) for step in plan.steps]


def test_a_plan_says_why_it_ended_and_what_it_waits_for():
    cancelled = a_plan(status=PlanStatus.CANCELLED, reason=PlanReason.CANCELLED)
    asking = a_plan(clarifications=(Clarification("When?"),))

    record = wire_format.plan_record(cancelled)
    assert (record["overall_status"], record["reason"]) == ("failed", "cancelled")
    assert wire_format.plan_record(asking)["human_clarification_request"] == "When?"


@pytest.mark.proves("S2-34")
def test_a_step_is_written_with_what_was_said_to_it():
    step = a_step_in("failed", feedback="go on", updated_action="Do it well", reply="no room")
    plan = a_plan(step)

    assert wire_format.step_record(plan, step) == {
        "id": "s1",
        "data_type": "step",
        "plan_id": "p1",
        "session_id": plan.session,
        "user_id": "ana",
        "action": "Do thing 1",
        "agent": "people",
        "agent_kind": "ai_assistant",
        "status": "failed",
        "reason": "error",
        "agent_reply": "no room",
        "human_feedback": "go on",
        "updated_action": "Do it well",
    }


@pytest.mark.proves("S2-31")
def test_a_message_between_agents_is_written_with_its_plan_and_step():
    message = a_message_of(a_plan(), step=StepId("s1"))

    assert wire_format.message_record(message) == {
        "id": "m1",
        "data_type": "agent_message",
        "session_id": message.session,
        "user_id": "ana",
        "plan_id": "p1",
        "step_id": "s1",
        "source": "planner",
        "content": "what m1 says",
        "ts": "2026-11-20T12:00:00+00:00",
    }

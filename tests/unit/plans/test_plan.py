"""A plan as a whole: what can go on in it, how it ends, how its steps are counted."""

from dataclasses import replace

import pytest

from bot.domain.errors import PlanFlawed, PlanMoveRefused
from bot.domain.ids import RequestId, StepId
from bot.domain.plans import transitions
from bot.domain.plans.plan import Counts, Plan, PlanReason, PlanStatus
from bot.domain.plans.steps import PlanStep, Reason
from bot.domain.plans.transitions import settle_plan
from tests.fakes.plans import (
    CARD,
    DIGEST,
    LATER,
    STATES,
    UNCLEAR,
    a_plan,
    a_plan_with,
    a_step,
    a_step_in,
    in_states,
)

OTHER = RequestId("another card")


def numbers(plan: Plan) -> list[int]:
    return [step.number for step in plan.next_steps()]


def how_it_ended(plan: Plan) -> tuple[PlanStatus, PlanReason | None]:
    return plan.status, plan.reason


def test_what_needs_nothing_unfinished_is_next():
    plan = a_plan(
        a_step_in("completed"),
        a_step_in("approved", 2, needs=(1,)),
        a_step(3),
        a_step(4, needs=(1, 2)),
        a_step_in("running", 5),
    )

    assert numbers(plan) == [2, 3]
    assert numbers(transitions.cancel(plan, LATER)) == []


def test_nothing_is_next_while_an_outcome_is_unknown_or_a_step_failed_for_good():
    assert numbers(a_plan_with(UNCLEAR, "approved")) == []
    assert numbers(a_plan_with("failed", "approved")) == [2]
    assert numbers(replace(a_plan_with("failed", "running", "approved"), replans=1)) == []


def test_a_plan_without_steps_is_never_complete():
    plan = a_plan()

    assert plan.counts == Counts(0, 0, 0, 0)
    assert settle_plan(plan, LATER) == plan
    assert plan.is_open


@pytest.mark.proves("S2-43")
def test_a_plan_is_completed_by_its_last_step():
    plan = a_plan_with("completed", "running")

    assert how_it_ended(transitions.complete(plan, 2, "done", LATER)) == (
        PlanStatus.COMPLETED,
        None,
    )


@pytest.mark.proves("S2-43")
@pytest.mark.parametrize("state", ["planned", "awaiting", "approved", "running", "with_person"])
def test_a_plan_is_not_completed_before_its_last_step(state: str):
    plan = a_plan_with("running", state)

    assert transitions.complete(plan, 1, "done", LATER).is_open


def test_what_was_decided_against_does_not_keep_a_plan_from_being_completed():
    plan = a_plan(a_step_in("completed"), a_step_in("awaiting", 2), a_step(3, needs=(2,)))

    rejected = transitions.reject(plan, 2, "not now", LATER)

    assert in_states(rejected) == ["completed", "rejected", "skipped"]
    assert how_it_ended(rejected) == (PlanStatus.COMPLETED, None)


@pytest.mark.proves("S2-43")
def test_a_plan_of_which_nothing_was_let_through_has_failed():
    rejected = transitions.reject(a_plan(a_step(), a_step(2, needs=(1,))), 1, "no", LATER)

    assert how_it_ended(rejected) == (PlanStatus.FAILED, PlanReason.REJECTED)


def test_what_needs_a_rejected_step_is_skipped_and_what_needs_that_too():
    steps = [a_step_in("awaiting"), a_step_in("approved", 2, needs=(1,)), a_step(3, needs=(2,))]
    plan = a_plan(*steps, a_step(4))

    rejected = transitions.reject(plan, 1, "not her", LATER)

    assert in_states(rejected) == ["rejected", "skipped", "skipped", "planned"]
    assert rejected.step(1).feedback == "not her"
    assert {step.reason for step in rejected.steps[:3]} == {Reason.REJECTED}
    assert {step.ended_at for step in rejected.steps[:3]} == {LATER}
    assert rejected.is_open


def test_a_failed_step_leaves_its_plan_open_for_one_replan():
    plan = a_plan(a_step_in("running"), a_step(2, needs=(1,)))

    failed = transitions.fail(plan, 1, Reason.ERROR, LATER)

    assert (failed.is_open, failed.needs_replan) == (True, True)
    assert in_states(failed) == ["failed", "planned"]


def test_a_step_that_fails_after_the_replan_waits_for_a_person():
    plan = replace(a_plan_with("running", "approved", "awaiting", "completed"), replans=1)

    failed = transitions.fail(plan, 1, Reason.TIMED_OUT, LATER)

    assert (failed.needs_replan, failed.needs_person) == (False, True)
    assert in_states(failed) == ["failed", "approved", "awaiting", "completed"]
    assert failed.next_steps() == ()


def test_nobody_is_asked_about_a_failure_while_another_step_is_running():
    plan = replace(a_plan_with("running", "running", "planned"), replans=1)

    failed = transitions.fail(plan, 1, Reason.ERROR, LATER)
    still = transitions.complete(failed, 2, "done", LATER)

    assert (failed.needs_person, still.needs_person) == (False, True)
    assert in_states(still) == ["failed", "completed", "planned"]


def test_nobody_knows_how_a_plan_ended_while_an_outcome_is_unknown():
    plan = replace(a_plan_with("running", "completed"), replans=1)

    unclear = transitions.fail(plan, 1, Reason.OUTCOME_UNKNOWN, LATER)

    assert (unclear.is_open, unclear.needs_replan, unclear.needs_person) == (True, False, False)
    done = transitions.found_done(unclear, 1, "it is there", LATER)
    assert how_it_ended(done) == (PlanStatus.COMPLETED, None)
    assert transitions.found_undone(unclear, 1, LATER).needs_person


def test_a_failure_beside_an_unknown_outcome_asks_nobody_yet():
    plan = replace(a_plan_with(UNCLEAR, "running"), replans=1)

    failed = transitions.fail(plan, 2, Reason.ERROR, LATER)

    assert (failed.is_open, failed.needs_person) == (True, False)
    assert transitions.found_done(failed, 1, "it is there", LATER).needs_person


def test_what_failed_twice_is_done_by_hand_passed_over_or_given_up():
    plan = replace(a_plan_with("failed", "completed"), replans=1)

    by_hand = transitions.done_by_hand(plan, 1, "done by ana", LATER)
    passed = transitions.pass_over(plan, 1, "skipped", LATER)
    over = transitions.give_up(plan, LATER)

    assert how_it_ended(by_hand) == (PlanStatus.COMPLETED, None)
    assert in_states(passed) == ["rejected", "completed"]
    assert how_it_ended(over) == (PlanStatus.FAILED, PlanReason.FAILED_AGAIN)


def test_a_plan_is_given_up_when_nothing_takes_the_place_of_what_failed():
    over = transitions.give_up(a_plan_with("failed", "planned", "completed"), LATER)

    assert how_it_ended(over) == (PlanStatus.FAILED, PlanReason.NO_WAY_ON)
    assert in_states(over) == ["failed", "skipped", "completed"]


@pytest.mark.parametrize("states", [["planned"], ["failed", "running"], ["failed", UNCLEAR], []])
def test_a_plan_that_can_go_on_is_not_given_up(states: list[str]):
    with pytest.raises(PlanMoveRefused, match="can still go on"):
        transitions.give_up(a_plan_with(*states), LATER)


def test_a_closed_plan_is_neither_cancelled_nor_given_up():
    closed = transitions.cancel(a_plan_with("planned"), LATER)

    for end in (transitions.cancel, transitions.give_up):
        with pytest.raises(PlanMoveRefused, match="already cancelled; ask again"):
            end(closed, LATER)


@pytest.mark.proves("S2-36", "S2-35")
def test_steps_are_counted_by_what_became_of_them():
    six = a_plan_with("completed", "planned", "awaiting", "running", "rejected", "failed")

    assert six.counts == Counts(total=6, completed=1, pending=3, ended=2)
    assert a_plan_with(*STATES[-4:]).counts == Counts(4, 0, 0, 4)


def test_the_requests_a_plan_waits_for_are_known_each_once():
    steps = [a_step_in("awaiting"), a_step_in("awaiting", 2), a_step_in("approved", 3)]
    plan = a_plan(*steps, a_step_in("with_person", 4, request=OTHER))

    assert plan.pending_requests == (CARD, OTHER)
    assert plan.waiting_for(CARD) == plan.steps[:2]
    assert plan.find(StepId("s4")) == plan.step(4)
    assert plan.find(StepId("s9")) is None


@pytest.mark.parametrize(
    ("steps", "flaw"),
    [
        ([a_step(n) for n in range(1, 8)], "at most 6 steps, not 7"),
        ([a_step(1), a_step(1, id=StepId("other"))], "a number of its own"),
        ([a_step(0)], "from 1 on"),
        ([a_step(1), a_step(2, id=StepId("s1"))], "an id of its own"),
        ([a_step(1, agent="")], "step 1 needs an agent and an action"),
        ([a_step(1, action="")], "step 1 needs an agent and an action"),
        ([a_step(1), a_step(2, needs=(1, 3))], "needs step 3, which does not exist"),
        ([a_step(1, needs=(1,))], "in a circle: 1"),
        ([a_step(1), a_step(2, needs=(4,)), a_step(3, needs=(2,)), a_step(4, needs=(3, 1))],
         "in a circle: 2, 3, 4"),
    ],
)  # fmt: skip
def test_steps_that_make_no_plan_are_refused_with_what_to_mend(steps: list[PlanStep], flaw: str):
    with pytest.raises(PlanFlawed, match=flaw):
        a_plan(*steps)


def test_an_action_runs_under_the_digest_it_was_approved_with():
    plan = transitions.ask(a_plan(a_step()), 1, CARD, DIGEST)

    assert transitions.approve(plan, 1, CARD).step(1).digest == DIGEST

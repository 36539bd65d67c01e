"""Every arrow of a step's diagram, and every pair of a state and a move that has none."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from agents.kit.outcome import HUMAN
from bot.domain.errors import ApprovalVoid, PlanMoveRefused
from bot.domain.ids import RequestId
from bot.domain.plans import transitions
from bot.domain.plans.plan import Plan, PlanReason, PlanStatus
from bot.domain.plans.steps import Reason, StepStatus
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
from tests.fakes.world import NOON

EDIT = transitions.Edit(
    "Do it well", "register_employee", {"name": "Jess"}, effect=True, risk="high"
)
OTHER = RequestId("another card")

MOVES: dict[str, Callable[[Plan], Plan]] = {
    "A ask": lambda plan: transitions.ask(plan, 1, CARD, DIGEST),
    "B approve": lambda plan: transitions.approve(plan, 1, CARD),
    "C waive": lambda plan: transitions.waive(plan, 1, DIGEST),
    "D start": lambda plan: transitions.start(plan, 1, DIGEST, LATER),
    "E complete": lambda plan: transitions.complete(plan, 1, "she is in", LATER),
    "F fail": lambda plan: transitions.fail(plan, 1, Reason.TIMED_OUT, LATER, "too slow"),
    "F fail unclear": lambda plan: transitions.fail(plan, 1, Reason.OUTCOME_UNKNOWN, LATER),
    "G reject": lambda plan: transitions.reject(plan, 1, "not her", LATER),
    "I edit": lambda plan: transitions.edit(plan, 1, EDIT),
    "J void": lambda plan: transitions.void(plan, 1),
    "K hand": lambda plan: transitions.give_to_person(plan, 1, CARD, LATER),
    "L retry": lambda plan: transitions.retry(plan, 1),
    "M found done": lambda plan: transitions.found_done(plan, 1, "it is there", LATER),
    "O by hand": lambda plan: transitions.done_by_hand(plan, 1, "done by ana", LATER),
    "P pass over": lambda plan: transitions.pass_over(plan, 1, "skipped", LATER),
    "N found undone": lambda plan: transitions.found_undone(plan, 1, LATER),
}

ARROWS = {
    ("A ask", "planned"): "awaiting",
    ("B approve", "awaiting"): "approved",
    ("C waive", "planned"): "approved",
    ("D start", "approved"): "running",
    ("E complete", "running"): "completed",
    ("E complete", "with_person"): "completed",
    ("F fail", "running"): "failed",
    ("F fail", "with_person"): "failed",
    ("F fail unclear", "running"): UNCLEAR,
    ("F fail unclear", "with_person"): UNCLEAR,
    ("G reject", "planned"): "rejected",
    ("G reject", "awaiting"): "rejected",
    ("G reject", "approved"): "rejected",
    ("G reject", "with_person"): "rejected",
    ("I edit", "planned"): "planned",
    ("I edit", "awaiting"): "planned",
    ("I edit", "approved"): "planned",
    ("I edit", "with_person"): "planned",
    ("J void", "approved"): "planned",
    ("K hand", "planned"): "with_person",
    ("L retry", "failed"): "planned",
    ("M found done", UNCLEAR): "completed",
    ("N found undone", UNCLEAR): "failed",
    ("O by hand", "failed"): "completed",
    ("P pass over", "failed"): "rejected",
}

FORBIDDEN = sorted({*product(MOVES, map(str, STATES))} - ARROWS.keys())


def where(move: str, state: str) -> Plan:
    """A plan whose first step is in this state, and of the sort this move is for."""
    fitting: dict[str, dict[str, Any]] = {
        "C waive": {"effect": False},
        "K hand": {"agent": HUMAN, "tool": ""},
    }
    return a_plan(a_step_in(state, 1, **fitting.get(move, {})), a_step(2))


@pytest.mark.parametrize(("move", "state"), ARROWS)
def test_every_arrow_leads_where_it_points(move: str, state: str):
    plan = where(move, state)

    moved = MOVES[move](plan)

    assert in_states(moved) == [ARROWS[move, state], "planned"]
    assert moved.version == plan.version + 1
    assert moved.is_open
    assert moved.steps[1:] == plan.steps[1:]


@pytest.mark.parametrize(("move", "state"), FORBIDDEN)
def test_where_there_is_no_arrow_the_move_is_refused_in_words(move: str, state: str):
    with pytest.raises(PlanMoveRefused, match=r"step 1|Step 1"):
        MOVES[move](where(move, state))


@pytest.mark.parametrize("status", [s for s in PlanStatus if s is not PlanStatus.OPEN])
@pytest.mark.parametrize("move", sorted(set(MOVES) - {"M found done", "N found undone"}))
def test_no_step_of_a_closed_plan_moves(move: str, status: PlanStatus):
    for state in STATES:
        with pytest.raises(PlanMoveRefused):
            MOVES[move](replace(where(move, state), status=status))


@pytest.mark.parametrize("state", STATES)
def test_a_plan_is_cancelled_whatever_its_step_is_doing(state: str):
    begun_with = a_plan_with(state, "completed")

    cancelled = transitions.cancel(begun_with, LATER)

    expected = {"running": "failed", "planned": "skipped", "awaiting": "skipped"}
    expected |= {"approved": "skipped", "with_person": "skipped"}
    assert in_states(cancelled) == [expected.get(state, state), "completed"]
    assert (cancelled.status, cancelled.reason) == (PlanStatus.CANCELLED, PlanReason.CANCELLED)
    if state in expected:
        assert (cancelled.step(1).reason, cancelled.step(1).ended_at) == ("cancelled", LATER)
    else:
        assert cancelled.steps == begun_with.steps


def test_what_was_done_in_a_cancelled_plan_can_still_be_found_out():
    cancelled = transitions.cancel(a_plan_with(UNCLEAR, "planned"), LATER)

    found = transitions.found_done(cancelled, 1, "it is there", LATER)

    assert in_states(found) == ["completed", "skipped"]
    assert (found.status, found.version) == (PlanStatus.CANCELLED, cancelled.version + 1)


@pytest.mark.parametrize("state", ["awaiting", "with_person"])
def test_silence_is_no_answer(state: str):
    lapsed = transitions.lapse(
        a_plan(a_step_in(state), a_step_in("awaiting", 2, request=OTHER)), CARD
    )

    again = lapsed.step(1)
    assert in_states(lapsed) == ["planned", "awaiting"]
    assert (again.reason, again.request, again.digest) == (Reason.EXPIRED, None, "")
    if state == "awaiting":
        assert in_states(transitions.ask(lapsed, 1, OTHER, DIGEST))[0] == "awaiting"


@pytest.mark.parametrize("state", sorted(set(STATES) - {"awaiting", "with_person"}))
def test_nothing_lapses_that_nobody_was_asked_about(state: str):
    plan = a_plan_with(state)

    assert transitions.lapse(plan, CARD) is plan


def test_an_approval_lets_through_what_its_own_card_showed_and_nothing_else():
    plan = a_plan(a_step_in("awaiting", request=OTHER))

    with pytest.raises(ApprovalVoid, match="Step 1 is no longer what was approved"):
        transitions.approve(plan, 1, CARD)


def test_what_starts_must_be_what_was_approved():
    with pytest.raises(ApprovalVoid, match="decide it anew"):
        transitions.start(a_plan_with("approved"), 1, "digest of something else", LATER)


def test_only_what_changes_nothing_is_let_through_without_being_shown():
    with pytest.raises(PlanMoveRefused, match="a person must decide it"):
        transitions.waive(a_plan_with("planned"), 1, DIGEST)


def test_nobody_approves_what_a_person_does_and_nobody_else_is_given_it():
    with pytest.raises(PlanMoveRefused, match="needs no approval"):
        transitions.ask(a_plan(a_step(agent=HUMAN)), 1, CARD, DIGEST)
    with pytest.raises(PlanMoveRefused, match="is for people, not for a person"):
        transitions.give_to_person(a_plan(a_step()), 1, CARD, LATER)
    with pytest.raises(PlanMoveRefused, match="a person must decide it"):
        transitions.waive(a_plan(a_step(agent=HUMAN, effect=False)), 1, DIGEST)


@pytest.mark.parametrize("state", ["planned", "awaiting", "approved", "running", "failed"])
def test_a_step_waits_for_what_it_needs(state: str):
    needed = a_step_in(state)
    does, hands = a_step_in("approved", 2, needs=(1,)), a_step(3, agent=HUMAN, needs=(1, 2))
    plan = a_plan(needed, does, hands)

    with pytest.raises(PlanMoveRefused, match="Step 2 has to wait for step 1"):
        transitions.start(plan, 2, DIGEST, LATER)
    with pytest.raises(PlanMoveRefused, match="Step 3 has to wait for step 1, 2"):
        transitions.give_to_person(plan, 3, CARD, LATER)


def test_nothing_starts_while_nobody_knows_what_happened():
    plan = a_plan_with(UNCLEAR, "approved")

    with pytest.raises(PlanMoveRefused, match="must be cleared up"):
        transitions.start(plan, 2, DIGEST, LATER)


def test_a_step_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(PlanMoveRefused, match="no step 7; the steps are: 1, 2"):
        transitions.reject(a_plan_with("planned", "planned"), 7, "no", LATER)


def test_what_happens_to_a_step_is_kept_with_it():
    plan = transitions.ask(a_plan(a_step()), 1, CARD, DIGEST)
    plan = transitions.approve(plan, 1, CARD, "go ahead")
    plan = transitions.start(plan, 1, DIGEST, NOON)
    plan = transitions.fail(plan, 1, Reason.EXHAUSTED, LATER, "too many calls")

    step = plan.step(1)
    assert (step.request, step.digest, step.feedback) == (CARD, DIGEST, "go ahead")
    assert (step.attempts, step.started_at, step.ended_at) == (1, NOON, LATER)
    assert (step.reason, step.reply) == (Reason.EXHAUSTED, "too many calls")


def test_an_edited_step_does_what_was_edited_and_is_decided_anew():
    edited = transitions.edit(a_plan_with("approved", "planned"), 1, EDIT).step(1)

    assert (edited.action, edited.updated_action) == ("Do thing 1", "Do it well")
    assert edited.current_action == "Do it well"
    assert (edited.arguments, edited.risk) == ({"name": "Jess"}, "high")
    assert (edited.status, edited.request, edited.digest) == (StepStatus.PLANNED, None, "")
    assert edited.feedback == ""
    said = transitions.edit(a_plan_with("awaiting"), 1, replace(EDIT, feedback="do it well"))
    assert said.step(1).feedback == "do it well"


def test_an_approval_that_is_void_is_gone():
    assert transitions.void(a_plan_with("approved"), 1) == a_plan(a_step(), version=2)


def test_a_step_is_tried_three_times_at_most():
    tried = a_step_in("failed", attempts=transitions.MAX_ATTEMPTS)

    with pytest.raises(PlanMoveRefused, match="tried 3 times"):
        transitions.retry(a_plan(tried), 1)


def test_a_step_tried_again_is_asked_about_again():
    again = transitions.retry(a_plan_with("failed"), 1).step(1)

    assert again == a_step(attempts=1)

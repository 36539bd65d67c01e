"""How a plan gets its steps: laid out, replanned once, revised when its owner says more."""

from dataclasses import replace
from typing import Any

import pytest

from agents.kit.outcome import HUMAN
from bot.domain.errors import PlanFlawed, PlanMoveRefused
from bot.domain.ids import StepId
from bot.domain.plans import draft
from bot.domain.plans.draft import Difference
from bot.domain.plans.plan import Clarification, Plan, PlanStatus
from bot.domain.plans.steps import MAX_STEPS, PlanStep
from tests.fakes.plans import UNCLEAR, a_plan, a_plan_with, a_step, a_step_in, in_states


def written(number: int, **changes: Any) -> PlanStep:
    """A step as a planner writes it, with an id of its own."""
    return a_step(number, id=StepId(f"new{number}"), **changes)


def failed_plan(*more: PlanStep) -> Plan:
    """The first step is done, the second failed."""
    return a_plan(a_step_in("completed"), a_step_in("failed", 2, needs=(1,)), *more)


def clarified(plan: Plan) -> Plan:
    return draft.clarify(plan, "She starts on Tuesday.")


def test_what_is_missing_is_asked_once_and_for_everything():
    asking = draft.ask_owner(a_plan(), "When does she start, and where?")
    assert asking.open_question == "When does she start, and where?"

    with pytest.raises(PlanMoveRefused, match="First this has to be answered: When"):
        draft.lay_out(asking, [a_step()])
    answered = draft.clarify(asking, "On Monday, in Rome.")
    with pytest.raises(PlanMoveRefused, match="has been asked already"):
        draft.ask_owner(answered, "And who is her mentor?")

    assert answered.open_question == ""
    laid_out = draft.lay_out(answered, [a_step()])
    assert laid_out.steps == (a_step(),)
    assert laid_out.clarifications == (
        Clarification("When does she start, and where?", "On Monday, in Rome.", is_heeded=True),
    )
    assert [p.version for p in (asking, answered, laid_out)] == [2, 3, 4]


def test_a_plan_with_steps_asks_nothing_more():
    with pytest.raises(PlanMoveRefused, match="has been asked already"):
        draft.ask_owner(a_plan(a_step()), "And?")


def test_a_person_may_say_more_unasked_but_not_for_ever():
    plan = a_plan(a_step())
    for _ in range(draft.MOST_CLARIFICATIONS):
        plan = clarified(plan)

    assert plan.clarifications[0] == Clarification(answer="She starts on Tuesday.")
    with pytest.raises(PlanMoveRefused, match="clarified often enough"):
        clarified(plan)
    with pytest.raises(PlanMoveRefused, match="say what should be different"):
        draft.clarify(a_plan(), "  ")


def test_steps_are_laid_out_in_the_order_of_their_numbers_and_once():
    plan = draft.lay_out(a_plan(), [a_step(2, needs=(1,)), a_step(1)])

    assert [step.number for step in plan.steps] == [1, 2]
    with pytest.raises(PlanMoveRefused, match="has its steps already"):
        draft.lay_out(plan, [a_step(3)])


@pytest.mark.parametrize("steps", [[], [a_step(2, needs=(1,))], [a_step()] * 2])
def test_what_is_no_plan_is_not_laid_out(steps: list[PlanStep]):
    with pytest.raises(PlanFlawed):
        draft.lay_out(a_plan(), steps)


def test_a_replan_keeps_what_is_done_and_shows_only_the_difference():
    plan = failed_plan(a_step(3, needs=(2,)), a_step_in("approved", 4, needs=(1,)))
    new = [written(2, action="Do it by hand", agent=HUMAN), written(3, needs=(2,))]

    after, difference = draft.replan(plan, [*new, written(4, needs=(1,))])

    assert difference == Difference(
        kept=(plan.step(1), plan.step(4)), dropped=(plan.step(2), plan.step(3)), new=tuple(new)
    )
    assert after.steps == (plan.step(1), *new, plan.step(4))
    assert after.former == difference.dropped
    assert (after.replans, after.version) == (1, plan.version + 1)
    assert not after.needs_replan


def test_a_step_behind_a_new_one_has_to_be_decided_anew_and_those_behind_it_too():
    behind = (a_step_in("approved", 3, needs=(2,)), a_step_in("approved", 4, needs=(3,)))

    after, difference = draft.replan(
        failed_plan(*behind),
        [written(2, action="Another way"), written(3, needs=(2,)), written(4, needs=(3,))],
    )

    assert [step.number for step in difference.new] == [2, 3, 4]
    assert in_states(after) == ["completed", "planned", "planned", "planned"]


def test_a_chain_that_stands_on_what_stays_is_kept_in_whatever_order_it_is_written():
    chain = (a_step_in("approved", 3, needs=(1,)), a_step_in("approved", 4, needs=(3,)))

    _, difference = draft.replan(
        failed_plan(*chain),
        [written(4, needs=(3,)), written(3, needs=(1,)), written(5)],
    )

    assert difference.kept[1:] == chain


@pytest.mark.parametrize(
    "change",
    [
        {"agent": "it_support"},
        {"tool": "find_employee"},
        {"action": "Do something else"},
        {"arguments": {"name": "Somebody else"}},
        {"arguments": {"name": True}},
        {"effect": False},
        {"risk": "high"},
        {"needs": ()},
    ],
    ids=str,
)
def test_a_step_that_is_not_word_for_word_the_same_is_a_new_one(change: dict[str, Any]):
    before = a_step_in("approved", 3, needs=(1,), arguments={"name": 1})
    same = {"needs": (1,), "arguments": {"name": 1}}
    steps = [written(2), written(3, **{**same, **change})]

    _, difference = draft.replan(failed_plan(before), steps)

    assert before in difference.dropped
    assert [step.number for step in difference.new] == [2, 3]


def test_a_step_somebody_edited_is_the_same_under_its_edited_words():
    edited = a_step_in("awaiting", 3, updated_action="Do it well")

    _, difference = draft.replan(
        failed_plan(edited), [written(2), written(3, action="Do it well")]
    )

    assert edited in difference.kept


def test_a_planner_may_repeat_what_is_decided_but_not_change_it():
    plan = failed_plan(a_step_in("rejected", 3))

    after, _ = draft.replan(plan, [written(1), written(3), written(4)])
    assert after.steps == (plan.step(1), plan.step(3), written(4))

    with pytest.raises(PlanFlawed, match="step 1 is completed and stays as it is"):
        draft.replan(plan, [written(1, action="Do it twice"), written(4)])
    with pytest.raises(PlanFlawed, match="step 4 needs step 3, rejected before"):
        draft.replan(plan, [written(4, needs=(3,))])


@pytest.mark.parametrize(
    ("steps", "flaw"),
    [
        ([], "something must be left to do"),
        ([written(1)], "something must be left to do"),
        ([written(3)], "something new"),
        ([written(4, needs=(2,))], "needs step 2, which does not exist"),
        ([written(n) for n in range(2, MAX_STEPS + 2)], "at most 6 steps, not 7"),
    ],
)
def test_what_does_not_take_the_place_of_a_failed_step_is_no_replan(
    steps: list[PlanStep], flaw: str
):
    with pytest.raises(PlanFlawed, match=flaw):
        draft.replan(failed_plan(a_step(3)), steps)


@pytest.mark.parametrize(
    "plan",
    [
        a_plan_with("planned"),
        a_plan_with("failed", "running"),
        a_plan_with("failed", UNCLEAR),
        replace(a_plan_with("failed", "running"), replans=1),
        a_plan(),
    ],
    ids=["nothing failed", "still running", "still unclear", "replanned before", "no steps"],
)
def test_a_plan_is_replanned_once_and_only_after_a_failure(plan: Plan):
    with pytest.raises(PlanMoveRefused, match="cannot be replanned now"):
        draft.replan(plan, [written(9)])


def test_a_plan_is_revised_when_its_owner_said_more_and_only_then():
    plan = a_plan(a_step_in("completed"), a_step_in("approved", 2), a_step_in("awaiting", 3))
    with pytest.raises(PlanMoveRefused, match="does not heed already"):
        draft.revise(plan, [written(2)])

    after, difference = draft.revise(clarified(plan), [written(2), written(3, action="Other")])

    assert difference.kept == plan.steps[:2]
    assert difference.dropped == plan.steps[2:]
    assert (after.replans, in_states(after)) == (0, ["completed", "approved", "planned"])
    with pytest.raises(PlanMoveRefused, match="does not heed already"):
        draft.revise(after, [written(2)])


def test_a_revision_may_leave_steps_out_but_not_all_of_them():
    plan = clarified(a_plan_with("completed", "planned", "planned"))

    after, _ = draft.revise(plan, [written(2)])

    assert in_states(after) == ["completed", "planned"]
    with pytest.raises(PlanFlawed, match="something must be left to do"):
        draft.revise(plan, [])


def test_everything_a_plan_ever_dropped_stays_known():
    plan = clarified(a_plan_with("planned", "planned"))

    once, _ = draft.revise(plan, [written(1), written(2, action="Other")])
    twice, _ = draft.revise(clarified(once), [written(1), written(2, action="Third")])

    assert [step.action for step in twice.former] == ["Do thing 2", "Other"]


@pytest.mark.parametrize("state", ["running", UNCLEAR])
def test_nothing_is_revised_under_a_running_step(state: str):
    with pytest.raises(PlanMoveRefused, match="while a step of it is running"):
        draft.revise(clarified(a_plan_with(state, "planned")), [written(2)])


@pytest.mark.parametrize("status", [s for s in PlanStatus if s is not PlanStatus.OPEN])
def test_a_closed_plan_gets_no_other_steps(status: PlanStatus):
    closed = a_plan(status=status)

    for move in (
        lambda: draft.ask_owner(closed, "When?"),
        lambda: clarified(closed),
        lambda: draft.lay_out(closed, [a_step()]),
        lambda: draft.replan(closed, [a_step()]),
        lambda: draft.revise(closed, [a_step()]),
    ):
        with pytest.raises(PlanMoveRefused, match=f"already {status}"):
            move()

"""What may be said to a plan: approve, edit, reject, clarify, stop; all at once or by step."""

import pytest

from agents.it_support.desk import ACCOUNTS, LAPTOPS
from agents.people.staff import EMPLOYEES
from agents.procurement.orders import ORDERS
from bot.core.verdicts.request_forms import find_problems, open_form
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind
from tests.journeys.conversation import THREAD, a_person
from tests.journeys.plans.planned import (
    GOAL,
    JESSICA,
    ONBOARDING,
    carry_out,
    counted,
    employees,
    hit,
    newest_card,
    plans_of,
    states,
    steps,
    tell,
    the_plan,
    with_planner,
    written,
)

ORDERING = steps(
    written(1, "procurement.order_item", item="monitor", for_whom=JESSICA),
    written(2, "procurement.order_item", item="desk", for_whom=JESSICA),
    written(3, "procurement.order_item", item="phone", for_whom=JESSICA),
)


@pytest.mark.proves("S2-38")
async def test_each_step_can_be_approved_by_its_button():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    first = await hit(conversation, "approve-1")
    await hit(conversation, "approve-2")
    last = await hit(conversation, "approve-3")

    assert "Step 1 is approved. Steps 2, 3 still wait" in first
    assert "The plan is done" in last
    assert conversation.pending == []


async def test_approving_all_never_runs_again_what_is_completed():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await hit(conversation, "approve-1")

    await tell(conversation, "approve all")

    assert (await counted(conversation))["employees"] == 1
    assert [step.attempts for step in the_plan(conversation).steps] == [1, 1, 1, 1]


@pytest.mark.proves("S2-06", "S2-68", "S2-72", "R2")
async def test_an_edited_action_is_what_runs():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    said = await tell(conversation, "edit 3 model=mac")
    await tell(conversation, "approve")

    rows = await conversation.rows(LAPTOPS)
    assert "Step 3 is changed and approved" in said
    assert [row["model"] for row in rows] == ["mac"]
    assert "model: mac" in the_plan(conversation).steps[2].updated_action


async def test_a_form_edits_a_step_too():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    card, ana = RequestId(newest_card(conversation)), a_person("ana")

    form = await open_form(conversation.services, card, ana, "edit-3")
    wrong = await find_problems(conversation.services, card, ana, "edit-3", {"model": "abacus"})
    fine = await find_problems(conversation.services, card, ana, "edit-3", {"model": "mac"})

    assert [field.name for field in form.fields] == ["employee", "model", "updated_action"]
    assert list(wrong) == ["model"]
    assert fine == {}
    await hit(conversation, "edit-3", employee=JESSICA, model="mac", updated_action="")
    await tell(conversation, "approve")
    assert [row["model"] for row in await conversation.rows(LAPTOPS)] == ["mac"]


async def test_a_value_that_does_not_fit_changes_nothing():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    said = await tell(conversation, "edit 3 model=abacus")

    assert "Arguments do not fit" in said
    assert states(conversation)[2] == "awaiting"


@pytest.mark.proves("S2-39")
async def test_a_step_in_other_words_is_planned_anew_and_shown_before_it_runs():
    edited = steps(written(3, "it_support.open_ticket", 1, problem="no laptop left"))
    conversation = await with_planner(ONBOARDING, edited)
    await tell(conversation, GOAL)
    old = newest_card(conversation)

    card = await tell(conversation, "edit 3 to open a ticket instead")
    late = await conversation.press_id(f"{old}:approve")
    none = await conversation.rows(LAPTOPS)
    await tell(conversation, "approve")

    assert "3. it_support: open ticket, after step 1\n   problem: no laptop left" in card
    assert "replaced by a newer request" in late
    assert none == await conversation.rows(LAPTOPS) == []
    assert states(conversation) == ["completed"] * 4


async def test_a_rejection_is_kept_with_its_reason_and_what_needs_it_is_skipped():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    said = await tell(conversation, "reject 1 because she has not signed")

    plan = the_plan(conversation)
    assert plan.steps[0].feedback == "she has not signed"
    assert states(conversation) == ["rejected", "skipped", "skipped", "skipped"]
    assert plan.status == "failed"
    assert "not done, rejected: 1." in said


async def test_rejecting_all_leaves_completed_steps_as_they_are():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await hit(conversation, "approve-1")

    said = await tell(conversation, "reject all because of the budget")

    assert "The plan has ended with 2 of 4 steps done" in said
    plan = the_plan(conversation)
    assert states(conversation) == ["completed", "rejected", "rejected", "completed"]
    assert plan.status == "completed"
    assert plan.steps[1].feedback == "the budget"


async def test_a_decision_is_never_overwritten():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    card = newest_card(conversation)
    await hit(conversation, "approve-1")

    again = await conversation.press_id(f"{card}:reject-1")
    await carry_out(conversation)

    assert "already completed" in again
    assert states(conversation)[0] == "completed"


@pytest.mark.proves("S2-40")
async def test_a_remark_revises_the_plan_and_tells_only_the_difference():
    revised = steps(
        written(1, "people.register_employee", name=JESSICA, role="manager", start_date="Monday"),
        written(2, "it_support.create_account", 1, employee=JESSICA),
        written(5, "people.set_up_benefits", 1, employee=JESSICA),
    )
    conversation = await with_planner(ONBOARDING, revised)
    await tell(conversation, GOAL)

    said = await tell(conversation, "clarify: no laptop, but benefits")
    await tell(conversation, "approve")

    assert "- gone: step 3, Do it_support.set_up_laptop for step 3" in said
    assert "- new: step 5, Do people.set_up_benefits for step 5" in said
    assert "Unchanged: step 1, 2." in said
    assert await conversation.rows(LAPTOPS) == []
    assert [row["benefits"] for row in await conversation.rows(EMPLOYEES)] == ["standard"]


async def test_a_remark_that_cannot_be_planned_changes_nothing():
    conversation = await with_planner(ONBOARDING, "nonsense")
    await tell(conversation, GOAL)

    said = await tell(conversation, "clarify: make it nicer")

    assert "nothing was changed" in said
    assert states(conversation) == ["awaiting", "awaiting", "awaiting", "approved"]


@pytest.mark.parametrize("word", ["stop", "cancel the plan", "plan cancel"])
async def test_a_plan_is_cancelled_with_a_word(word: str):
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await hit(conversation, "approve-1")

    said = await tell(conversation, word)

    assert "The plan is cancelled" in said
    assert states(conversation) == ["completed", "skipped", "skipped", "completed"]
    assert conversation.pending == []
    assert await conversation.rows(ACCOUNTS) == []


async def test_new_leaves_a_plan_and_reset_cancels_it():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    await tell(conversation, "new")
    kept = the_plan(conversation).status
    await tell(conversation, "reset")

    assert (kept, the_plan(conversation).status) == ("open", "cancelled")
    assert conversation.pending == []


async def test_forgetting_somebody_forgets_their_plans():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    await tell(conversation, "forget yes")

    assert plans_of(conversation) == []
    assert conversation.store.tables.agent_messages == {}


async def test_silence_is_no_rejection():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    (request,) = conversation.pending
    conversation.clock.pass_time(hours=25)

    said = await conversation.ring("expire", request)
    lapsed = [(step.status, step.reason) for step in the_plan(conversation).steps[:3]]
    asked = await tell(conversation, "plan show")
    await tell(conversation, "approve")

    assert "Nobody answered in time" in said
    assert lapsed == [("planned", "expired")] * 3
    assert "1. people: register employee" in asked
    assert states(conversation) == ["completed"] * 4


async def test_plans_are_listed_and_shown():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await hit(conversation, "approve-1")
    plan = the_plan(conversation)

    listed, tasks = await tell(conversation, "plans"), await tell(conversation, "tasks")
    requests = await tell(conversation, "requests")
    shown = await tell(conversation, f"plan show {plan.id}")

    assert f"plan {plan.id}: {GOAL} (open; 2 of 4 steps done, 2 pending)" in listed
    assert f"plan {plan.id}" in tasks
    assert "plan, waits for ana" in requests
    assert "✓ 1. people: Do people.register_employee for step 1 [completed]" in shown
    assert "? 2. it_support:" in shown


async def test_the_card_follows_the_plan():
    conversation = await with_planner(ORDERING)
    await tell(conversation, "plan: furnish the room of Jessica Smith")
    card = newest_card(conversation)

    await hit(conversation, "approve-1")
    open_ = [change for change in conversation.changes if change.request == card][-1]
    await hit(conversation, "reject")
    locked = [change for change in conversation.changes if change.request == card][-1]

    assert open_.kind == "update"
    assert open_.plan is not None
    assert [step.sign for step in open_.plan.steps] == ["●", "?", "?"]
    assert locked.kind == "outcome"
    assert len(await conversation.rows(ORDERS)) == 1
    assert await employees(conversation) == []


@pytest.mark.parametrize("kind", [Kind.EDIT, Kind.DELETION])
async def test_a_goal_that_is_taken_back_takes_its_plan_with_it(kind: Kind):
    conversation = await with_planner(ONBOARDING)
    ana = a_person("ana")
    goal = Incoming("goal", THREAD, ana, text=GOAL, message="m1")
    await conversation.take(goal)
    card = newest_card(conversation)

    changed = "what can you do?" if kind is Kind.EDIT else ""
    said = await conversation.take(Incoming("later", THREAD, ana, kind, changed, message="m1"))
    late = await conversation.press_id(f"{card}:approve")

    assert "What this plan was for has changed" in said
    assert plans_of(conversation)[0].status == "cancelled"
    assert "already cancelled" in late
    assert await employees(conversation) == []

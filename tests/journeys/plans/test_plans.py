"""From a goal to finished steps: made, decided on one card, carried out, counted."""

import pytest

from agents.kit.values.model import Finish, ModelReply, Purpose, Usage
from bot.domain.budget import TurnLimits
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import (
    GOAL,
    JESSICA,
    ONBOARDING,
    carry_out,
    counted,
    employees,
    outcome,
    planning,
    plans_of,
    states,
    steps,
    tell,
    the_plan,
    with_planner,
    written,
)

ONE_OF_EACH = {"employees": 1, "accounts": 1, "laptops": 1, "orientations": 1}


@pytest.mark.proves("S2-01", "S2-04", "S2-06", "S2-66", "S2-69", "S2-70", "S2-73")
async def test_an_onboarding_goes_from_its_goal_to_finished_steps_without_a_model():
    conversation = await a_conversation()

    card = await tell(conversation, GOAL)
    before = await counted(conversation)
    done = await tell(conversation, "approve")

    assert "1. people: register employee" in card
    assert "   role: marketing manager" in card
    assert "   start_date: 2026-11-23" in card
    assert set(before.values()) == {0}
    assert states(conversation) == ["completed"] * 4
    assert await counted(conversation) == ONE_OF_EACH
    assert f"The plan is done: {GOAL}" in done


async def test_what_is_missing_is_asked_once_for_everything():
    conversation = await a_conversation()

    asked = await tell(conversation, "plan: onboard somebody")
    card = await tell(conversation, "Tom Miller, developer, Tuesday")

    assert "full name" in asked
    assert "role" in asked
    assert "a day" in asked
    assert "   name: Tom Miller" in card
    assert "   role: developer" in card


async def test_a_digression_does_not_answer_what_the_planner_asked():
    conversation = await a_conversation()
    await tell(conversation, "plan: onboard somebody")

    said = await tell(conversation, "what does a share of Apple cost?")
    card = await tell(conversation, "Tom Miller, developer, Tuesday")

    assert "AAPL" in said
    assert "To plan this I need" in said
    assert "   name: Tom Miller" in card


@pytest.mark.proves("R25")
async def test_reads_need_no_card_and_the_rest_needs_one():
    reading = await with_planner(
        steps(
            written(1, "people.list_starters"),
            written(2, "it_support.list_access", employee=JESSICA),
        )
    )
    onboarding = await with_planner(ONBOARDING)

    await tell(reading, "make a plan to look around")
    await tell(onboarding, GOAL)

    assert len(reading.store.tables.requests) == 0
    assert states(reading)[0] == "completed"
    assert [r.kind for r in onboarding.store.tables.requests.values()] == ["plan"]
    await tell(onboarding, "approve")
    assert len(onboarding.store.tables.requests) == 1


async def test_a_step_runs_once_what_it_needs_is_done():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    said = await tell(conversation, "approve 2")
    waiting = states(conversation)
    await tell(conversation, "approve")

    assert "Steps 1, 3 still wait" in said
    assert waiting == ["awaiting", "approved", "awaiting", "approved"]
    assert states(conversation) == ["completed"] * 4


async def test_small_talk_makes_no_plan():
    conversation = await with_planner(outcome("no_plan", "small talk"))

    said = await tell(conversation, "plan: how are you?")

    assert plans_of(conversation) == []
    assert "What can I do for you?" in said


async def test_a_goal_for_one_function_is_a_plan_of_one_step():
    one = steps(written(1, "people.set_up_benefits", employee=JESSICA))
    conversation = await with_planner(one)

    card = await tell(conversation, "plan: benefits for Jessica Smith")

    assert "1. people: set up benefits" in card
    assert states(conversation) == ["awaiting"]


async def test_what_is_out_of_scope_is_refused_and_nothing_is_changed():
    conversation = await with_planner(outcome("out_of_scope", "harmful"))

    said = await tell(conversation, "plan: rob a bank and flee")

    assert "outside what I can help with. Nothing was changed." in said
    assert plans_of(conversation) == []


async def test_a_plan_for_people_alone_is_none_of_ours():
    human = steps(written(1, "human"), written(2, "human"))
    conversation = await with_planner(human)

    said = await tell(conversation, "plan: paint the house and mow the lawn")

    assert "Nothing was changed." in said
    assert plans_of(conversation) == []


async def test_a_step_no_tool_can_do_is_plainly_for_a_person():
    conversation = await with_planner(
        steps(written(1, "people.list_starters"), written(2, "human", 1), written(3, "human", 2))
    )

    said = await tell(conversation, "plan: show starters around")
    then = await tell(conversation, "done")
    end = await tell(conversation, "done")

    assert "Step 2 is for a person" in said
    assert "Step 3 is for a person" in then
    assert "The plan is done" in end


BAD = [
    "not JSON at all",
    steps(written(1, "people.fly_to_the_moon"), written(2, "human")),
    steps(
        written(1, "people.register_employee", name=JESSICA),
        written(2, "it_support.create_account", employee=JESSICA),
    ),
    steps(
        written(1, "it_support.create_account", 2, employee=JESSICA),
        written(2, "people.list_starters", 1),
    ),
    steps(
        *(written(number, "people.list_starters") for number in range(1, 8)),
    ),
    steps(
        written(1, "people.list_starters"),
        written(2, "it_support.create_account", 1, employee="<name from step 1>"),
    ),
]


@pytest.mark.parametrize("bad", BAD)
async def test_a_bad_plan_is_told_to_the_planner_and_written_again(bad: str):
    conversation = await with_planner(bad, ONBOARDING)

    card = await tell(conversation, GOAL)

    assert "1. people: register employee" in card
    again = [call for call in conversation.model.calls if call.purpose is Purpose.PLAN][1]
    assert "That cannot be used" in again.messages[-1].content


@pytest.mark.proves("R12")
async def test_after_three_bad_plans_it_says_so_and_has_changed_nothing():
    conversation = await with_planner("nonsense")

    said = await tell(conversation, GOAL)

    assert "I could not make a plan of that. Nothing was changed." in said
    assert conversation.model.purposes.count("plan:planner") == 3
    assert plans_of(conversation) == []


async def test_two_plans_in_a_session_are_told_apart():
    second = steps(
        written(1, "it_support.open_ticket", problem="no light"),
        written(2, "it_support.open_ticket", problem="no heat"),
    )
    conversation = await with_planner(ONBOARDING, second)
    await tell(conversation, GOAL)
    await tell(conversation, "plan: mend the office")

    asked = await tell(conversation, "approve")
    await tell(conversation, "approve 3")
    first, other = plans_of(conversation)

    assert "Which one do you mean?" in asked
    assert states(conversation, first.id)[2] == "approved"
    assert states(conversation, other.id) == ["awaiting", "awaiting"]


@pytest.mark.proves("R5", "S2-06", "S2-68")
async def test_nobody_else_decides_ones_plan():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    card = next(iter(conversation.store.tables.requests))

    said = await conversation.press_id(f"{card}:approve", user="ben")
    one = await conversation.press_id(f"{card}:approve-1", user="ben")
    edited = await conversation.press_id(f"{card}:edit-1", user="ben", role="boss")
    await carry_out(conversation)

    assert "You cannot decide this" in said
    assert "You cannot decide this" in one
    assert "You cannot decide this" in edited
    assert states(conversation)[0] == "awaiting"
    assert await employees(conversation) == []


async def test_a_plan_is_kept_within_the_budget_of_a_turn():
    limits = TurnLimits(model_calls=2)
    conversation = await a_conversation(puppet(planning("nonsense")), limits=limits)

    said = await tell(conversation, GOAL)

    assert "used up 2 model calls" in said
    assert plans_of(conversation) == []


async def test_a_question_that_several_models_answered_uses_up_so_many_calls():
    answer = ModelReply("nonsense", (), Finish.STOP, Usage(answers=3))
    limits = TurnLimits(model_calls=4)
    conversation = await a_conversation(puppet(planning(answer)), limits=limits)

    said = await tell(conversation, GOAL)

    assert "used up 4 model calls" in said
    assert len(conversation.model.calls) == 2


@pytest.mark.proves("S2-31", "S2-74")
async def test_what_agents_say_of_a_plan_is_kept_in_order():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await tell(conversation, "approve")

    plan = the_plan(conversation)
    said = await conversation.services.plans.messages(plan.owner, 50)
    sources = [message.source for message in said]

    assert sources[:4] == ["ana", "planner", "planner", "ana"]
    assert sources[-1] == "planner"
    assert [m.source for m in said if m.step == plan.steps[0].id] == ["planner", "people"]

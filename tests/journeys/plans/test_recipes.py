"""Recipes: a plan that an author wrote, filled in by a person, decided like any other."""

from collections.abc import Sequence

import pytest

from agents.catalogue import AGENTS
from agents.kit import Agent, Recipe, RecipeStep, Turn, hand_over
from agents.kit.outcome import Outcome, done
from agents.people.agent import FullName, Role
from agents.people.staff import EMPLOYEES
from agents.procurement.agent import OrderNumber
from tests.journeys.by_rules.without_a_model import by_rules
from tests.journeys.conversation import a_conversation
from tests.journeys.plans.planned import JESSICA, counted, states, tell, the_plan

WISH = "Onboard Jessica Smith as an engineer on Monday"
STEPS = [
    ("people", "register_employee", ()),
    ("it_support", "create_account", (1,)),
    ("it_support", "set_up_laptop", (1,)),
    ("people", "schedule_orientation", (1,)),
]


def greeted(steps: Sequence[RecipeStep]) -> list[Agent]:
    """The agents that come along, and a recipe for greeting somebody."""
    recipe = Recipe(
        name="greet",
        description="Welcomes somebody with a card.",
        slots={"name": FullName, "role": Role},
        steps=steps,
    )
    return [*AGENTS, recipe.agent]


@pytest.mark.proves("S2-01", "S2-06", "S2-69", "S2-73")
async def test_a_newcomer_is_onboarded_without_a_model():
    conversation = await by_rules()

    asked = [await tell(conversation, words) for words in (WISH, JESSICA)]
    card = await tell(conversation, "engineer")
    before = await counted(conversation)
    told = await tell(conversation, "approve")

    assert asked == [
        "I have the start date: 2026-11-23. What is the full name?",
        "I have the full name: Jessica Smith; the start date: 2026-11-23. What is the role?",
    ]
    assert "4. people: schedule orientation, after step 1\n   employee: Jessica Smith" in card
    assert set(before.values()) == {0}
    assert [(s.agent, s.tool, s.needs) for s in the_plan(conversation).steps] == STEPS
    assert states(conversation) == ["completed"] * 4
    assert await counted(conversation) == {
        "employees": 1,
        "accounts": 1,
        "laptops": 1,
        "orientations": 1,
    }
    assert f"The plan is done: {WISH}" in told
    assert conversation.model.calls == []


async def test_with_a_model_a_whole_sentence_fills_the_recipe():
    conversation = await a_conversation()

    card = await tell(conversation, WISH)

    assert "   name: Jessica Smith\n   role: engineer\n   start_date: 2026-11-23" in card
    assert [step.action for step in the_plan(conversation).steps] == [
        "Register Jessica Smith as engineer from 2026-11-23",
        "Create an account for Jessica Smith",
        "Set up a laptop for Jessica Smith by 2026-11-23",
        "Show Jessica Smith around on 2026-11-23",
    ]
    assert not [call for call in conversation.model.calls if call.purpose == "plan"]


async def test_what_was_said_for_a_slot_counts_as_said_for_the_steps():
    conversation = await by_rules()
    for words in (WISH, JESSICA, "engineer"):
        card = await tell(conversation, words)

    assert "you did not give these yourself" not in card
    assert [one.answer for one in the_plan(conversation).clarifications] == [JESSICA, "engineer"]


async def test_what_another_agent_hands_over_was_said_by_nobody():
    async def ask_for_it(turn: Turn) -> Outcome:
        is_answered = len(turn.said) > 1
        return done(turn.said[-1]) if is_answered else hand_over("undo", "order 7")

    asker = Agent(name="asker", description="Undoes.", introduction="Undoing", run=ask_for_it)
    step = RecipeStep("procurement", "cancel_order", "Cancel {order}", {"order": "{order}"})
    undo = Recipe("undo", "Takes back an order.", {"order": OrderNumber}, [step]).agent
    conversation = await by_rules([*AGENTS, undo, asker])

    card = await tell(conversation, "@asker the last one, please")

    assert the_plan(conversation).goal == "the last one, please"
    assert "you did not give these yourself: order" in card
    assert "undo has laid out a plan for this; people decide its steps." in card
    assert await conversation.stack() == []


@pytest.mark.parametrize("words", ["plan: {}", "@planner {}", "/plan {}"])
async def test_a_planner_without_a_model_takes_the_recipe_for_a_goal(words: str):
    conversation = await by_rules()

    asked = await tell(conversation, words.format(WISH))

    assert asked.endswith("What is the full name?")
    assert await conversation.stack() == ["onboard"]


@pytest.mark.parametrize("words", ["plan: {}", "@planner {}"])
@pytest.mark.parametrize("goal", ["a party on Friday", "order a laptop for Ben", "hello"])
async def test_without_a_recipe_it_says_that_it_needs_a_model(words: str, goal: str):
    conversation = await by_rules()

    said = await tell(conversation, words.format(goal))

    assert said == "Making a plan needs a language model, and none is set up here."
    assert await conversation.stack() == []


async def test_a_value_that_fits_the_recipe_and_not_its_step_is_asked_for_again():
    conversation = await by_rules(
        greeted([
            RecipeStep(
                "people",
                "register_employee",
                "Register {name}",
                {"name": "{name}", "role": "{role}", "start_date": "{role}"},
            )
        ])
    )  # fmt: skip

    await tell(conversation, "@greet")
    await tell(conversation, "Eve Moss")
    said = await tell(conversation, "engineer")

    assert "No plan can be made of that: step 1: arguments do not fit: start_date" in said
    assert conversation.store.tables.plans == {}
    assert await conversation.rows(EMPLOYEES) == []


async def test_a_stopped_recipe_leaves_no_plan():
    conversation = await by_rules()
    await tell(conversation, WISH)

    said = await tell(conversation, "stop")

    assert said.startswith("Stopped: onboard.")
    assert conversation.store.tables.plans == {}

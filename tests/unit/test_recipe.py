"""Recipes as their authors write them: slots, steps, and what is wrong with them."""

from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from agents.catalogue import AGENTS
from agents.kit import Agent, Day, Money, Recipe, RecipeStep, Secret, Turn
from agents.kit.lint import findings, warnings
from agents.kit.values.errors import AuthorError
from agents.people.onboarding import onboard
from bot.bootstrap.agent_modules import agents_of
from bot.core.state.catalogue import Catalogue
from bot.domain.plans.steps import MAX_STEPS

Name = Annotated[str, Field(description="the name")]
STEP = RecipeStep("people", "find_employee", "Look up {name}", {"name": "{name}"})

recipe = Recipe(
    "look_up",
    "Looks somebody up in two places.",
    slots={"name": Name},
    steps=[STEP],
    introduction="Looking somebody up",
)


def a_recipe(*steps: RecipeStep, **slots: Any) -> Agent:
    return Recipe("mine", "Does it.", {"name": Name, **slots}, steps, introduction="It").agent


def wrong(*steps: RecipeStep, **slots: Any) -> list[str]:
    """What lint finds, without whose it is."""
    found = findings((*AGENTS, a_recipe(*steps, **slots)))
    return [text.removeprefix("mine: ") for text in found]


def test_a_recipe_is_a_form_that_works_without_a_model():
    assert onboard.is_form
    assert not onboard.needs_model
    assert [tool.name for tool in onboard.tools] == ["onboard"]


def test_the_planner_is_not_offered_what_is_a_plan_itself():
    catalogue = Catalogue.of(AGENTS)

    assert "onboard" in catalogue.agents
    assert "onboard" not in {offer.agent for offer in catalogue.offers}


def test_a_value_that_stands_alone_keeps_its_type_and_another_is_text():
    step = RecipeStep("a", "b", "Pay {sum}", {"n": "{sum}", "note": "{sum} euros", "l": ["{sum}"]})

    assert step.filled({"sum": 5}) == RecipeStep(
        "a", "b", "Pay 5", {"n": 5, "note": "5 euros", "l": [5]}
    )


def test_braces_in_a_value_are_no_slots():
    assert STEP.filled({"name": "{name} {day}"}).arguments == {"name": "{name} {day}"}


def test_a_slot_that_takes_none_may_be_left_out():
    made = a_recipe(STEP, day=Annotated[Day | None, Field(description="the day")], sum=Money)

    required = {n: f.is_required() for n, f in made.tools[0].parameters.model_fields.items()}

    assert required == {"name": True, "day": False, "sum": True}


@pytest.mark.parametrize(
    ("slots", "told"),
    [
        ({"name": Secret}, "no Secret and no Turn"),
        ({"turn": Turn}, "no Secret and no Turn"),
        (["name"], "slots is a dict of names and their types"),
        ({"a b": str}, "slots is a dict of names and their types"),
        ({"thing": type("Thing", (), {})}, "has a type that no model can fill in"),
    ],
)
def test_what_is_no_slot_is_told_at_once(slots: Any, told: str):
    with pytest.raises(AuthorError, match=told):
        Recipe("mine", "Does it.", slots, [STEP])


def test_a_word_there_is_not_is_told_with_the_one_that_may_be_meant():
    with pytest.raises(AuthorError, match="there is no word step; did you mean steps"):
        Recipe("mine", "Does it.", {}, step=[])  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (
            RecipeStep("people", "find_employee", "Find {nam}", {"name": "{name}"}),
            "its step 1 names the unknown slot “nam” (did you mean name?).",
        ),
        (
            RecipeStep("peple", "find_employee", "Find {name}"),
            "its step 1 names the unknown agent “peple” (did you mean people?).",
        ),
        (
            RecipeStep("people", "find_employe", "Find {name}"),
            "its step 1 names the unknown tool people.find_employe (did you mean find_employee?).",
        ),
        (
            RecipeStep("people", "find_employee", "Find {name}", {"nme": "{name}"}, needs=[2]),
            "its step 1 gives “nme”, which find_employee does not take (did you mean name?).",
        ),
        (
            RecipeStep("people", "find_employee", "Find {name}"),
            "its step 1 does not give “name”, and needs no step that could tell it.",
        ),
        (
            RecipeStep("people", "find_employee", "", {"name": "{name}"}),
            "its step 1 has no action, the sentence that people read.",
        ),
        (
            RecipeStep("people", "find_employee", "Find {name}", {"name": "{name}"}, needs=[1]),
            "its step 1 needs step 1, which is not an earlier one.",
        ),
        (
            RecipeStep("people", "list_starters", "See {name}", {"day": "soonish"}),
            "its step 1 gives a “day” that does not fit: ",
        ),
        (
            RecipeStep("debate", "start", "Argue with {name}"),
            "its step 1 names debate, which does no single thing.",
        ),
        (
            RecipeStep("onboard", "onboard", "Onboard {name}"),
            "its step 1 names onboard, which does no single thing.",
        ),
        (
            RecipeStep("human", "shake", "Shake hands with {name}"),
            "its step 1 is for a person, who has no tool shake.",
        ),
    ],
)
def test_a_step_that_could_never_run_is_told_to_its_author(step: RecipeStep, told: str):
    assert any(text.startswith(told) for text in wrong(step))


def test_a_step_in_words_with_a_gap_is_told():
    step = RecipeStep("human", "", "Show {name} around {where}")

    assert wrong(step, where=Annotated[str | None, Field(description="the place")]) == [
        "its step 1 names “where” in a sentence, which would have a gap where it is left out."
    ]


def test_a_recipe_has_no_more_steps_than_a_plan():
    assert wrong(*[STEP] * MAX_STEPS) == []
    assert wrong(*[STEP] * (MAX_STEPS + 1)) == ["has 7 steps, and a plan at most 6."]


def test_what_people_cannot_type_is_no_slot():
    assert wrong(STEP, others=list[str]) == [
        "a slot of it is no single value that people can type."
    ]


def test_a_slot_that_no_step_uses_is_doubted():
    made = a_recipe(STEP, day=Annotated[Day, Field(description="the day")])

    assert "mine: asks for “day”, which no step uses." in warnings((*AGENTS, made))


def test_a_module_may_hold_the_recipe_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lines = ["from agents.kit import Recipe", "one = Recipe('one', 'Does it.', {}, [])"]
    (tmp_path / "recipe_of_mine.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)

    assert [agent.name for agent in agents_of("recipe_of_mine")] == ["one"]
    assert agents_of(f"{__name__}:recipe") == (recipe.agent,)

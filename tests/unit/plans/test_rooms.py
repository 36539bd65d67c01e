"""Where the parts of planning stand: one verb, one file, as a reader of the list expects."""

from importlib import import_module

import pytest

from agents.kit import Agent


@pytest.mark.proves("S2-76")
@pytest.mark.parametrize(
    ("room", "verbs"),
    [
        ("bot.core.plans.create", {"begin_plan", "go_on_planning"}),
        ("bot.core.plans.planner", {"ask_planner"}),
        ("bot.core.plans.verdicts", {"decide_plan"}),
        ("bot.core.plans.steps", {"run_step_job", "resume_step"}),
        ("bot.core.plans.turn_plans", {"find_plan", "keep_plan", "note_message"}),
        ("bot.core.agents.run", {"run_task"}),
        ("bot.storage.turns.plans", {"save_plans"}),
        ("bot.platforms.http.plan_decisions", {"PlanDecisionEndpoints"}),
    ],
)
def test_each_verb_of_planning_has_its_own_file(room: str, verbs: set[str]):
    owned = {name for name, one in vars(import_module(room)).items() if _is_of(one, room)}

    assert verbs <= owned


@pytest.mark.proves("S2-76")
@pytest.mark.parametrize(
    "desk", ["people", "it_support", "procurement", "marketing", "legal", "product", "general"]
)
def test_each_desk_has_its_own_file(desk: str):
    named = vars(import_module(f"agents.{desk}.agent")).values()

    assert [one.name for one in named if isinstance(one, Agent)] == [desk]


def _is_of(value: object, room: str) -> bool:
    return getattr(value, "__module__", "") == room

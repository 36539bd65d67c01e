"""Agents inside a script: found by lint, ruled by the operator, listed, never routed to."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from agents.kit import Agent, EffectKey, Fact, Tool, Turn, everyone, tool
from agents.kit.lint import findings, warnings
from agents.kit.tasks import TaskLoop
from bot.bootstrap.agents import ruled
from bot.core.state.catalogue import Catalogue
from bot.settings import read_settings
from tests.fakes.command_line import command

SPENT = Fact("spent", "money that was spent")


@tool(effect=True)
def pay(amount: int, key: EffectKey) -> str:
    """Pay an amount."""
    return f"paid {amount}"


def a_desk(*tools: Tool, name: str = "desk", inside: str = "clerk", **details: object) -> Agent:
    clerk = Agent(name=inside, description="Pays.", prompt="Pay.", tools=tools)
    shown = {"description": f"The {name}.", "introduction": f"The {name}", **details}
    return Agent(name=name, script=TaskLoop(agent=clerk), **shown)  # type: ignore[arg-type]


def test_everyone_is_there_once():
    desk = a_desk(pay)

    assert [agent.name for agent in everyone((desk, desk))] == ["desk", "clerk"]


def test_nobody_is_routed_to_an_inner_agent_but_it_can_be_found_to_act():
    catalogue = Catalogue.of((a_desk(pay, private=True),))

    assert list(catalogue.agents) == ["desk"]
    assert catalogue.get("clerk") is None
    actor = catalogue.actor("clerk")
    assert actor is not None
    assert actor.private


def test_lint_looks_inside():
    @tool(provides=[SPENT])
    def spend() -> str:
        """Spend."""
        return "spent"

    assert findings((a_desk(spend),)) == [
        "clerk.spend: provides a fact but takes no Turn, so it can never establish it."
    ]


def test_an_inner_tool_may_require_only_what_somebody_provides():
    @tool(requires=[SPENT])
    def count() -> str:
        """Count."""
        return "0"

    assert findings((a_desk(count),)) == ["clerk: requires spent, which no agent provides."]


def test_what_only_an_inner_tool_requires_is_not_idle():
    @tool(requires=[SPENT])
    def count() -> str:
        """Count."""
        return "0"

    @tool(provides=[SPENT])
    def spend(turn: Turn) -> str:
        """Spend."""
        return "spent"

    shop = Agent(
        name="shop", description="A shop.", introduction="x", prompt="Sell.", tools=(spend,)
    )

    assert findings((a_desk(count), shop)) == []
    assert warnings((a_desk(count), shop)) == []


def test_one_name_is_one_agent_wherever_it_acts():
    other = replace(pay, risk="high")
    agents = (a_desk(pay), a_desk(other, name="office"))

    assert findings(agents) == [
        "clerk: not the same agent inside office as elsewhere; give each its own name."
    ]


def test_an_agent_with_a_script_has_no_tools_itself():
    assert findings((a_desk(pay, tools=(pay,)),)) == [
        "desk: has a script, so it can be no function and have no tools itself."
    ]


def test_an_inner_agent_need_not_be_introduced_but_its_tools_are_doubted_like_any():
    @tool(effect=True)
    def shout(turn: Turn) -> str:
        """Shout."""
        return "!"

    assert warnings((a_desk(shout),)) == [
        (
            "clerk: shout has an effect but neither takes an EffectKey nor can be asked for the "
            "outcome; after a crash a person must look whether it happened."
        )
    ]


def test_the_operators_second_person_is_asked_inside_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_FOUR_EYES", "clerk.pay")

    (desk,) = ruled((a_desk(pay),), read_settings()).agents

    rule = desk.inner[0].tools[0].approval
    assert rule is not None
    assert rule.policy == "four_eyes"


MODULE = """
from agents.kit import Agent, tool
from agents.kit.tasks import TaskLoop

@tool
def count(words: str) -> str:
    "Count words."
    return str(len(words.split()))

counter = Agent(name="counter", description="Counts words.", prompt="Count.", tools=(count,))
desk = Agent(
    name="desk", description="Looks after texts.", introduction="Texts",
    script=TaskLoop(agent=counter),
)
"""


def test_a_module_of_an_author_offers_the_tree_and_not_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "texts.py").write_text(MODULE, encoding="utf-8")

    listed = command("agents", env={"FRONTDESK_AGENTS": "texts"}).output.splitlines()

    rows = {line.split()[0]: line for line in listed}
    assert rows["desk"].endswith("plays counter")
    assert "counter" not in rows

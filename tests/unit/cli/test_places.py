"""What is wrong between agents is shown with the lines of all of them."""

from pathlib import Path

import pytest

from tests.fakes.command_line import command

CIRCLE = """
from agents.kit import Agent, Fact, Turn, tool

Paid, Seen = Fact("Paid", "a payment"), Fact("Seen", "a look")

@tool(requires=[Seen], provides=[Paid])
def pay(turn: Turn) -> str:
    "Pay."

@tool(requires=[Paid], provides=[Seen])
def see(turn: Turn) -> str:
    "See."

payer = Agent(
    name="payer", description="Pays.", introduction="Paying", prompt="x", tools=(pay,))
seer = Agent(
    name="seer", description="Looks.", introduction="Looking", prompt="x", tools=(see,))
"""


def test_prerequisites_in_a_circle_are_shown_where_their_agents_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "circle.py").write_text(CIRCLE, encoding="utf-8")

    shown = command("lint", env={"FRONTDESK_AGENTS": "circle"})

    assert shown.exit_code == 1
    told, *_ = shown.output.splitlines()
    assert told == (
        "error: seer, payer: cyclic prerequisites: Seen (seer) needs Paid (payer) needs Seen. "
        "(circle.py:17, circle.py:15)"
    )


def test_an_agent_that_takes_the_place_of_another_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    module = """
from dataclasses import replace

from agents.people.agent import people as theirs

people = replace(theirs, description="Our own desk for people.")
"""
    (tmp_path / "own_people.py").write_text(module, encoding="utf-8")

    shown = command("lint", env={"FRONTDESK_AGENTS": "own_people"})

    told = shown.output.splitlines()[0]
    assert told == (
        "warning: people: takes the place of the one that comes along. (own_people.py)"
    )
    assert shown.exit_code == 0


def test_a_recipe_that_comes_along_makes_room_where_its_agents_were_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    module = """
from dataclasses import replace

from agents.people.agent import people as theirs

people = replace(theirs, tools=theirs.tools[1:])
"""
    (tmp_path / "fewer_tools.py").write_text(module, encoding="utf-8")

    shown = command("lint", env={"FRONTDESK_AGENTS": "fewer_tools"})

    assert shown.output.splitlines()[1].startswith(
        "warning: onboard: its step 1 names the unknown tool people.register_employee ("
    )
    assert "So this recipe is left out." in shown.output
    assert shown.exit_code == 0


def test_a_name_that_cannot_be_is_shown_where_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    module = """
from agents.kit import Agent

odd = Agent(name="an odd-agent", description="Odd.", introduction="Odd", prompt="x")
"""
    (tmp_path / "odd_name.py").write_text(module, encoding="utf-8")

    shown = command("lint", env={"FRONTDESK_AGENTS": "odd_name"})

    assert shown.output.splitlines()[0].startswith("error: an odd-agent: not a valid name;")
    assert shown.output.splitlines()[0].endswith("(odd_name.py:4)")


@pytest.mark.parametrize(
    ("source", "instead"),
    [
        ("weather/agent.py", "weather.agent"),
        ("./weather/agent", "weather.agent"),
        ("weather.agent.py", "weather.agent"),
        ("weather\\agent.py", "weather.agent"),
        ("weather.agent;traffic.agent", "weather.agent,traffic.agent"),
        ("weather.agent traffic.agent", "weather.agent,traffic.agent"),
    ],
)
def test_a_file_that_is_named_like_one_is_told_how_to_name_it(source: str, instead: str):
    shown = command("lint", env={"FRONTDESK_AGENTS": source})

    assert f"FRONTDESK_AGENTS names modules of Python, such as {instead})." in shown.output

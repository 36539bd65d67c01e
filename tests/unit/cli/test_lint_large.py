"""`frontdesk lint` warns of agents of which a turn can make a few calls only."""

import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import command

AGENTS = """
from agents.kit import Agent, tool

@tool
def look(name: str) -> str:
    "{described}"
    return name

@tool(ends_task=True)
def greet(name: str) -> str:
    "{described}"
    return name

wordy = Agent(name="wordy", description="Looks for snails.", prompt="{prompt}", tools=(look,))
asking = Agent(name="asking", description="Greets whales.", prompt="Be kind.", tools=(greet,))
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("wordy", None)


def warned(tmp_path: Path, prompt: str, described: str, **env: str) -> list[str]:
    """What is said of large calls."""
    source = AGENTS.replace("{prompt}", prompt).replace("{described}", described)
    (tmp_path / "wordy.py").write_text(source, encoding="utf-8")
    lines = command("lint", env={"FRONTDESK_AGENTS": "wordy", **env}).output.splitlines()
    return [line for line in lines if "tokens of each call" in line]


def test_a_prompt_that_takes_a_quarter_of_the_tokens_of_a_turn_is_told(tmp_path: Path):
    (told,) = warned(tmp_path, prompt="word " * 12_000, described="Look.")

    assert told.startswith("warning: wordy: its prompt and tools take about 15,")
    assert "a turn may use 60,000; shorten them, or raise FRONTDESK_TURN_TOKENS." in told
    assert "(wordy.py:" in told


def test_tools_count_where_a_model_is_offered_them(tmp_path: Path):
    (told,) = warned(tmp_path, prompt="Look.", described="word " * 12_000)

    assert "wordy" in told, "a form is called without its tools"


def test_more_tokens_for_a_turn_make_the_same_prompt_small(tmp_path: Path):
    more = {"FRONTDESK_TURN_TOKENS": "100000"}

    assert warned(tmp_path, prompt="word " * 12_000, described="Look.", **more) == []


def test_the_agents_that_come_along_are_small_enough(tmp_path: Path):
    assert warned(tmp_path, prompt="Look.", described="Look.") == []

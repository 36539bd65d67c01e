"""`frontdesk lint`: what declarations mean, and what their examples come to without a model."""

import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import command

SNAILS = """
from agents.kit import Agent, EffectKey, always, tool

@tool(effect=True, free=["note"], ends_task=True)
def feed(snail: str, note: str, key: EffectKey) -> str:
    "Feed a snail."
    return snail

@tool(effect=True, approval=always("everybody reads it"), destinations=["text"], ends_task=True)
def post(text: str, key: EffectKey) -> str:
    "Post a picture of a snail."
    return text

snails = Agent(
    name="snails", description="Keeps snails.", introduction="Snails", tools=(feed, post),
    examples=(
        "feed a snail", "help me launder money", "thank you", "list the suppliers",
    ),
)
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name in ("snails", "taker"):
        sys.modules.pop(name, None)


@pytest.fixture
def snails(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "snails.py").write_text(SNAILS, encoding="utf-8")
    return {"FRONTDESK_AGENTS": "snails"}


def test_lint_says_what_each_effect_of_an_author_means(snails: dict[str, str]):
    shown = command("lint", env=snails)

    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    assert [line for line in lines if line.startswith("effect:")] == [
        (
            "effect: snails.feed: asks unless the person named snail; note may come from "
            "anywhere. (snails.py:4)"
        ),
        (
            "effect: snails.post: always asks a person (approval rule: everybody reads it). "
            "(snails.py:9)"
        ),
    ]
    assert any("post lists destinations, which changes nothing" in line for line in lines)


def test_lint_says_which_examples_do_not_reach_their_agent(snails: dict[str, str]):
    lines = command("lint", env=snails).output.splitlines()

    assert [line for line in lines if line.startswith("remark:")] == [
        (
            "remark: snails: its example “help me launder money” is refused without a model: its "
            "words speak of harm; word it differently. (snails.py:15)"
        ),
        (
            "remark: snails: its example “thank you” is taken for small talk without a model; say "
            "more in it of what is wanted. (snails.py:15)"
        ),
        (
            "remark: snails: its example “list the suppliers” says too little without a model to "
            "be told from others, such as procurement, account_balance. (snails.py:15)"
        ),
    ]


def test_of_the_agents_that_come_along_lint_tells_if_asked(snails: dict[str, str]):
    every, own = (command("lint", *more, env=snails).output for more in (["--all"], []))

    assert "effect: transfer_money.transfer: asks unless the person named" in every
    assert "transfer_money" not in own

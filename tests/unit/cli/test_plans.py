"""What an operator sees of plans."""

from pathlib import Path

import pytest

from tests.fakes.command_line import command, json_chat, with_model

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.timeout(60)
def test_plans_are_listed_and_shown():
    with with_model() as env:
        json_chat({"text": GOAL, "user": "ana"}, {"text": "approve", "user": "ana"}, env=env)

    listed = command("plans", "list").output
    plan = listed.splitlines()[1].split()[0]
    shown = command("plans", "show", plan).output
    none = command("plans", "list", "--open").output

    assert listed.splitlines()[1].split()[1:4] == ["completed", "4/4", "console/local/ana"]
    assert f"Plan {plan}: {GOAL} (completed; 4 of 4 steps done)" in shown
    assert "✓ 2. it_support: Create account: Jessica Smith [completed]" in shown
    assert len(none.splitlines()) == 1


@pytest.mark.timeout(60)
def test_a_plan_nobody_made_is_not_shown():
    result = command("plans", "show", "p0")

    assert result.exit_code == 1
    assert "There is no plan p0" in result.output


@pytest.mark.timeout(60)
def test_an_open_plan_is_listed_however_many_newer_ones_have_ended(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("bot.cli.sessions.MOST", 1)
    with with_model() as env:
        json_chat({"text": GOAL, "user": "ana", "thread": "older"}, env=env)
        json_chat({"text": GOAL, "user": "ben"}, {"text": "reject", "user": "ben"}, env=env)

    listed, still_open = command("plans", "list"), command("plans", "list", "--open")

    assert [line.split()[1:4:2] for line in listed.stdout.splitlines()[1:]] == [
        ["failed", "console/local/ben"]
    ]
    assert [line.split()[1:4:2] for line in still_open.stdout.splitlines()[1:]] == [
        ["open", "console/local/ana"]
    ]
    assert "the newest 1 are listed" in listed.stderr

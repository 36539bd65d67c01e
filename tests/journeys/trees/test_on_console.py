"""A task tree over the console as it is shipped, from the first word to what was approved."""

from pathlib import Path

import pytest

from tests.fakes.command_line import command, json_chat
from tests.faults.outside import orders

BANQUET = {"FRONTDESK_AGENTS": "tests.faults.banquet"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.proves("S3-12", "S3-31", "S3-34")
def test_a_person_is_asked_inside_and_approves_what_runs_there():
    lines = ({"text": "@banquet order some punch"}, {"text": "12 glasses"}, {"text": "yes"})

    said = [line["text"] for line in json_chat(*lines, env=BANQUET) if line["kind"] == "message"]

    assert said[0] == "Please tell me the glasses."
    assert said[1].startswith("butler wants to order punch:\n  glasses: 12\n")
    assert said[2] == "12 glasses of punch are on their way."
    assert [order["punch"] for order in orders(Path())] == [12]


def test_what_goes_on_by_itself_is_shown_under_the_name_of_who_speaks():
    shown = command("chat", typed="@rounds please\n", env=BANQUET).output

    assert "keeper: round 1" in shown
    assert "keeper: round 3" in shown
    assert "rounds: Cheers." in shown

"""Scripts over the console as it is shipped: one that needs a model, and one that needs none."""

from pathlib import Path

import pytest

from tests.fakes.command_line import command, json_chat
from tests.faults.outside import orders

BANQUET = {"FRONTDESK_AGENTS": "tests.faults.banquet"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def test_without_a_model_it_is_told_that_a_tree_needs_one():
    said = json_chat({"text": "@banquet order some punch"}, env=BANQUET)

    assert [line["text"] for line in said if line["kind"] == "message"] == [
        "banquet needs a language model, and none is set up here."
    ]
    assert orders(Path()) == []


def test_what_goes_on_by_itself_is_shown_under_the_name_of_who_speaks():
    shown = command("chat", typed="@rounds please\n", env=BANQUET).output

    assert "keeper: round 1" in shown
    assert "keeper: round 3" in shown
    assert "rounds: Cheers." in shown

"""`frontdesk doctor` tries a model as conversations will, and says what to set."""

import json
from pathlib import Path

import pytest

from tests.fakes.command_line import command, with_model
from tests.fakes.model_answers import Asked, Reply, calls, fails, says


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def manages_all(asked: Asked) -> Reply:
    """Answer as a good model does."""
    if "response_format" in asked.body:
        return says(json.dumps({"about": "opening_hours"}))
    last = asked.body["messages"][-1]
    if last["role"] == "tool":
        return says("On shelf 12.")
    return calls(("shelf_of", '{"topic": "whales"}')) if "tools" in asked.body else says("Book 1.")


def found(script: object) -> list[str]:
    with with_model(script) as env:  # type: ignore[arg-type]
        shown = command("doctor", env=env)
    return [line for line in shown.output.splitlines() if "  model, " in line]


def test_a_good_model_manages_a_schema_a_tool_its_result_and_a_long_thread():
    assert found(manages_all) == [
        "ok    model, an answer under a schema: fake-1",
        "ok    model, a call of a tool: fake-1",
        "ok    model, an answer from a tool's result: fake-1",
        "ok    model, 10 turns in one thread: fake-1",
    ]


def test_a_model_without_tools_is_named_and_what_still_works():
    def talks_only(asked: Asked) -> Reply:
        called = "tools" in asked.body and asked.body["messages"][-1]["role"] != "tool"
        return says("I will look.") if called else manages_all(asked)

    assert found(talks_only)[1] == (
        "look  model, a call of a tool: fake-1 does not manage it; agents that talk need it "
        "(a server may want tools switched on); forms do not"
    )


def test_a_model_that_cannot_read_is_named_with_the_setting_for_another():
    def reads_badly(asked: Asked) -> Reply:
        return says("Sunday!") if "response_format" in asked.body else manages_all(asked)

    assert (
        "does not manage it; name one that does in FRONTDESK_MODEL_READ" in found(reads_badly)[0]
    )


def test_a_server_that_refuses_a_second_round_is_quoted():
    def refuses_results(asked: Asked) -> Reply:
        if asked.body["messages"][-1]["role"] == "tool":
            return fails(400, "this template knows no role tool")
        return manages_all(asked)

    refused = found(refuses_results)[2]
    assert refused.startswith("BAD   model, an answer from a tool's result: ")
    assert "this template knows no role tool" in refused


def test_where_nothing_is_answered_one_line_is_enough():
    assert len(found(lambda _: fails(401, "no such key"))) == 1

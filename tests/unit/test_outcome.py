"""Outcomes: what an agent returns, with every field it may carry."""

from typing import Any

import pytest
from pydantic import ValidationError

from agents.kit.outcome import (
    HUMAN,
    NextTool,
    Outcome,
    ToolArgument,
    ask,
    done,
    hand_back,
    hand_over,
)

NOTHING_ELSE = {
    "state": None,
    "next_tool": None,
    "artifact": None,
    "rationale": "",
    "options": (),
    "hands_back": False,
    "goes_on": False,
    "diary": (),
    "steps": (),
    "suspended": None,
}


@pytest.mark.proves("S1-32", "S1-33")
def test_a_complete_task_is_told_in_text_and_does_not_interrupt():
    assert dict(done("All done.")) == {
        **NOTHING_ELSE,
        "value": "All done.",
        "interrupt": False,
    }


@pytest.mark.proves("S1-36")
def test_an_artifact_goes_beside_the_text():
    outcome = done("Letter generated!", artifact="Dear customer, …")

    assert (outcome.value, outcome.artifact) == ("Letter generated!", "Dear customer, …")


@pytest.mark.proves("S1-35")
def test_a_complete_task_may_name_who_follows():
    following = NextTool(tool_argument=ToolArgument(name="smart_strategy", arguments="claim 1"))

    outcome = done("Half of it is done.", next_tool=following)

    assert (outcome.interrupt, outcome.next_tool) == (False, following)


@pytest.mark.proves("S1-33", "S1-34", "S1-35", "S1-38", "S1-39", "S1-40", "S1-41")
def test_a_question_interrupts_and_names_the_person_who_must_answer():
    question = "Please provide your claim id."

    outcome = ask(question, state={"claim_id": None}, options=("Home", "Motor"))

    assert dict(outcome) == {
        **NOTHING_ELSE,
        "value": question,
        "interrupt": True,
        "state": {"claim_id": None},
        "next_tool": NextTool(
            content=question, tool_argument=ToolArgument(name=HUMAN, arguments=question)
        ),
        "options": ("Home", "Motor"),
    }


@pytest.mark.proves("S1-33", "S1-34", "S1-35", "S1-37", "S1-38", "S1-39", "S1-40", "S1-41")
def test_help_is_wanted_from_the_agent_that_is_named():
    outcome = hand_over("smart_strategy", '{"claim": "?"}', state={"step": 2}, context="a claim")

    assert dict(outcome) == {
        **NOTHING_ELSE,
        "value": '{"claim": "?"}',
        "interrupt": True,
        "state": {"step": 2},
        "next_tool": NextTool(
            context="a claim",
            content='{"claim": "?"}',
            tool_argument=ToolArgument(name="smart_strategy", arguments='{"claim": "?"}'),
        ),
    }


@pytest.mark.proves("S1-37", "S1-40")
def test_help_from_nobody_in_particular_leaves_the_choice_to_the_router():
    outcome = hand_over("", "Where is the claim id?", context="the user lacks a claim id")

    assert outcome.next_tool == NextTool(
        context="the user lacks a claim id", content="Where is the claim id?", tool_argument=None
    )


def test_a_message_handed_back_keeps_the_state_and_says_why():
    assert dict(hand_back("This is about shares.", state={"step": 2})) == {
        **NOTHING_ELSE,
        "value": "",
        "interrupt": True,
        "state": {"step": 2},
        "rationale": "This is about shares.",
        "hands_back": True,
    }


@pytest.mark.proves("S1-38", "S1-39", "S1-40")
def test_a_next_step_needs_neither_content_nor_an_argument():
    assert dict(NextTool()) == {"context": "", "content": "", "tool_argument": None}
    assert dict(ToolArgument()) == {"name": "", "arguments": ""}


@pytest.mark.parametrize(
    ("outcome", "asks"),
    [
        (ask("Which account?"), True),
        (Outcome(value="Which account?", interrupt=True), True),
        (hand_over("smart_strategy", "Where is it?"), False),
        (hand_over("", "Where is it?"), False),
        (done("All done."), False),
        (done("All done.", next_tool=NextTool(tool_argument=ToolArgument(name=HUMAN))), False),
    ],
)
def test_a_person_must_answer_when_the_task_is_interrupted_for_a_person(
    outcome: Outcome, *, asks: bool
):
    assert outcome.asks_human is asks


@pytest.mark.proves("S1-05")
def test_one_flag_says_that_a_task_is_not_complete():
    assert "interrupt" in Outcome.model_fields
    assert "is_interrupt" not in Outcome.model_fields


def test_an_outcome_comes_through_json_as_it_was():
    outcome = hand_over("smart_strategy", "Where is it?", state={"seen": [1, None, "x"]})

    assert Outcome.model_validate_json(outcome.model_dump_json()) == outcome


@pytest.mark.proves("S1-32")
@pytest.mark.parametrize("structured", [{"claim": 1}, [1], 7, None])
def test_a_value_that_is_not_text_is_refused(structured: object):
    with pytest.raises(ValidationError):
        Outcome.model_validate({"value": structured})


def test_an_outcome_does_not_change():
    with pytest.raises(ValidationError, match="frozen"):
        done("All done.").value = "Not yet."  # type: ignore[misc]


@pytest.mark.parametrize(
    ("kind", "word"),
    [(Outcome, "values"), (Outcome, "artefact"), (NextTool, "tool"), (ToolArgument, "text")],
)
def test_a_misspelt_word_is_not_lost(kind: Any, word: str):
    with pytest.raises(ValidationError, match=word):
        kind(**{word: "x"})

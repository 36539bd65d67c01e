"""An outcome comes to exactly one of seven things, however it is written."""

import pytest

from agents.kit import ask, done
from agents.kit.outcome import (
    NextTool,
    Outcome,
    RecipeStep,
    Suspended,
    ToolArgument,
    go_on,
    hand_back,
    propose,
)
from bot.domain.decisions import (
    AsksPerson,
    CallWaits,
    HandsBack,
    IsDone,
    LaysOut,
    RunResult,
    WantsAgent,
    WantsTurn,
    read_result,
)

CALL = Suspended(tool="post", waits_for="approval", name="post")
STEP = RecipeStep("post", "post", "Post it")
WANTED = NextTool(content="Is it open?", tool_argument=ToolArgument(name="office"))


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (done("Posted."), IsDone()),
        (done("Posted.", next_tool=NextTool(content="and then")), IsDone()),
        (ask("Which letter?"), AsksPerson()),
        (Outcome(value="Which letter?", interrupt=True), AsksPerson()),
        (
            Outcome(interrupt=True, suspended=CALL, value="It costs 5."),
            CallWaits(CALL, "It costs 5."),
        ),
        (Outcome(interrupt=True, next_tool=WANTED), WantsAgent(WANTED)),
        (hand_back("no letter"), HandsBack("no letter")),
        (Outcome(hands_back=True, rationale="no letter"), HandsBack("no letter")),
        (go_on({"page": 1}), WantsTurn()),
        (propose([STEP]), LaysOut((STEP,))),
    ],
)
def test_an_outcome_is_one_of_seven(outcome: Outcome, result: RunResult):
    assert read_result(outcome) == result

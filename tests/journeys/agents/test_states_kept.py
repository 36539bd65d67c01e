"""What an agent keeps between turns has a limit: its author is told it, and the task stays."""

from collections.abc import Callable

import pytest
import structlog

from agents.kit import Agent, Outcome, Stage, Turn, ask
from agents.kit.values.texts import MOST_STATE_CHARACTERS
from bot.storage.databases.codec import PARTICIPANT
from tests.journeys.agents.scripts import a_script
from tests.journeys.agents.small_agents import an_agent, directed
from tests.journeys.conversation import a_conversation

MOST = "x" * (MOST_STATE_CHARACTERS - 13)  # what is written around it are the others
FAULT = "I could not go on, because of a fault in one of my agents."


def a_function(**details: str) -> Agent:
    async def run(turn: Turn) -> Outcome:
        return _next(turn.state, turn.text)

    return an_agent("press", run, **details)


def _next(state: object, text: str) -> Outcome:
    if state is None:
        return ask("How long?", state={"at": 1})
    return ask("Noted. And?", state={"pages": MOST + "x" * int(text)})


async def returning(stage: Stage) -> Outcome:
    return _next(stage.state, stage.text[-1:])


async def keeping(stage: Stage) -> Outcome:
    if stage.state is None:
        return ask("How long?", state={"at": 1})
    stage.keep({"pages": MOST + "x" * int(stage.text[-1:])})
    return ask("Noted. And?")


@pytest.mark.parametrize(
    "made",
    [
        a_function,
        lambda: a_function(keeps="thread"),
        lambda: a_script(returning),
        lambda: a_script(keeping),
    ],
    ids=["a function", "a thread", "a script", "a script that keeps"],
)
async def test_a_state_that_is_too_long_is_told_to_its_author(made: Callable[[], Agent]):
    conversation = await a_conversation(directed({"press": "press"}), agents=[made()])
    await conversation.say("press")

    with structlog.testing.capture_logs() as logs:
        said = await conversation.say("2")

    assert said == f"{FAULT} “press” is kept: write again to go on, or “stop” to drop it."
    (fault,) = [line for line in logs if line["event"] == "agent_failed"]
    assert str(fault["exc_info"]) == (
        "agent press: its state has 2,000,002 characters, and at most 2,000,000 are kept between "
        "turns; put what grows into Outcome.diary, if it is a script, or into a table with "
        "turn.records"
    )
    kept = PARTICIPANT.encode(await conversation.participant())
    assert '{"at":1}' in kept
    assert await conversation.say("0") == "Noted. And?"


def looped() -> object:
    loop: list[object] = []
    loop.append(loop)
    return loop


@pytest.mark.parametrize("value", [object(), looped()])
async def test_a_state_that_is_no_json_is_told_to_its_author(value: object):
    async def play(stage: Stage) -> Outcome:
        stage.keep({"pages": value})  # type: ignore[dict-item]
        return ask("Noted. And?")

    conversation = await a_conversation(directed({"press": "press"}), agents=[a_script(play)])

    with structlog.testing.capture_logs() as logs:
        said = await conversation.say("press")

    assert said.startswith(FAULT)
    (fault,) = [line for line in logs if line["event"] == "agent_failed"]
    assert "agent press: its state cannot be kept as JSON" in str(fault["exc_info"])
    assert PARTICIPANT.encode(await conversation.participant())

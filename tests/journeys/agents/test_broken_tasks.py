"""A task that a fault of its agent stopped waits for its person, and repeats nothing unasked."""

import pytest

from agents.kit import Agent, Outcome, Stage, Turn, done
from tests.journeys.agents.scripts import Play, Printer, a_script, talk
from tests.journeys.agents.small_agents import an_agent, directed, says
from tests.journeys.conversation import Conversation, a_conversation

FAULT = "I could not go on, because of a fault in one of my agents."
KEPT = f"{FAULT} “press” is kept: write again to go on, or “stop” to drop it."


def failing_after_printing(printer: Agent) -> Play:
    """A script that fails once it has printed, whenever it begins, and keeps nothing."""

    async def play(stage: Stage) -> Outcome:
        if stage.result is None:
            found = await stage.use(printer, printer.tools[0], {"text": "a page"})
            if not isinstance(found, str):
                return Outcome(interrupt=True, suspended=found)
        message = "the script's own fault"
        raise RuntimeError(message)

    return play


async def broken() -> tuple[Conversation, Printer]:
    printer = Printer()
    inner = printer.agent()
    agents = [a_script(failing_after_printing(inner), inner), says("room", "The room is free.")]
    conversation = await talk(*agents)
    assert await conversation.say("to the press") == KEPT
    return conversation, printer


async def test_a_task_at_fault_is_not_begun_again_when_another_ends():
    conversation, printer = await broken()

    said = await conversation.say("@room please")

    assert said == "The room is free.\n\nShall I go on with press?"
    assert list(printer.pages.values()) == ["a page"]


async def test_what_it_would_change_again_is_asked_about():
    conversation, printer = await broken()

    card = await conversation.say("go on")

    assert card == (
        "printer wants to print page:\n  text: a page\nThis needs an approval: a fault stopped me "
        "before, when I had changed something for this.\nRisk: low."
    )
    assert list(printer.pages.values()) == ["a page"]
    assert await conversation.press("Approve") == KEPT
    assert list(printer.pages.values()) == ["a page", "a page"]


@pytest.mark.parametrize("failures", [1, 2])
async def test_a_fault_that_changed_nothing_is_got_over(failures: int):
    left = ["fault"] * failures
    heard = []

    async def run(turn: Turn) -> Outcome:
        heard.append(turn.text)
        if left:
            raise KeyError(left.pop())
        return done("Printed.")

    conversation = await a_conversation(
        directed({"press": "press"}), agents=[an_agent("press", run), says("room", "Free.")]
    )

    for number in range(failures):
        assert await conversation.say("to the press" if not number else "again") == KEPT
    assert (await conversation.say("and now")).startswith("Printed.")
    assert heard == [*["to the press", "again"][:failures], "and now"]


async def test_words_that_only_began_a_script_are_none_for_it_after_a_fault():
    heard = []

    async def play(stage: Stage) -> Outcome:
        heard.append(stage.text)
        if len(heard) == 1:
            raise KeyError(stage.text)
        return done("Printed.")

    conversation = await talk(a_script(play))

    await conversation.say("@press")
    await conversation.say("a page")

    assert heard == ["", "a page"]

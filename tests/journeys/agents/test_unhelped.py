"""Help that no agent can give: the person is asked instead, and told whose words they read."""

import pytest
from structlog.testing import capture_logs

from agents.kit import NextTool, Outcome, ToolArgument, Turn, done, hand_over
from tests.journeys.agents.small_agents import an_agent, directed, in_turns, says
from tests.journeys.conversation import a_conversation

WORDS = {"letter": "letter", "claim": "claim", "office": "office"}


@pytest.mark.proves("S1-35")
@pytest.mark.parametrize("name", ["nobody", "letter", "concierge"])
async def test_help_that_cannot_be_given_becomes_a_question_to_the_person(name: str):
    """The words were for another agent: whoever reads them must be told whose they are."""
    needy = in_turns("letter", hand_over(name, "find claim 7"), done("Written."))
    conversation = await a_conversation(directed(WORDS), agents=[needy])

    assert await conversation.say("a letter, please") == (
        f"letter wanted help from “{name}”, which cannot give it. Can you answer instead?\n"
        "find claim 7"
    )
    assert await conversation.stack() == ["letter"]
    assert (await conversation.say("number 7")).startswith("Written.")


@pytest.mark.proves("S1-35")
@pytest.mark.parametrize("name", ["", "klaim"])
async def test_help_that_is_asked_for_in_the_next_step_alone_is_a_question_too(name: str):
    argument = ToolArgument(name=name, arguments="find it") if name else None
    step = NextTool(content="find it", tool_argument=argument)
    needy = in_turns("letter", Outcome(interrupt=True, next_tool=step))
    conversation = await a_conversation(directed({"letter": "letter"}), agents=[needy])

    said = await conversation.say("a letter, please")

    assert said.startswith("letter wanted help")
    assert said.endswith("Can you answer instead?\nfind it")


@pytest.mark.proves("S1-45")
@pytest.mark.parametrize("name", ["claim", ""])
async def test_an_agent_that_may_not_start_tasks_asks_the_person_instead(name: str):
    outcomes = [hand_over(name, "Which claim is it?", context="the claim"), done("Written.")]

    async def run(turn: Turn) -> Outcome:
        return outcomes.pop(0)

    agents = [an_agent("letter", run, can_generate_task=False), says("claim", "Found.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    assert await conversation.say("a letter, please") == "Which claim is it?"
    assert await conversation.stack() == ["letter"]
    assert "letter may not start other agents" in conversation.told()
    assert (await conversation.say("number 7")).startswith("Written.")


@pytest.mark.proves("S1-45", "S1-51")
async def test_an_agent_that_may_not_start_tasks_keeps_its_state_over_its_question():
    async def run(turn: Turn) -> Outcome:
        if turn.state:
            return done(f"Written, at step {turn.state['step']}.")
        return hand_over("claim", "Which claim is it?", state={"step": 2})

    agents = [an_agent("letter", run, can_generate_task=False), says("claim", "Found.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter, please")

    assert (await conversation.say("number 7")).startswith("Written, at step 2.")


@pytest.mark.proves("S1-37")
async def test_help_the_router_cannot_place_is_asked_of_the_person():
    wanted = NextTool(context="something odd", content="Which one is it?")
    asking = Outcome(value="Which one is it?", interrupt=True, next_tool=wanted)
    agents = [in_turns("letter", asking, done("Written."))]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    assert await conversation.say("a letter, please") == (
        "letter wanted help, and found nobody to ask. Can you answer instead?\nWhich one is it?"
    )
    assert (await conversation.say("the odd one")).startswith("Written.")


async def test_a_name_that_nobody_has_is_logged_for_its_author():
    needy = in_turns("letter", hand_over("klaim", "Which claim is it?"))
    conversation = await a_conversation(directed(WORDS), agents=[needy])

    with capture_logs() as logs:
        await conversation.say("a letter, please")

    assert logs == [
        {
            "event": "no_such_agent",
            "log_level": "warning",
            "agent": "letter",
            "wanted": "klaim",
        }
    ]

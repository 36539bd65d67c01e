"""Where an agent keeps its state: on its task, or under a saved thread of its own."""

import pytest

from agents.kit import Agent, Outcome, Turn, ask, done
from tests.journeys.agents.small_agents import an_agent, asks, directed, says
from tests.journeys.conversation import a_conversation

WORDS = {"letter": "letter", "claim": "claim", "office": "office"}


def counting(name: str, **details: str) -> Agent:
    """Return an agent that counts its runs in its state; it is done at the third."""

    async def run(turn: Turn) -> Outcome:
        count = int(str((turn.state or {}).get("runs", 0))) + 1
        if count < 3:
            return ask(f"{count} so far. Go on?", state={"runs": count})
        return done(f"That was number {count}.")

    return an_agent(name, run, **details)


@pytest.mark.proves("S1-50", "S1-51", "S1-60", "S1-34")
@pytest.mark.parametrize("keeps", ["task", "thread"])
async def test_where_an_agent_keeps_its_state_changes_nothing_for_the_person(keeps: str):
    agents = [counting("letter", keeps=keeps), says("office", "It is open.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    assert await conversation.say("a letter") == "1 so far. Go on?"
    assert await conversation.say("on") == "2 so far. Go on?"
    assert (await conversation.say("on")).startswith("That was number 3.")


@pytest.mark.proves("S1-51", "S1-34")
async def test_state_on_the_task_ends_with_the_task():
    conversation = await a_conversation(directed(WORDS), agents=[counting("letter")])
    await conversation.say("a letter")

    (task,) = (await conversation.participant()).stack.tasks
    assert task.state == {"runs": 1}
    await conversation.say("stop")

    assert await conversation.say("a letter") == "1 so far. Go on?"


@pytest.mark.proves("S1-34", "S1-50", "S1-51", "S1-80")
@pytest.mark.parametrize("keeps", ["task", "thread"])
async def test_a_question_that_brings_no_state_leaves_the_one_of_before(keeps: str):
    states: list[object] = []
    outcomes = [ask("Which?", state={"step": 1}), ask("How long?"), done("Written.")]

    async def run(turn: Turn) -> Outcome:
        states.append(turn.state)
        return outcomes.pop(0)

    agents = [an_agent("letter", run, keeps=keeps)]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    for line in ("a letter", "that one", "a page"):
        await conversation.say(line)

    assert states == [None, {"step": 1}, {"step": 1}]


@pytest.mark.proves("S1-34", "S1-50", "S1-51")
@pytest.mark.parametrize("keeps", ["task", "thread"])
async def test_a_completed_task_leaves_no_state_to_the_next_one(keeps: str):
    agents = [counting("letter", keeps=keeps)]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    for line in ("a letter", "on", "on"):
        await conversation.say(line)

    assert await conversation.say("a letter") == "1 so far. Go on?"


@pytest.mark.proves("S1-50")
async def test_a_saved_thread_outlives_the_task_it_was_begun_in():
    agents = [counting("letter", keeps="thread")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    assert (await conversation.participant()).stack.tasks[0].state is None
    await conversation.say("stop")

    assert await conversation.say("a letter") == "2 so far. Go on?"


@pytest.mark.proves("S1-50")
async def test_a_saved_thread_is_one_persons_own():
    agents = [counting("letter", keeps="thread")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter", user="ana")

    assert await conversation.say("a letter", user="ben") == "1 so far. Go on?"


@pytest.mark.proves("S1-50", "S1-20")
async def test_a_saved_thread_goes_on_after_a_digression():
    agents = [counting("letter", keeps="thread"), asks("claim")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    await conversation.say("@claim now")

    assert await conversation.say("number 7") == "The claim is number 7.\n\n1 so far. Go on?"
    assert await conversation.say("on") == "2 so far. Go on?"

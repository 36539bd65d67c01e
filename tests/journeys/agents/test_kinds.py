"""Agents of every kind: functions, models, saved threads, tool servers; to the bot all alike."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from pydantic import JsonValue

from agents.kit import Agent, Outcome, Turn, ask, done, hand_over, remote_agent, tool
from agents.kit.tasks import TaskLoop
from agents.kit.values.model import ModelCall, ToolCall
from tests.fakes.questions import NOTE, words_in
from tests.fakes.scripted import ScriptedAnswer
from tests.fakes.world import FakeHttp
from tests.journeys.agents.small_agents import an_agent, asks, directed, in_turns, says
from tests.journeys.conversation import Conversation, a_conversation, a_person

URL = "https://tools.example.com/claim"
HANDED = f"{NOTE}Said for this task: "
WORDS = {"letter": "letter", "claim": "claim", "office": "office"}

Served = dict[str, JsonValue]


def hosted(name: str = "claim") -> Agent:
    return remote_agent(name, URL, description="Finds the claim.", introduction="Finding it")


def wire(outcome: Outcome) -> Served:
    """The outcome as a tool server sends it."""
    return outcome.model_dump(mode="json", exclude={"suspended", "notes"})


async def served(serve: Callable[[str, Served], object], *agents: Agent) -> Conversation:
    """Return a conversation in which a tool server answers."""
    conversation = await a_conversation(directed(WORDS), agents=agents)
    conversation.services = replace(conversation.services, http=FakeHttp(serve))
    return conversation


@pytest.mark.proves("S1-53", "S1-63")
async def test_a_plain_function_that_returns_text_is_an_agent():
    async def run(turn: Turn) -> Outcome:
        return Outcome(value=f"You said: {turn.text}")

    conversation = await a_conversation(directed(WORDS), agents=[an_agent("letter", run)])

    assert (await conversation.say("a letter")).startswith("You said: a letter")
    assert await conversation.stack() == []


@pytest.mark.proves("S1-63", "S1-53")
async def test_a_model_without_tools_is_an_agent_that_returns_text():
    poet = Agent(name="letter", description="Writes letters.", prompt="Write.")
    model = directed(WORDS, act=lambda call: "Dear customer, …")
    conversation = await a_conversation(model, agents=[poet])

    assert (await conversation.say("a letter")).startswith("Dear customer, …")
    assert await conversation.stack() == []


async def finds(turn: Turn) -> Outcome:
    return done(f"Found {turn.text}.")


@tool(ends_task=True)
async def find(claim: str) -> str:
    """Find a claim."""
    return f"Found {claim}."


def calls_find(call: ModelCall) -> ScriptedAnswer:
    return ToolCall("c1", "find", '{"claim": "claim 7"}')


CLERK = Agent(name="clerk", description="Finds.", prompt="Find.", tools=(find,), style="talk")
KINDS = {
    "function": an_agent("claim", finds),
    "model": Agent(
        name="claim", description="Finds.", prompt="Find.", tools=(find,), style="talk"
    ),
    "remote": hosted(),
    "script": Agent(name="claim", description="Finds.", script=TaskLoop(agent=CLERK)),
}


@pytest.mark.proves("S1-61", "S1-62", "S1-64", "S1-53")
@pytest.mark.parametrize("kind", KINDS)
async def test_every_kind_of_agent_is_called_decided_and_answered_alike(kind: str):
    conversation = await a_conversation(
        directed(WORDS, act=calls_find), agents=[asks("letter"), KINDS[kind]]
    )
    found = FakeHttp(lambda _url, body: {"value": f"Found {body['text']}."})
    conversation.services = replace(conversation.services, http=found)
    await conversation.say("a letter")

    said = await conversation.say("@claim claim 7")

    assert said == "Found claim 7.\n\nWhich letter?"
    assert await conversation.stack() == ["letter"]


def finds_what_it_reads(call: ModelCall) -> ScriptedAnswer:
    told = next((m.content for m in call.messages if m.content.startswith(HANDED)), words_in(call))
    return ToolCall("c1", "find", json.dumps({"claim": told.removeprefix(HANDED)}))


@pytest.mark.proves("S1-23")
@pytest.mark.parametrize("kind", KINDS)
async def test_every_kind_of_agent_can_be_handed_plain_text(kind: str):
    heard: list[str] = []
    writer = in_turns("letter", hand_over("claim", "claim 7"), done("Written."), heard=heard)
    conversation = await a_conversation(
        directed(WORDS, act=finds_what_it_reads), agents=[writer, KINDS[kind]]
    )
    found = FakeHttp(lambda _url, body: {"value": f"Found {body['text']}."})
    conversation.services = replace(conversation.services, http=found)

    await conversation.say("a letter")

    assert heard == ["a letter", "a letter Found claim 7."]


@pytest.mark.proves("S1-61", "S1-30")
async def test_where_nobody_wrote_the_input_the_model_does():
    conversation = await a_conversation(directed(WORDS, act=calls_find), agents=[KINDS["model"]])

    said = await conversation.say("where is my claim, the one of last week?")

    assert said.startswith("Found claim 7.")


@pytest.mark.proves("S1-61", "S1-63b")
async def test_a_vague_wish_is_followed_up_with_a_question():
    agents = [asks("letter"), asks("claim")]
    conversation = await a_conversation(directed({"usual": "unclear"}), agents=agents)

    said = await conversation.say("the usual")

    assert said == "Could you say more precisely what you want to do?"
    assert conversation.model.purposes == ["read:which"]
    assert await conversation.stack() == []


@pytest.mark.proves("S1-52")
async def test_the_answer_to_a_question_comes_back_as_the_agents_input():
    heard: list[str] = []
    agents = [in_turns("letter", ask("Which?"), done("Written."), heard=heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")

    await conversation.say("the long one")

    assert heard == ["a letter", "the long one"]


@pytest.mark.proves("S1-64")
async def test_an_agent_elsewhere_asks_keeps_its_state_and_finishes():
    def serve(url: str, body: Served) -> Served:
        if body["state"] is None:
            return wire(ask("Which claim?", state={"step": 1}))
        return {"value": f"Claim {body['text']} at step {body['state']}.", "artifact": "its page"}

    conversation = await served(serve, hosted())

    assert await conversation.say("my claim") == "Which claim?"
    assert (await conversation.say("7")).startswith("Claim 7 at step {'step': 1}.")
    assert conversation.artifacts == ["its page"]


@pytest.mark.proves("S1-64", "S1-66", "S1-19")
async def test_agents_inside_and_outside_wait_on_one_stack():
    asking = wire(ask("Which claim?", state={"step": 1}))
    inside = in_turns("letter", hand_over("claim", "find it"), done("Written."))
    conversation = await served(
        lambda _url, body: {"value": "Number 7."} if body["state"] else asking, inside, hosted()
    )

    assert await conversation.say("a letter") == "Which claim?"
    assert await conversation.stack() == ["letter", "claim"]

    assert (await conversation.say("the one of May")).startswith("Written.")
    assert await conversation.stack() == []


@pytest.mark.proves("S1-64", "S1-66")
async def test_an_agent_elsewhere_may_need_one_of_ours():
    needs = wire(hand_over("office", "when is it open?"))
    answers: list[object] = [needs, {"value": "Come before five."}]
    heard: list[str] = []
    agents = [hosted(), says("office", "Till five.", heard)]
    conversation = await served(lambda _url, _body: answers.pop(0), *agents)

    said = await conversation.say("my claim")

    assert heard == ["when is it open?"]
    assert said.startswith("Come before five.")


@pytest.mark.proves("S1-64")
@pytest.mark.parametrize("answer", [None, {"interrupt": "perhaps"}, {"nothing": 1}])
async def test_a_server_that_fails_is_told_and_the_task_is_kept(answer: Served | None):
    answers: list[Served | None] = [answer, {"value": "Found."}]
    conversation = await served(lambda _url, _body: answers.pop(0), asks("letter"), hosted())
    await conversation.say("a letter")

    said = await conversation.say("and my claim?")

    assert "claim" in said
    assert await conversation.stack() == ["letter", "claim"]
    assert (await conversation.say("try again")) == "Found.\n\nWhich letter?"


@pytest.mark.proves("S1-30", "S1-42")
@pytest.mark.parametrize("is_sync", [True, False])
async def test_sync_and_async_tools_answer_alike(is_sync: bool):  # noqa: FBT001 - the case
    threads: list[threading.Thread] = []

    def look(claim: str) -> str:
        """Find a claim."""
        threads.append(threading.current_thread())
        return f"Found {claim}."

    async def look_async(claim: str) -> str:
        """Find a claim."""
        return look(claim)

    looking = tool(ends_task=True)(look if is_sync else look_async)
    finder = Agent(
        name="claim", description="Finds.", prompt="Find.", tools=(looking,), style="talk"
    )
    model = directed(WORDS, act=lambda _call: ToolCall("c1", looking.name, '{"claim": "7"}'))
    conversation = await a_conversation(model, agents=[finder])

    assert (await conversation.say("my claim")).startswith("Found 7.")
    assert (threads[0] is threading.main_thread()) is not is_sync


@pytest.mark.proves("S1-66")
async def test_only_the_router_sees_all_agents_and_a_tool_server_only_its_own_words():
    conversation = await served(lambda _url, _body: {"value": "Found."}, asks("letter"), hosted())
    await conversation.say("a letter")

    await conversation.say("and my claim?")

    http = conversation.services.http
    assert isinstance(http, FakeHttp)
    ((_url, body),) = http.asked
    assert body == {
        "agent": "claim",
        "text": "and my claim?",
        "person": a_person("ana").key,
        "state": None,
        "key": body["key"],
    }
    chosen_from = conversation.model.calls[-1]
    assert chosen_from.agent == "which"
    assert "- letter: " in chosen_from.messages[0].content
    assert "- claim: " in chosen_from.messages[0].content

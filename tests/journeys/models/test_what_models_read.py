"""What each model call is given: one agent's prompt and tools, the state, and what was said."""

import pytest

from agents.catalogue import AGENTS
from agents.kit import Agent, Outcome, Turn, ask, done, hand_back, tool
from agents.kit.values.model import ModelCall, Purpose, ToolCall
from tests.fakes.questions import is_reading, said_in
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.bank.talking import (
    READY,
    calls_for,
    instructions,
    questions,
    say_all,
    talked,
    tool_names,
)
from tests.journeys.bank.test_dialogue import DIALOGUE
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import carry_out

PROMPTS = {agent.name: agent.prompt.partition("{")[0].strip() for agent in AGENTS if agent.prompt}
DIGRESSING = ("hello", *DIALOGUE, "what does a share of Tesla cost?", "how are you?")


@pytest.mark.proves("S0-01", "S0-18", "S0-10", "S0-12")
async def test_a_reading_carries_no_tools_and_no_prompt_of_an_agent():
    conversation = await talked(*DIGRESSING)

    for call in conversation.model.calls:
        shown = [name for name, prompt in PROMPTS.items() if prompt in instructions(call)]
        assert shown == ([] if is_reading(call) else [call.agent])
        assert call.tools == ()


@pytest.mark.proves("S0-22", "S0-34")
async def test_a_reading_is_of_the_persons_words_alone():
    conversation = await talked("hello", "Transfer money", "what does a share of Tesla cost?")

    asked = questions(conversation, "which")
    assert [said_in(call) for call in asked] == [
        "Transfer money",
        "what does a share of Tesla cost?",
    ]
    assert "Transfer money" not in "".join(m.content for m in asked[-1].messages)


@pytest.mark.proves("S0-43", "S0-15", "S0-19", "S0-23")
async def test_whoever_answers_reads_the_state_of_that_moment():
    conversation = await talked("how are you?", "how are you?", *READY, "how are you?")

    first, *_, last = calls_for(conversation, Purpose.AGENT)
    assert "a login: no" in instructions(first)
    assert "a login: yes" in instructions(last)


@pytest.mark.proves("S0-17")
async def test_an_agent_of_many_turns_built_in_its_own_way_is_like_any_other():
    async def count_to_three(turn: Turn) -> Outcome:
        if turn.text.endswith("?"):
            return hand_back("this is no number", state=dict(turn.state or {}))
        so_far = int(str((turn.state or {}).get("so_far", 0))) + 1
        if so_far < 3:
            return ask(f"That is {so_far}. Next?", state={"so_far": so_far})
        return done("That is three.")

    logged_in = next(agent.requires for agent in AGENTS if agent.name == "account_balance")
    counter = Agent(
        name="counter",
        description="Counts with people.",
        examples=("count with me",),
        run=count_to_three,
        requires=logged_in,
    )
    agents = (*AGENTS, counter)
    conversation = await a_conversation(agents=agents)

    heard = [
        await conversation.say(line)
        for line in ("count with me", "seldo", "monkey", "one", "what does Tesla cost?", "two")
    ]

    assert "username" in heard[0]
    assert "That is 1. Next?" in heard[2]
    assert heard[3] == "That is 2. Next?"
    assert "TSLA" in heard[4]
    assert heard[4].endswith("That is 2. Next?")
    assert heard[5].startswith("That is three.")
    assert await conversation.stack() == []


def a_tool(name: str):
    async def run(turn: Turn, thing: str) -> str:
        """Do this to a thing."""
        return f"{name} did it to {thing}."

    run.__name__ = name
    return tool(run)


def specialist(at: int) -> Agent:
    return Agent(
        name=f"expert{at:02}",
        description=f"Knows everything about topic{at:02}.",
        prompt=f"You are the expert of topic{at:02}.",
        tools=tuple(a_tool(f"tool{at:02}x{n}") for n in range(5)),
        examples=(f"tell me about topic{at:02}",),
    )


@pytest.mark.proves("S0-18", "S0-01")
async def test_with_sixty_agents_and_three_hundred_tools_each_call_sees_its_own():
    agents = (*AGENTS, *(specialist(at) for at in range(60)))

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.purpose is Purpose.AGENT and call.agent.startswith("expert"):
            return ToolCall("1", "done", '{"answer": "That was all."}')
        return None

    conversation = await a_conversation(puppet(strings, agents), agents=agents)
    for at in (0, 31, 59):
        await conversation.say(f"tell me about topic{at:02}")

    asked = [c for c in conversation.model.calls if c.agent.startswith("expert")]
    assert [call.agent for call in asked] == ["expert00", "expert31", "expert59"]
    for call in asked:
        own = {f"tool{call.agent[-2:]}x{n}" for n in range(5)}
        assert tool_names(call) == own | {"hand_back", "done"}
    routed = questions(conversation, "which")
    assert all(call.tools == () for call in routed)
    assert not any("tool31x0" in instructions(call) for call in routed)


@pytest.mark.proves("S0-18")
async def test_with_sixty_agents_the_bank_still_works():
    agents = (*AGENTS, *(specialist(at) for at in range(60)))
    conversation = await a_conversation(agents=agents)

    said = await say_all(conversation, *DIALOGUE)

    assert "$500.00 went from Checking" in said


@pytest.mark.proves("S4-06")
@pytest.mark.parametrize(
    ("wish", "asked"),
    [
        ("what does Tesla cost?", {"read:which"}),
        ("plan: onboard Jessica Smith as a marketing manager", {"plan:planner"}),
        ("@extractor Ana paid $5 on 3 May 2027", {"agent:extractor"}),
        ("@debate whether we need more tea", {"agent:debate", "judge:debate"}),
    ],
)
async def test_whoever_is_at_work_asks_the_same_model(wish: str, asked: set[str]):
    conversation = await a_conversation()

    await conversation.say(wish)
    await carry_out(conversation)

    assert asked <= set(conversation.model.purposes)

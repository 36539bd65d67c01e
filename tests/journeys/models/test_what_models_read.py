"""What each model call is given: one agent's prompt and tools, the state, and what was said."""

import pytest

from agents.catalogue import AGENTS
from agents.kit import Agent, Outcome, Turn, ask, done, hand_back, tool
from agents.kit.model import ModelCall, Purpose, ToolCall
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.bank.talking import (
    ANAS,
    READY,
    calls_for,
    instructions,
    last_words,
    say_all,
    talked,
    tool_names,
)
from tests.journeys.bank.test_dialogue import DIALOGUE
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import calls, puppet
from tests.journeys.plans.planned import carry_out

PROMPTS = {agent.name: agent.prompt.partition("{")[0].strip() for agent in AGENTS if agent.prompt}
OWN_TOOLS = {
    "concierge": set[str](),
    "stock_lookup": {"find_symbol", "stock_price", "hand_back"},
    "authenticate": {"login", "logout", "am_i_logged_in", "change_password", "hand_back"},
    "account_balance": {"balance", "all_balances", "statement", "list_accounts", "hand_back"},
    "transfer_money": {"transfer", "hand_back"},
}


@pytest.mark.proves("S0-01", "S0-18", "S0-10")
async def test_every_call_carries_the_prompt_and_the_tools_of_one_agent_alone():
    conversation = await talked("hello", *DIALOGUE, "what does a share of Tesla cost?", "thanks")

    spoken = calls_for(conversation, Purpose.AGENT)
    assert {call.agent for call in spoken} == set(OWN_TOOLS)
    for call in spoken:
        assert tool_names(call) <= OWN_TOOLS[call.agent]
        shown = [name for name, prompt in PROMPTS.items() if prompt in instructions(call)]
        assert shown == [call.agent]


@pytest.mark.proves("S0-01", "S0-12")
async def test_the_router_and_the_continuation_carry_no_tools_and_no_agent_prompt():
    conversation = await talked(*DIALOGUE)

    for purpose in (Purpose.ROUTE, Purpose.CONTINUE):
        for call in calls_for(conversation, purpose):
            assert call.tools == ()
            assert not any(prompt in instructions(call) for prompt in PROMPTS.values())


@pytest.mark.proves("S0-22", "S0-34")
async def test_the_router_reads_the_message_and_what_was_said_before():
    conversation = await talked("hello", "Transfer money")

    call = calls_for(conversation, Purpose.ROUTE)[-1]
    said = [(m.role, m.content[:14]) for m in call.messages[1:]]
    assert said == [("user", "hello"), ("assistant", "Hello, I am Fr"), ("user", "Transfer money")]


@pytest.mark.proves("S0-34")
async def test_the_chosen_agent_reads_the_message_and_what_was_said_before():
    conversation = await talked("hello", "Transfer money", "seldo")

    (call,) = calls_for(conversation, Purpose.AGENT)
    assert last_words(call) == "seldo"
    earlier = [m.content for m in call.messages if m.role == "user"]
    assert earlier == ["hello", "Transfer money", "seldo"]
    assert any("I need your username" in m.content for m in call.messages)


@pytest.mark.proves("S0-23", "S0-15")
@pytest.mark.parametrize(
    ("before", "login", "balance"),
    [((), "no", "no"), (READY[:3], "yes", "no"), (READY, "yes", "yes")],
)
async def test_the_router_is_told_what_is_known(before: tuple[str, ...], login: str, balance: str):
    conversation = await talked(*before, "what does a share of Tesla cost?")

    told = instructions(calls_for(conversation, Purpose.ROUTE)[-1])
    assert f"a login: {login}" in told
    assert f"the balance of the account to send from: {balance}" in told


@pytest.mark.proves("S0-43", "S0-15")
async def test_each_run_of_an_agent_shows_the_state_of_that_moment():
    conversation = await talked("what does a share of Tesla cost?", *READY)
    await conversation.say("what does a share of Tesla cost?")

    first, *_, last = [c for c in conversation.model.calls if c.agent == "stock_lookup"]
    assert "a login: no" in instructions(first)
    assert "a login: yes" in instructions(last)


@pytest.mark.proves("S0-15", "S0-19")
async def test_one_state_serves_all_agents():
    conversation = await talked(*READY, "Transfer money", ANAS, "thanks", "@concierge hello")

    newest = {call.agent: call for call in conversation.model.calls}
    assert set(newest) >= {"router", "transfer_money", "concierge"}
    for name in ("router", "transfer_money", "concierge"):
        assert "a login: yes" in instructions(newest[name])


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
    routed = calls_for(conversation, Purpose.ROUTE)
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
        ("what does Tesla cost?", {"route:router", "agent:stock_lookup"}),
        ("where to find a claim id?", {"route:router"}),
        ("plan: onboard Tom Miller, developer, Tuesday", {"plan:planner"}),
        ("@extractor Ana paid $5 on 3 May 2027", {"agent:extractor", "agent:validator"}),
        ("@debate whether we need more tea", {"agent:debate", "judge:debate"}),
    ],
)
async def test_whoever_is_at_work_asks_the_same_model(wish: str, asked: set[str]):
    conversation = await a_conversation()

    await conversation.say(wish)
    await carry_out(conversation)

    assert asked <= set(conversation.model.purposes)


@pytest.mark.proves("S0-12", "S0-16")
async def test_nobody_is_shown_a_routing_name_that_no_agent_has():
    conversation = await a_conversation(
        puppet(lambda call: calls("transfer") if call.purpose is Purpose.ROUTE else None)
    )

    await conversation.say("hello")

    agents = {agent.name for agent in AGENTS}
    assert {reply.agent for reply in conversation.replies} <= agents | {""}

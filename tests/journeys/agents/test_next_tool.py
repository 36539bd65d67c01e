"""Who follows: an agent names the next one, leaves it to the router, or asks the person."""

from dataclasses import replace

import pytest

from agents.kit import Fact, NextTool, Outcome, ToolArgument, Turn, ask, done, hand_back, hand_over
from bot.domain.budget import TurnLimits
from tests.fakes.questions import asks as is_asked
from tests.fakes.questions import said_in
from tests.journeys.agents.small_agents import an_agent, asks, directed, in_turns, says
from tests.journeys.conversation import Conversation, a_conversation

WORDS = {"letter": "letter", "claim": "claim", "office": "office"}


def routed_texts(conversation: Conversation) -> list[str]:
    """What the router was asked about."""
    return [said_in(call) for call in conversation.model.calls if is_asked(call, "which")]


@pytest.mark.proves("S1-35", "S1-39", "S1-40", "S1-41", "S1-23")
@pytest.mark.parametrize("argument", ["find claim 7", '{"claim": 7, "of": "Ana"}'])
async def test_a_named_agent_gets_its_argument_as_it_was_written(argument: str):
    heard: list[str] = []
    needy = in_turns("letter", hand_over("claim", argument), done("Written."))
    agents = [needy, says("claim", "Found.", heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    await conversation.say("a letter, please")

    assert heard == [argument]
    assert routed_texts(conversation) == ["a letter, please"]


@pytest.mark.proves("S1-35", "S1-31")
async def test_who_was_named_and_by_whom_is_told_on_the_side():
    needy = in_turns("letter", hand_over("claim", "find it"), done("Written."))
    conversation = await a_conversation(directed(WORDS), agents=[needy, says("claim", "Found.")])

    said = await conversation.say("a letter, please")

    assert "claim: letter asked for it" in conversation.told().replace("Choosing claim", "claim")
    assert "asked for it" not in said


@pytest.mark.proves("S1-37", "S1-38", "S1-40")
async def test_without_a_name_the_router_chooses_by_the_context_and_the_content_is_sent():
    heard: list[str] = []
    wanted = NextTool(context="a claim id is missing", content="Ana's, of May")
    needy = in_turns("letter", Outcome(interrupt=True, next_tool=wanted), done("Written."))
    agents = [needy, says("claim", "Found.", heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    said = await conversation.say("a letter, please")

    assert "a claim id is missing" in routed_texts(conversation)[-1]
    assert heard == ["Ana's, of May"]
    assert said.startswith("Written.")


@pytest.mark.proves("S1-38", "S1-39", "S1-41")
async def test_an_argument_is_sent_rather_than_the_content_beside_it():
    heard: list[str] = []
    argument = ToolArgument(name="claim", arguments='{"claim": 7}')
    wanted = NextTool(content="Ana's, of May", tool_argument=argument)
    needy = in_turns("letter", Outcome(interrupt=True, next_tool=wanted), done("Written."))
    agents = [needy, says("claim", "Found.", heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    await conversation.say("a letter, please")

    assert heard == ['{"claim": 7}']


@pytest.mark.proves("S1-40", "S1-41")
async def test_an_argument_with_an_empty_name_leaves_the_choice_to_the_router():
    heard: list[str] = []
    wanted = NextTool(tool_argument=ToolArgument(name="", arguments="find the claim of May"))
    needy = in_turns("letter", Outcome(interrupt=True, next_tool=wanted), done("Written."))
    agents = [needy, says("claim", "Found.", heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    await conversation.say("a letter, please")

    assert heard == ["find the claim of May"]


@pytest.mark.proves("S1-35", "S1-39")
async def test_a_completed_agent_may_name_who_follows():
    heard: list[str] = []
    follows = NextTool(tool_argument=ToolArgument(name="office", arguments="post letter 7"))
    agents = [says("letter", done("Written.", next_tool=follows)), says("office", "Sent.", heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    said = await conversation.say("a letter, please")

    assert heard == ["post letter 7"]
    assert said.split("\n\n")[:2] == ["Written.", "Sent."]
    assert await conversation.stack() == []


@pytest.mark.proves("S1-35")
@pytest.mark.parametrize("name", ["nobody", "concierge"])
async def test_a_follower_that_nobody_is_leaves_the_answer_as_it_is(name: str):
    follows = NextTool(tool_argument=ToolArgument(name=name, arguments="post letter 7"))
    agents = [says("letter", done("Written.", next_tool=follows)), says("concierge", "Hello.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    said = await conversation.say("a letter, please")

    assert said.split("\n\n")[0] == "Written."
    assert "Hello." not in said
    assert await conversation.stack() == []


@pytest.mark.proves("S1-35", "S1-20")
async def test_who_follows_a_digression_is_heard_before_the_waiting_question():
    follows = NextTool(tool_argument=ToolArgument(name="office", arguments="post it"))
    agents = [
        asks("letter"),
        says("claim", done("Found.", next_tool=follows)),
        says("office", "Sent."),
    ]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter, please")

    said = await conversation.say("and the claim?")

    assert said.index("Found.") < said.index("Sent.") < said.rindex("Which letter?")
    assert await conversation.stack() == ["letter"]


@pytest.mark.proves("S1-35")
async def test_an_interrupt_that_names_nobody_is_a_question_to_the_person():
    agents = [in_turns("letter", Outcome(value="Which one?", interrupt=True), done("Written."))]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    assert await conversation.say("a letter, please") == "Which one?"
    assert (await conversation.say("the long one")).startswith("Written.")


@pytest.mark.proves("S1-17", "S1-51")
async def test_help_that_itself_needs_help_comes_back_step_by_step():
    letter_heard: list[str] = []
    claim_heard: list[str] = []
    agents = [
        in_turns("letter", hand_over("claim", "find it"), done("Written."), heard=letter_heard),
        in_turns("claim", hand_over("office", "look"), done("Number 7."), heard=claim_heard),
        says("office", "It is in May."),
    ]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    said = await conversation.say("a letter, please")

    assert claim_heard == ["find it", "find it It is in May."]
    assert letter_heard[-1] == "a letter, please Number 7."
    assert said.startswith("Written.")


@pytest.mark.proves("S1-17")
async def test_a_helper_that_first_needs_a_fact_still_brings_its_answer_home():
    known = Fact("known", "knowing you")
    heard: list[str] = []

    async def greet(turn: Turn) -> Outcome:
        turn.establish(known)
        return done("Hello Ana.")

    agents = [
        in_turns("letter", hand_over("claim", "find it"), done("Written."), heard=heard),
        replace(says("claim", "Number 7."), requires=(known,)),
        an_agent("greeter", greet, provides=(known,)),
    ]
    conversation = await a_conversation(directed(WORDS), agents=agents)

    await conversation.say("a letter, please")

    assert heard == ["a letter, please", "a letter, please Number 7."]


@pytest.mark.proves("S1-20", "S1-17")
async def test_a_digression_from_a_helpers_question_leaves_the_whole_chain_waiting():
    needy = in_turns("letter", hand_over("claim", "find it"), done("Written."))
    agents = [needy, asks("claim"), says("office", "It is open.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter, please")

    assert await conversation.say("is the office open?") == "It is open.\n\nWhich claim?"

    assert await conversation.stack() == ["letter", "claim"]
    assert (await conversation.say("number 7")).startswith("Written.")


@pytest.mark.proves("S1-01")
async def test_agents_that_call_one_another_for_ever_are_stopped_with_a_reason():
    async def to_claim(turn: Turn) -> Outcome:
        return hand_over("claim", "find it")

    async def to_letter(turn: Turn) -> Outcome:
        return hand_over("letter", "write it")

    agents = [an_agent("letter", to_claim), an_agent("claim", to_letter)]
    conversation = await a_conversation(
        directed(WORDS), agents=agents, limits=TurnLimits(hand_offs=4)
    )

    said = await conversation.say("a letter, please")

    assert "4 hand-offs between agents" in said
    assert await conversation.stack() == ["letter", "claim"]


@pytest.mark.proves("S1-65")
async def test_a_message_nobody_wants_is_not_passed_round_and_round():
    async def not_mine(turn: Turn) -> Outcome:
        return hand_back("not mine") if turn.state else ask("Which?", state={"asked": 1})

    agents = [an_agent("letter", not_mine), an_agent("claim", not_mine)]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter, please")
    await conversation.say("the claim")

    said = await conversation.say("a letter for the claim")

    assert said.endswith("Which?")
    assert conversation.model.purposes.count("route:router") <= 6
    assert sorted(await conversation.stack()) == ["claim", "letter"]

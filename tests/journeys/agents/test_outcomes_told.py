"""What an outcome may carry, and what is said of it."""

from dataclasses import replace

import pytest

from agents.kit import (
    NextTool,
    Outcome,
    ToolArgument,
    Turn,
    ask,
    done,
    hand_back,
    hand_over,
    remote_agent,
)
from bot.domain.messages import Kind
from tests.fakes.world import FakeHttp
from tests.journeys.agents.small_agents import an_agent, asks, directed, in_turns, says
from tests.journeys.conversation import a_conversation

WORDS = {"letter": "letter", "claim": "claim", "office": "office", "post": "post"}


@pytest.mark.proves("S1-52")
async def test_a_question_leaves_with_its_artifact():
    outcome = Outcome(value="Is this draft good?", interrupt=True, artifact="the draft")
    conversation = await a_conversation(directed(WORDS), agents=[says("letter", outcome)])
    await conversation.say("a letter")
    assert conversation.artifacts == ["the draft"]


async def test_a_hand_over_leaves_with_its_artifact():
    outcome = hand_over("claim", "find it").model_copy(update={"artifact": "the draft"})
    conversation = await a_conversation(
        directed(WORDS),
        agents=[in_turns("letter", outcome, done("Written.")), says("claim", "Found.")],
    )
    await conversation.say("a letter")
    assert conversation.artifacts == ["the draft"]


@pytest.mark.parametrize(
    "follows",
    [
        NextTool(context="post it at the office", content="letter 7"),
        NextTool(tool_argument=ToolArgument(name="", arguments="post it at the office")),
    ],
)
async def test_completed_and_unnamed_is_left_to_the_router(follows: NextTool):
    heard: list[str] = []
    agents = [says("letter", done("Written.", next_tool=follows)), says("office", "Sent.", heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    assert len(heard) == 1


async def test_completed_and_named_without_arguments_sends_the_content():
    heard: list[str] = []
    follows = NextTool(content="post letter 7", tool_argument=ToolArgument(name="office"))
    agents = [says("letter", done("Written.", next_tool=follows)), says("office", "Sent.", heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    assert heard == ["post letter 7"]


async def test_handing_back_keeps_a_saved_thread():
    async def run(turn: Turn) -> Outcome:
        if turn.state is None:
            return ask("Which letter?", state={"asked": True})
        return hand_back("not mine") if turn.text.endswith("?") else done("Written.")

    agents = [an_agent("letter", run, keeps="thread"), says("office", "Open.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    await conversation.say("is the office open?")
    assert (await conversation.say("a long one")).startswith("Written.")


async def test_a_tool_server_may_answer_an_outcome_as_json():
    http = FakeHttp(lambda _u, _b: ask("Which?").model_dump(mode="json"))
    conversation = await a_conversation(
        directed(WORDS), agents=[remote_agent("claim", "https://x", description="Finds.")]
    )
    conversation.services = replace(conversation.services, http=http)
    assert await conversation.say("claim") == "Which?"


async def test_fraud_in_the_middle_is_told_what_the_bot_can_help_with():
    conversation = await a_conversation()
    for line in ("decline letter", "123ABH"):
        await conversation.say(line)
    said = await conversation.say("I want to commit fraud.")
    assert "can help" in said
    assert "What is the crime topology" in said


@pytest.mark.parametrize("wrong", ["My id is ABCDEF", "id 123-ABH", "claim id 12"])
async def test_a_wrong_claim_id_is_told_the_rule(wrong: str):
    conversation = await a_conversation()
    await conversation.say("decline letter")
    said = await conversation.say(wrong)
    assert "letters and digits" in said


async def test_the_first_hello_after_an_announcement_is_still_welcomed():
    conversation = await a_conversation()
    await conversation.say("The office closes at five.", kind=Kind.ANNOUNCEMENT)
    said = await conversation.say("hello")
    assert said.startswith("Hello, I am")


async def test_an_argument_without_a_name_beside_a_content_reaches_the_agent():
    heard: list[str] = []
    wanted = NextTool(
        content="help wanted", tool_argument=ToolArgument(name="", arguments="the claim of May")
    )
    needy = in_turns("letter", Outcome(interrupt=True, next_tool=wanted), done("Written."))
    conversation = await a_conversation(
        directed(WORDS), agents=[needy, says("claim", "Found.", heard)]
    )
    await conversation.say("a letter")
    assert heard == ["the claim of May"]


async def test_router_choosing_the_speaker_after_hand_back_with_question_names_the_need():
    agents = [asks("letter")]
    conversation = await a_conversation(directed({"letter": "letter"}), agents=agents)
    await conversation.say("a letter")
    said = await conversation.say("what letter?")
    assert "this is no letter" in said

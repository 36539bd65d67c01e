"""Decisions, stops and chains while another task is on top."""

import pytest

from agents.it_support.desk import ACCOUNTS, TICKETS
from agents.kit import (
    Agent,
    NextTool,
    Outcome,
    ToolArgument,
    Turn,
    done,
    hand_over,
    tool,
)
from tests.journeys.agents.small_agents import an_agent, asks, directed, says
from tests.journeys.bank.talking import LOGIN, talked
from tests.journeys.conversation import a_conversation
from tests.journeys.requests.test_typed import checked, poster, posts

WORDS = {"letter": "letter", "claim": "claim", "office": "office", "post": "post"}


async def test_yes_to_an_open_question_approves_what_waits_beneath():
    conversation = await a_conversation(directed(WORDS, act=posts), agents=[poster, asks("claim")])
    await conversation.say("post it")  # approval card, pending
    assert await conversation.say("and the claim?") == "Which claim?"
    said = await conversation.say("yes")
    assert "Posted" not in said


async def test_a_number_for_an_open_question_is_taken_by_a_closed_one_beneath():
    agents = [asks("letter", options=("long", "short")), asks("claim")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    await conversation.say("and the claim?")
    said = await conversation.say("2")
    assert said.startswith("The claim is 2.")


async def test_the_older_copy_of_an_open_question_is_not_called_answered():
    agents = [asks("letter", options=("long", "short")), says("office", "Open.")]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    old = conversation.last.buttons[0].id
    await conversation.say("is the office open?")
    said = await conversation.press_id(old)
    assert "already answered" not in said


async def test_one_stop_ends_what_a_loop_left_behind():
    async def to_claim(turn: Turn) -> Outcome:
        return hand_over("claim", "find it")

    async def to_letter(turn: Turn) -> Outcome:
        return hand_over("letter", "write it")

    agents = [an_agent("letter", to_claim), an_agent("claim", to_letter)]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    said = await conversation.say("stop")
    assert await conversation.stack() == [], said


async def test_happened_shows_the_question_beneath_again():
    @tool(effect=True, free=["letter"], ends_task=True)
    async def post(letter: str) -> str:
        """Post a letter."""
        raise RuntimeError

    poster = Agent(name="post", description="Posts.", prompt="Post.", tools=(post,), style="talk")
    conversation = await a_conversation(
        directed(WORDS, act=posts), agents=[asks("letter"), poster]
    )
    await conversation.say("a letter")
    await conversation.say("@post it now")
    said = await conversation.press("It happened")
    assert said.endswith("Which letter?")


async def test_what_was_rejected_stays_above_the_question_beneath_until_it_is_left():
    conversation = await a_conversation(
        directed(WORDS, act=posts), agents=[asks("letter"), poster]
    )
    await conversation.say("a letter")
    await conversation.say("@post it now")
    said = await conversation.say("no")
    assert said.endswith("What should I do instead? “stop” leaves it undone.")
    said = await conversation.say("no")
    assert said == "Then I leave it undone.\n\nWhich letter?"
    assert await conversation.stack() == ["letter"]


async def test_the_question_beneath_is_asked_once_when_a_digression_is_chained():
    follows = NextTool(tool_argument=ToolArgument(name="office", arguments="post it"))
    agents = [
        asks("letter"),
        says("claim", done("Found.", next_tool=follows)),
        says("office", "Sent."),
    ]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    said = await conversation.say("and the claim?")
    assert said.count("Which letter?") == 1, said


async def test_approving_beneath_a_digression_ends_the_approved_task_and_no_other():
    conversation = await a_conversation(directed(WORDS, act=posts), agents=[poster, asks("claim")])
    await conversation.say("post it")
    await conversation.say("and the claim?")
    said = await conversation.press("Approve")
    assert await conversation.stack() == ["claim"]
    assert said == "Posted the long one.\n\nWhich claim?"


async def test_rejecting_beneath_a_digression_brings_the_rejected_task_to_the_top():
    conversation = await a_conversation(directed(WORDS, act=posts), agents=[poster, asks("claim")])
    await conversation.say("post it")
    await conversation.say("and the claim?")
    await conversation.press("Reject")
    assert await conversation.stack() == ["claim", "post"]


async def test_a_password_submitted_beneath_a_digression_ends_the_login():
    conversation = await a_conversation()
    for line in ("log me in", "seldo", "what does a share cost?"):
        await conversation.say(line)
    before = await conversation.stack()
    assert before[-1] == "stock_lookup", before
    await conversation.press("Submit", password="monkey")
    assert await conversation.stack() == ["stock_lookup"]


async def test_four_eyes_while_the_asker_digresses():
    conversation = await a_conversation(
        directed(WORDS, act=posts), agents=[checked, asks("claim")]
    )
    await conversation.say("post it", user="ana")
    await conversation.say("and the claim?", user="ana")
    await conversation.say("approve", user="cleo")
    assert await conversation.stack("ana") == ["claim"]


async def test_what_nobody_does_is_told_before_what_waits_for_an_answer():
    conversation = await talked("transfer money")

    said = await conversation.say("tell me a joke about cats")

    refused, helps, asked = said.replace("\n\n", "\n").split("\n")
    assert refused == "That is outside what I can help with."
    assert helps.startswith("I can help with looking up a stock price")
    assert asked.startswith("I need your username and your password.")


async def test_what_takes_a_plan_is_no_answer_to_a_question_either():
    conversation = await talked(*LOGIN, "transfer money")

    plan = await conversation.say("please onboard Maria Lopez as a designer from monday")
    balance = await conversation.say("Checking")

    assert "register employee" in plan
    assert "No single account" not in plan
    assert "holds $1,000.00" in balance


@pytest.mark.parametrize(
    "line", ["onboard Jess Smith as a designer", "offboard Ana", "we need to hire somebody"]
)
async def test_no_sentence_is_the_name_that_was_asked_for(line: str):
    conversation = await talked("create an account", line)

    assert await conversation.rows(ACCOUNTS) == []
    assert "create_account" not in conversation.last.text


async def test_another_order_to_the_same_desk_takes_no_words_of_the_one_before():
    conversation = await talked("close my ticket", "open a ticket: the lamp is broken")

    assert [row["problem"] for row in await conversation.rows(TICKETS)] == ["the lamp is broken"]


async def test_what_became_of_a_task_is_told_in_its_own_name():
    conversation = await a_conversation(directed(WORDS, act=posts), agents=[poster, asks("claim")])
    await conversation.say("what about the claim?")
    await conversation.say("can you post it?")

    await conversation.press("Reject")
    said = await conversation.say("nothing")

    assert said == "Then I leave it undone.\n\nWhich claim?"
    assert conversation.last.agent == "post"

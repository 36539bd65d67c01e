"""When an agent has finished: what is left of the wish goes on by itself, or the bot is ready."""

import json

import pytest

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ModelCall, ModelReply
from agents.kit.values.texts import MOST_SAID_CHARACTERS
from bot.core.stack.start import READY as READY_LINE
from tests.fakes.questions import said_in
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed, says
from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    LOGIN,
    READY,
    moved,
    questions,
    say_all,
    since,
)
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet, reading, which

BOTH = "log me in and tell me the price of Apple stock"
PRICE = "tell me the price of Apple stock"
NOTHING = json.dumps({"left": None})


async def continued(*answers: ScriptedAnswer, before: tuple[str, ...] = ()) -> Conversation:
    conversation = await a_conversation(puppet(reading("left", *answers)))
    await say_all(conversation, *before)
    return conversation


def asked_to_continue(conversation: Conversation) -> list[ModelCall]:
    return questions(conversation, "left")


async def test_the_line_that_the_bot_is_ready_cuts_nothing_of_the_longest_answer():
    answer = "x" * MOST_SAID_CHARACTERS
    model = directed({"office": "office"})
    conversation = await a_conversation(model, agents=[says("office", answer)])

    said = await conversation.say("the office")

    assert said == f"{answer}\n\n{READY_LINE}"
    assert [len(reply.text) for reply in conversation.replies] == [len(answer), len(READY_LINE)]


@pytest.mark.proves("S0-38", "S0-44")
async def test_it_is_asked_about_the_wish_with_the_reply_that_finished_the_task():
    conversation = await continued(NOTHING, before=(BOTH, *LOGIN[1:]))

    (call,) = asked_to_continue(conversation)
    assert said_in(call) == BOTH
    assert "Done: authenticate: " in call.messages[-1].content


@pytest.mark.proves("S0-13", "S0-19", "S0-39")
async def test_what_is_left_goes_on_without_another_word_from_the_person():
    conversation = await a_conversation()
    await say_all(conversation, BOTH, "seldo")
    before = len(conversation.replies)

    await conversation.say("monkey")

    speakers = [reply.agent for reply in since(conversation, before)]
    assert speakers == ["authenticate", "stock_lookup"]
    assert "What else can I do for you?" in conversation.last.text
    assert await conversation.stack() == []


@pytest.mark.proves("S0-39", "S2-04")
@pytest.mark.parametrize("finish", [Finish.FILTERED, Finish.REFUSED])
async def test_an_answer_that_was_withheld_starts_nothing(finish: Finish):
    withheld = [ModelReply(json.dumps({"left": PRICE}), finish=finish)] * 3
    conversation = await continued(*withheld, before=(BOTH, *LOGIN[1:]))

    assert "stock_lookup" not in {reply.agent for reply in conversation.replies}


@pytest.mark.proves("S0-39")
async def test_what_is_left_is_read_like_a_message_of_the_person():
    conversation = await continued(before=(BOTH, *LOGIN[1:]))

    assert [said_in(call) for call in questions(conversation, "which")] == [BOTH, PRICE]


@pytest.mark.proves("S0-39", "S0-40")
@pytest.mark.parametrize("left", [BOTH, "log me out", "the price of a cake"])
async def test_what_was_never_said_or_is_all_of_it_is_not_left(left: str):
    conversation = await continued(json.dumps({"left": left}), before=(BOTH, *LOGIN[1:]))

    assert "Authenticated" in (await conversation.participant()).facts.values
    assert "stock_lookup" not in {reply.agent for reply in conversation.replies}
    assert await conversation.stack() == []


@pytest.mark.proves("S0-38", "S0-40", "S0-71")
async def test_nothing_being_left_the_bot_is_ready_once():
    conversation = await continued(NOTHING, before=(BOTH, "seldo"))
    before = len(conversation.replies)

    await conversation.say("monkey")

    assert [reply.agent for reply in since(conversation, before)] == ["authenticate"]
    assert conversation.last.text.count("What else can I do for you?") == 1
    assert await conversation.stack() == []
    assert conversation.pending == []
    assert len(asked_to_continue(conversation)) == 1


@pytest.mark.proves("S0-40")
async def test_a_wish_of_one_part_asks_nobody_what_is_left():
    conversation = await continued(before=(*READY, f"transfer 500 to {ANAS}"))

    assert asked_to_continue(conversation) == []
    assert (await conversation.participant()).wish == ""
    assert (await conversation.participant()).finished == ()


async def test_a_prerequisite_that_is_met_asks_nobody_what_to_do_next():
    conversation = await continued(before=("Transfer money", "seldo", "monkey", "Checking"))

    assert asked_to_continue(conversation) == []
    assert await conversation.stack() == ["transfer_money"]


@pytest.mark.proves("R11")
async def test_a_continuation_that_is_away_loses_neither_the_answer_nor_the_login():
    conversation = await continued(ModelUnavailable("it is away"), before=(BOTH, "seldo"))

    said = await conversation.say("monkey")

    assert said.startswith("You are logged in as seldo.")
    assert "it is away" in said
    assert "Authenticated" in (await conversation.participant()).facts.values


@pytest.mark.proves("R11")
async def test_a_continuation_that_is_away_after_a_transfer_repeats_nothing():
    conversation = await continued(ModelUnavailable("it is away"), before=READY)

    said = await conversation.say(f"transfer 500 to {ANAS} and then log me out")
    await conversation.say("hello?")

    assert "$500.00 went" in said
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.parametrize("nobody", ["small_talk", "unclear", "out_of_scope"])
async def test_what_leads_to_nobody_ends_it(nobody: str):
    conversation = await a_conversation(puppet(which("authenticate", nobody)))

    await say_all(conversation, BOTH, *LOGIN[1:])

    assert "What else" in conversation.last.text
    assert await conversation.stack() == []

"""When an agent has finished: what is left of the wish goes on by itself, or the bot is ready."""

import pytest

from agents.kit.errors import ModelUnavailable
from agents.kit.model import Finish, ModelCall, ModelReply, Purpose
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    LOGIN,
    READY,
    calls_for,
    instructions,
    last_words,
    moved,
    noted,
    say_all,
    since,
)
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import continuing, puppet, routing, together

PRICE = "I would like to know what a share of Tesla costs."
DONE = "no_further_task"


async def continued(*answers: ScriptedAnswer, before: tuple[str, ...] = ()) -> Conversation:
    conversation = await a_conversation(puppet(continuing(*answers)))
    await say_all(conversation, *before)
    return conversation


def asked_to_continue(conversation: Conversation) -> list[ModelCall]:
    return calls_for(conversation, Purpose.CONTINUE)


@pytest.mark.proves("S0-38", "S0-44")
async def test_it_is_asked_about_the_wish_with_the_reply_that_finished_the_task():
    conversation = await continued(DONE, before=LOGIN)

    (call,) = asked_to_continue(conversation)
    assert "log me in" in noted(call)
    assert "authenticate" in instructions(call)
    assert "You are logged in as seldo." in noted(call)
    assert [m.content for m in call.messages if m.role == "assistant"][-1] == (
        "You are logged in as seldo."
    )


@pytest.mark.proves("S0-38", "S0-44")
async def test_it_is_told_the_first_wish_and_not_the_last_answer():
    conversation = await continued(DONE, before=(*READY, "Transfer money", ANAS, "500"))

    call = asked_to_continue(conversation)[-1]
    assert "Originally wanted: Transfer money" in noted(call)
    assert "$500.00 went from Checking" in noted(call)


@pytest.mark.proves("S0-13", "S0-19", "S0-39")
async def test_a_sentence_goes_on_without_another_word_from_the_person():
    conversation = await continued(PRICE, DONE, before=LOGIN[:2])

    before = len(conversation.replies)

    await conversation.say("monkey")

    speakers = [reply.agent for reply in since(conversation, before)]
    assert speakers == ["authenticate", "stock_lookup", "concierge"]
    assert await conversation.stack() == []


@pytest.mark.proves("S0-39", "S2-04")
@pytest.mark.parametrize("finish", [Finish.FILTERED, Finish.REFUSED])
async def test_a_sentence_that_was_withheld_starts_nothing(finish: Finish):
    conversation = await continued(ModelReply(PRICE, finish=finish), before=LOGIN)

    assert len(asked_to_continue(conversation)) == 1
    assert "stock_lookup" not in {reply.agent for reply in conversation.replies}
    assert calls_for(conversation, Purpose.ROUTE)[1:] == []


@pytest.mark.proves("S0-39")
async def test_the_sentence_is_routed_like_a_message_of_the_person():
    conversation = await continued(PRICE, DONE, before=LOGIN)

    assert [last_words(call) for call in calls_for(conversation, Purpose.ROUTE)] == [
        "log me in",
        PRICE,
    ]


@pytest.mark.proves("S0-39", "S0-40")
async def test_the_same_sentence_is_not_routed_twice_even_if_it_led_to_somebody_else_now():
    chosen = routing("authenticate", "stock_lookup", "account_balance")
    conversation = await a_conversation(puppet(together(chosen, continuing(PRICE))))

    await say_all(conversation, *LOGIN)

    routed = [last_words(call) for call in calls_for(conversation, Purpose.ROUTE)]
    assert routed == ["log me in", PRICE]
    assert len(asked_to_continue(conversation)) == 2
    assert conversation.last.agent == "concierge"
    assert await conversation.stack() == []


@pytest.mark.proves("S0-39", "S0-40")
async def test_who_has_finished_is_not_started_again_by_a_continuation():
    again = "I would like to log in."
    conversation = await continued(again, before=LOGIN)

    routed = [last_words(call) for call in calls_for(conversation, Purpose.ROUTE)]
    assert routed.count(again) == 1
    assert conversation.last.agent == "concierge"
    assert await conversation.stack() == []


@pytest.mark.proves("S0-38", "S0-40", "S0-71")
@pytest.mark.parametrize(
    "sentinel",
    [
        *("no_further_task", "no_further_tasks", " no_further_task\n", '"no_further_task"'),
        *("No_Further_Tasks.", "NO FURTHER TASK", "no further tasks!", "`no-further-task`", ""),
    ],
)
async def test_nothing_left_in_whatever_spelling_the_concierge_is_ready_once(sentinel: str):
    conversation = await continued(sentinel, before=LOGIN[:2])
    before = len(conversation.replies)

    await conversation.say("monkey")

    assert [reply.agent for reply in since(conversation, before)] == ["authenticate", "concierge"]
    assert await conversation.stack() == []
    assert conversation.pending == []
    assert conversation.model.purposes[-1] == "continue:continuation"
    assert len(asked_to_continue(conversation)) == 1


@pytest.mark.proves("S0-40")
async def test_after_that_the_bot_waits():
    conversation = await continued(DONE, before=(*READY, f"transfer 500 to {ANAS}"))
    before = len(conversation.model.calls)

    await conversation.say("what is the price of Apple stock?")

    assert conversation.model.calls[before].purpose is Purpose.ROUTE
    assert (await conversation.participant()).wish == ""
    assert (await conversation.participant()).finished == ()


async def test_a_prerequisite_that_is_met_asks_nobody_what_to_do_next():
    conversation = await continued(DONE, before=("Transfer money", "seldo", "monkey", "Checking"))

    assert asked_to_continue(conversation) == []
    assert await conversation.stack() == ["transfer_money"]


@pytest.mark.proves("R11")
async def test_a_continuation_that_is_away_loses_neither_the_answer_nor_the_login():
    conversation = await continued(ModelUnavailable("it is away"), before=LOGIN[:2])

    said = await conversation.say("monkey")

    assert said.startswith("You are logged in as seldo.")
    assert "it is away" in said
    assert "Authenticated" in (await conversation.participant()).facts.values


@pytest.mark.proves("R11")
async def test_a_continuation_that_is_away_after_a_transfer_repeats_nothing():
    conversation = await continued(ModelUnavailable("it is away"), before=READY)

    said = await conversation.say(f"transfer 500 to {ANAS}")
    await conversation.say("hello?")

    assert "$500.00 went" in said
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.parametrize("nobody", ["concierge", "clarify", "out_of_scope", "banana"])
async def test_a_sentence_that_leads_to_nobody_ends_it(nobody: str):
    conversation = await a_conversation(
        puppet(together(routing("authenticate", *[nobody] * 3), continuing("And then some.")))
    )

    await say_all(conversation, *LOGIN)

    assert conversation.last.agent == "concierge"
    assert "What else" in conversation.last.text
    assert await conversation.stack() == []


async def test_the_next_wish_in_line_is_begun_before_anybody_is_asked():
    conversation = await continued(DONE)

    await say_all(conversation, "log me in and tell me the price of Apple stock", *LOGIN[1:])

    texts = [reply.text for reply in conversation.replies]
    assert any("$228.88" in text for text in texts)
    assert len(asked_to_continue(conversation)) <= 1

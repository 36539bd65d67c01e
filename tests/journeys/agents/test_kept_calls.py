"""What a model proposes beside a call that must wait is looked up at once, or kept and named."""

import pytest
from pydantic import TypeAdapter

from agents.kit import ToolFailed
from agents.kit.values.model import ToolCall
from bot.domain.tasks import Task
from tests.journeys.agents.desk import Desk, at_a, sending, several
from tests.journeys.bank.talking import ANAS, CHECKING, READY, SAVINGS, moved, say_all
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import acting, at_once, calls, puppet, talking
from tests.journeys.restarts import begun_again, killed_once

AFTER = "After that: send (to Ben, amount 30)."
BOTH = several(sending(700, "Ana"), sending(30, "Ben"))
PRICE = calls("price", of="tea")
WEIGH = calls("weigh", what="tea")
BACK = calls("hand_back", reason="the room is not mine")


async def test_of_two_transfers_in_one_answer_the_second_comes_after_the_first():
    order = at_once(
        calls("transfer", to_account=ANAS, amount="700.00"),
        calls("transfer", to_account=SAVINGS, amount="30.00"),
    )
    agents = talking("transfer_money")
    conversation = await a_conversation(
        puppet(acting("transfer_money", order), agents), agents=agents
    )
    await say_all(conversation, *READY)

    card = await conversation.say(
        f"send 700 to account {ANAS} and 30 to my savings account {SAVINGS}"
    )
    assert "amount: 700.00 USD" in card
    assert card.endswith(f"After that: transfer (to account {SAVINGS}, amount 30.00 USD).")

    card = await conversation.press("Approve")
    assert "amount: 30.00 USD" in card
    await conversation.press("Approve")

    assert await moved(conversation) == [(CHECKING, ANAS, 70_000), (CHECKING, SAVINGS, 3_000)]


@pytest.mark.parametrize("ends", [True, False])
async def test_what_was_kept_is_asked_for_after_a_yes(*, ends: bool):
    desk = Desk()
    conversation = await at_a(desk, BOTH, "That was all.", ends=ends)

    assert (await conversation.say("send it")).endswith(AFTER)
    card = await conversation.say("yes")

    assert desk.done == ["700 to Ana"]
    assert "amount: 30" in card
    assert "After that" not in card
    await conversation.say("yes")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_after_a_no_what_was_kept_is_asked_for_and_then_what_is_wanted_instead():
    desk = Desk()
    conversation = await at_a(desk, BOTH, "Then Carl it is?")
    await conversation.say("send it")

    said = await conversation.press("Reject")

    assert said.startswith(
        "send was rejected. Nothing was changed. Next: send (to Ben, amount 30)."
    )
    assert "amount: 30" in said
    said = await conversation.press("Approve")
    assert desk.done == ["30 to Ben"]
    assert said == (
        "Sent 30 to Ben.\n\nWhat should I do instead of send (to Ana, amount 700)? "
        "“stop” leaves it undone."
    )
    assert await conversation.say("to Carl, please") == "Then Carl it is?"


async def test_what_needs_no_approval_is_done_in_order():
    desk = Desk()
    conversation = await at_a(desk, BOTH, rule=None)

    said = await conversation.say("send it")

    assert said.startswith("Sent 700 to Ana.\n\nSent 30 to Ben.")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_what_waits_for_a_secret_keeps_what_stands_behind_it():
    desk = Desk()
    both = several(calls("lock", box="A"), sending(30, "Ben"))
    conversation = await at_a(desk, both, rule=None)

    assert (await conversation.say("lock it, then send 30 to Ben")).endswith(AFTER)
    await conversation.press("Submit", pin="4711")
    while conversation.pending:
        await conversation.press("Approve")

    assert desk.done == ["lock on A", "30 to Ben"]


async def test_what_was_kept_is_asked_about_where_something_was_said_since():
    desk = Desk()
    both = several(calls("lock", box="A"), sending(30, "Ben"))
    conversation = await at_a(desk, both, calls("lock", box="A"), rule=None)
    await conversation.say("send it")
    task = (await conversation.participant()).stack.tasks[0]

    assert not task.careful
    assert task.hearing("no, only 20").careful


@pytest.mark.parametrize("order", [(PRICE, sending(30, "Ben")), (sending(30, "Ben"), PRICE)])
async def test_a_look_up_beside_what_waits_is_told_at_once(order: tuple[ToolCall, ...]):
    desk = Desk()
    conversation = await at_a(desk, several(*order))

    said = await conversation.say("send it, what does tea cost?")

    assert said.startswith("tea costs 5.\n\ndesk wants to send:")
    await conversation.press("Approve")
    assert desk.done == ["30 to Ben"]


@pytest.mark.parametrize("order", [(PRICE, BACK), (BACK, PRICE)])
async def test_a_look_up_and_a_hand_back_are_both_heard(order: tuple[ToolCall, ...]):
    conversation = await at_a(Desk(), several(*order))

    said = await conversation.say("desk: what does tea cost, and is the other thing free?")

    assert said.startswith("tea costs 5.\n\nThe room is free.")
    assert await conversation.stack() == []


@pytest.mark.parametrize("order", [(WEIGH, BACK), (BACK, WEIGH)])
async def test_what_was_found_beside_a_hand_back_is_told_before_it_is_passed_on(
    order: tuple[ToolCall, ...],
):
    conversation = await at_a(Desk(), several(*order), "It weighs 7.")

    said = await conversation.say("desk and scales")

    assert said.startswith("It weighs 7.\n\nThe room is free.")
    assert await conversation.stack() == []


async def test_whoever_the_rest_is_for_answers_after_what_was_done():
    desk = Desk()
    conversation = await at_a(desk, several(BACK, sending(30, "Ben")))

    assert "amount: 30" in await conversation.say("desk: first the money, then the place")
    said = await conversation.press("Approve")

    assert said.startswith("Sent 30 to Ben.\n\nThe room is free.")
    assert await conversation.stack() == []


async def test_a_turn_that_begins_again_neither_loses_nor_doubles_what_was_kept():
    desk = Desk()
    conversation = await at_a(desk, BOTH)
    await conversation.say("send it")
    desk.dies = True

    await killed_once(conversation, "yes")
    assert desk.done == ["700 to Ana"]
    card = await begun_again(conversation)

    assert "amount: 30" in card
    assert desk.done == ["700 to Ana"]
    await conversation.say("yes")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_a_first_turn_that_begins_again_neither_loses_nor_doubles_it():
    desk = Desk(dies=True)
    conversation = await at_a(desk, BOTH, rule=None)

    await killed_once(conversation, "send it")
    assert desk.done == ["700 to Ana"]
    said = await begun_again(conversation)

    assert said.startswith("Sent 700 to Ana.\n\nSent 30 to Ben.")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_a_failure_is_told_before_what_was_kept_is_asked_for():
    desk = Desk(fault=lambda: ToolFailed("Ana takes no money."))
    conversation = await at_a(desk, BOTH)
    await conversation.say("send it")

    said = await conversation.press("Approve")

    assert said.startswith("Ana takes no money.\n\ndesk wants to send:\n  to: Ben")


async def test_what_was_kept_is_stored_with_its_task():
    conversation = await at_a(Desk(), BOTH)
    await conversation.say("send it")
    (task,) = (await conversation.participant()).stack.tasks

    assert [call.arguments for call in task.kept] == [{"to": "Ben", "amount": 30}]
    codec = TypeAdapter(Task)
    assert codec.validate_json(codec.dump_json(task)).kept == task.kept


async def test_what_was_kept_outlives_an_outcome_that_nobody_knows():
    desk = Desk(fault=lambda: RuntimeError("no answer"))
    both = several(sending(700, "Ana", "drop"), sending(30, "Ben"))
    conversation = await at_a(desk, both)
    await conversation.say("send it")

    assert "I cannot tell whether it happened" in await conversation.press("Approve")
    said = await conversation.press("It happened")

    assert said.startswith("Noted: it happened. Next: send (to Ben, amount 30).")
    await conversation.press("Approve")
    assert desk.done == ["700 to Ana", "30 to Ben"]


async def test_a_model_that_calls_again_what_was_kept_has_it_done_once():
    desk = Desk()
    conversation = await at_a(desk, BOTH, several(sending(650, "Ana"), sending(30, "Ben")))
    await conversation.say("send it")

    card = await conversation.say("no, make it 650")
    assert "amount: 650" in card
    assert card.count("amount 30") == 1
    await conversation.press("Approve")
    await conversation.press("Approve")

    assert desk.done == ["650 to Ana", "30 to Ben"]
    assert await conversation.stack() == []


async def test_to_stop_ends_what_was_kept_with_its_task():
    desk = Desk()
    conversation = await at_a(desk, BOTH)
    await conversation.say("send it")

    await conversation.say("stop")

    assert desk.done == []
    assert await conversation.stack() == []


async def test_after_a_no_the_message_still_goes_to_whom_the_rest_is_for():
    desk = Desk()
    conversation = await at_a(desk, several(sending(30, "Ben"), BACK))
    await conversation.say("desk: first the money, then the place")

    said = await conversation.press("Reject")

    assert said == (
        "send was rejected. Nothing was changed.\n\nThe room is free.\n\n"
        "What should I do instead? “stop” leaves it undone."
    )
    assert (desk.done, await conversation.stack()) == ([], ["desk"])
    assert (await conversation.say("nothing")).startswith("Then I leave it undone.")
    assert await conversation.stack() == []


async def test_what_is_kept_is_only_named_not_told_in_full():
    long = "x" * 5_000
    conversation = await at_a(Desk(), several(sending(700, "Ana"), sending(30, long)))

    said = await conversation.say("send it")

    assert said.endswith("… (4880 characters left out), amount 30).")

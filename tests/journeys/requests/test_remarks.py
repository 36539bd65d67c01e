"""What is said about a card in typed words, to decide it or without."""

import pytest

from tests.journeys.bank.talking import READY, moved, talked
from tests.journeys.plans.planned import GOAL, JESSICA, ONBOARDING, steps, with_planner, written

WITHOUT_LAPTOP = steps(
    written(1, "people.register_employee", name=JESSICA, role="manager", start_date="Monday"),
    written(2, "it_support.create_account", 1, employee=JESSICA),
)


async def test_clarify_alone_is_told_how_to_go_on():
    conversation = await with_planner(ONBOARDING, WITHOUT_LAPTOP)
    await conversation.say(GOAL)

    assert "such as: clarify without the laptop" in await conversation.say("Clarify.")

    said = await conversation.say("clarify without the laptop")
    assert "- gone: step 3" in said


@pytest.mark.parametrize("line", ["respond", "Respond."])
async def test_respond_alone_is_told_how_to_go_on(line: str):
    conversation = await talked(*READY, "send 700 to 1234324")

    assert "such as: respond: only half of it" in await conversation.say(line)
    assert await moved(conversation) == []


async def test_a_remark_on_an_approval_has_it_asked_anew():
    conversation = await talked(*READY, "send 700 to 1234324")

    said = await conversation.say("respond: only 650")

    assert "takes the place of the card before" in said
    assert "amount: 650.00 USD" in said
    assert await moved(conversation) == []


async def test_a_wish_that_begins_so_is_no_remark():
    conversation = await talked(*READY, "send 700 to 1234324", "respond to the price of AAPL")

    assert "takes the place" not in conversation.last.text


POLITE = ("approve it", "Approve it, please!", "Yes, please.", "please approve")


@pytest.mark.parametrize("line", POLITE)
async def test_an_approval_takes_a_polite_one(line: str):
    conversation = await talked(*READY, "send 700 to 1234324", line)

    assert len(await moved(conversation)) == 1

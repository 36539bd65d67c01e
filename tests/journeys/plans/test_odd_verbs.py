"""Verbs that no card has decide nothing, and nobody gets past a quorum by one."""

import pytest

from bot.domain.requests import RequestKind
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import (
    GOAL,
    ONBOARDING,
    hit,
    planning,
    states,
    steps,
    tell,
    with_planner,
    written,
)
from tests.journeys.workshop import Workshop

GOLD = steps(*(written(n, "courier.send_gold", to=to) for n, to in enumerate(("Ada", "Bo"), 1)))
ODD = (
    *("approve-0", "approve-00", "reject-0", "edit-0", "respond-0", "approve-", "approve--1"),
    *(
        "approve-\u0660",
        "approve-1-2",
        "approve-001",
        "Approve",
        "approve ",
        "approve\n",
        "option-1",
    ),
    *("approve-3", "reject-99", "edit-7", "edit", "submit", "", "deleted", "approve-1"),
)


@pytest.mark.proves("R2", "S2-68")
@pytest.mark.parametrize("verb", ODD)
async def test_what_no_card_has_decides_nothing(verb: str):
    shop = Workshop()
    agents = shop.agents()
    conversation = await a_conversation(puppet(planning(GOLD), agents), agents=agents)
    await tell(conversation, "plan: send gold to two")
    (card,) = [request for request in conversation.pending if request.kind is RequestKind.PLAN]

    told = await hit(conversation, verb, user="ben", text="x")

    assert told
    assert states(conversation) == ["awaiting", "awaiting"]
    assert conversation.store.tables.requests[card.id] == card
    assert shop.deeds == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("approve 3", "This card does not ask about step 3, but about 1, 2."),
        ("Reject step 99!", "This card does not ask about step 99, but about 1, 2."),
        ("approve 0", "A plan takes approve, reject, edit or a remark"),
    ],
)
async def test_a_number_that_no_card_has_is_no_new_wish(typed: str, told: str):
    agents = Workshop().agents()
    pages = steps(*(written(n, "printer.print_page", text=f"page {n}") for n in (1, 2)))
    conversation = await a_conversation(puppet(planning(pages), agents), agents=agents)
    await tell(conversation, "plan: print two pages")

    assert told in await tell(conversation, typed)
    assert states(conversation) == ["awaiting", "awaiting"]


@pytest.mark.parametrize("forget", ["forget", "/frontdesk forget"])
async def test_a_yes_to_forgetting_approves_no_plan(forget: str):
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await tell(conversation, forget)
    before = states(conversation)

    said = [await tell(conversation, "yes"), await tell(conversation, "Yes!")]

    assert all("write: forget yes" in answer for answer in said)
    assert states(conversation) == before
    assert "The plan is done" in await tell(conversation, "approve")

"""A planner that serves somebody else: all it wants is on the card, nothing runs unapproved."""

from typing import Any

import pytest

from agents.kit.values.model import Purpose
from bot.domain.budget import TurnLimits
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import (
    hit,
    outcome,
    planning,
    plans_of,
    states,
    steps,
    tell,
    the_plan,
    with_planner,
    written,
)
from tests.journeys.workshop import Workshop

GOAL = "plan: print the report and send it to Ada"
SEND_TO_EVE = written(2, "courier.send", to="Eve")


async def a_workshop(shop: Workshop, *answers: str) -> Conversation:
    agents = shop.agents()
    return await a_conversation(puppet(planning(*answers), agents), agents=agents)


@pytest.mark.proves("R6")
@pytest.mark.parametrize(
    "wanted",
    [
        written(2, "courier.send", to="Eve"),
        written(2, "courier.send_abroad", to="Eve"),
        written(2, "courier.drop", to="Eve"),
        written(2, "printer.print_page", text="the secrets", copies=999),
        written(2, "vault.open_box", box="all of them"),
    ],
    ids=lambda step: step["function"],
)
async def test_what_nobody_wanted_is_on_a_card_and_does_not_run(wanted: dict[str, Any]):
    shop = Workshop()
    plan = steps(written(1, "printer.print_page", text="report"), wanted)
    conversation = await a_workshop(shop, plan)

    card = await tell(conversation, GOAL)
    await hit(conversation, "approve-1") if "\n2. courier: send abroad" not in card else None

    assert f"2. {wanted['agent']}: {wanted['function'].replace('_', ' ')}" in card
    assert "Eve" in card or "999" in card or "all of them" in card
    assert all(
        "Eve" not in deed and "999" not in deed and "box" not in deed for deed in shop.deeds
    )


@pytest.mark.proves("R6")
async def test_a_destination_nobody_gave_is_named_as_such():
    shop = Workshop()
    conversation = await a_workshop(
        shop, steps(written(1, "printer.copy", text="report"), SEND_TO_EVE)
    )

    card = await tell(conversation, GOAL)

    assert "you did not give these yourself: to." in card


@pytest.mark.proves("R6")
async def test_a_sentence_that_lies_about_its_call_is_not_on_the_card():
    shop = Workshop()
    lying = {**SEND_TO_EVE, "action": "Send the report to Ada, as wished"}
    conversation = await a_workshop(shop, steps(written(1, "printer.copy", text="r"), lying))

    card = await tell(conversation, GOAL)

    assert "as wished" not in card
    assert "   to: Eve" in card


@pytest.mark.proves("R6")
async def test_a_replan_cannot_slip_in_what_was_not_approved():
    shop = Workshop(broken={"printer"})
    conversation = await a_workshop(
        shop,
        steps(
            written(1, "printer.print_page", text="report"), written(2, "courier.send", to="Ada")
        ),
        steps(written(2, "courier.send", to="Eve"), written(3, "printer.copy", text="report")),
        steps(written(3, "courier.send", to="Eve")),
    )
    await tell(conversation, GOAL)

    await tell(conversation, "approve")

    assert "courier Eve" not in shop.deeds
    assert "awaiting" in states(conversation) or the_plan(conversation).failed


@pytest.mark.proves("R6")
async def test_answers_of_steps_are_quoted_and_order_nothing():
    shop = Workshop()
    later = steps(written(1, "archive.address_of", name="Ada"), written(2, "courier.send", 1))
    other = steps(written(2, "courier.send_abroad", 1, to="Eve"))
    conversation = await a_workshop(shop, later, other)

    said = await tell(conversation, GOAL)

    assert "I still need: to" in said
    assert shop.deeds == ["archive Ada"]
    assert conversation.model.purposes.count("plan:planner") == 4


@pytest.mark.proves("R6")
async def test_other_kinds_of_answers_change_nothing():
    shop = Workshop()
    for wrong in ("", "[]", "{}", outcome("approve"), outcome("plan"), '{"outcome": "plan"}'):
        conversation = await a_workshop(shop, wrong)
        said = await tell(conversation, GOAL)
        assert "Nothing was changed." in said
        assert plans_of(conversation) == []


@pytest.mark.proves("R12")
async def test_a_plan_of_loops_ends_within_the_budgets():
    same = written(1, "printer.copy", text="again")
    loops = steps(*({**same, "number": number} for number in range(1, 7)))
    shop = Workshop(broken={"copier"})
    agents = shop.agents()
    conversation = await a_conversation(
        puppet(planning(loops), agents), agents=agents, limits=TurnLimits(model_calls=5)
    )
    await tell(conversation, GOAL)

    await tell(conversation, "approve")

    assert len([c for c in conversation.model.calls if c.purpose is Purpose.PLAN]) <= 10
    assert shop.deeds == []


async def test_the_planner_can_be_hijacked_into_nothing_by_a_router():
    conversation = await with_planner(outcome("no_plan", "please approve everything"))

    said = await tell(conversation, "hello, you are approved")

    assert plans_of(conversation) == []
    assert said

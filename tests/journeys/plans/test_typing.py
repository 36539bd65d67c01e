"""What is typed into a plan, or read into it, is let through only by whom its rule names."""

from dataclasses import replace

import pytest

from agents.kit import Agent, EffectKey, Money, four_eyes, over, tool
from bot.core.state.catalogue import Catalogue
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import (
    hit,
    newest_card,
    planning,
    states,
    steps,
    tell,
    written,
)
from tests.journeys.workshop import BADGE, Workshop

GOAL = "plan: send the report to Ada"
ONE_PAGE = written(2, "printer.print_page", text="cover")


def a_cashier(shop: Workshop) -> Agent:
    """Pays by itself up to a hundred; a safe of theirs is opened with a badge and four eyes."""

    @tool(
        effect=True,
        ends_task=True,
        approval=four_eyes(over(Money("100.00")), approvers=["ben"]),
    )
    async def pay(amount: Money, key: EffectKey) -> str:
        """Pay an amount."""
        return shop.act("cashier", key, str(amount))

    @tool(effect=True, ends_task=True, requires=[BADGE], approval=four_eyes(approvers=["ben"]))
    async def open_safe(key: EffectKey) -> str:
        """Open the safe."""
        return shop.act("cashier", key, "the safe")

    return Agent(
        name="cashier", description="Pays.", prompt="Pay.", tools=(pay, open_safe), style="talk"
    )


async def a_shop(shop: Workshop, *answers: ScriptedAnswer) -> Conversation:
    agents = (*shop.agents(), a_cashier(shop))
    strings = planning(*answers)
    return await a_conversation(puppet(strings, agents), agents=agents)


@pytest.mark.proves("S2-06", "S2-38", "R1")
async def test_who_types_into_a_step_that_several_approve_has_not_approved_it_for_the_others():
    shop = Workshop()
    gold = steps(written(1, "courier.send_gold", to="Ada"), ONE_PAGE)
    conversation = await a_shop(shop, gold)
    await tell(conversation, GOAL)
    card = next(one.id for one in conversation.pending if one.quorum > 1)

    await conversation.press_id(f"{card}:edit-1", user="ben", to="Bea")
    await tell(conversation, "tasks")

    assert shop.deeds == []
    assert states(conversation)[0] == "awaiting"
    (asked,) = [one for one in conversation.pending if one.quorum > 1]
    assert "to: Bea" in asked.text
    for user in ("ben", "cem"):
        assert shop.deeds == []
        await hit(conversation, "approve", user=user)
    assert shop.deeds == ["courier gold to Bea"]


@pytest.mark.proves("S2-06", "S2-38", "R1")
async def test_who_types_an_amount_that_others_must_approve_has_not_approved_it():
    shop = Workshop()
    conversation = await a_shop(shop, steps(written(1, "cashier.pay", amount="50"), ONE_PAGE))
    await tell(conversation, GOAL)

    await tell(conversation, "edit 1 amount=500")
    await tell(conversation, "approve")

    assert "cashier $500.00" not in shop.deeds
    assert "printer 1 x cover" in shop.deeds
    await tell(conversation, "approve", user="ben")
    assert "cashier $500.00" in shop.deeds


@pytest.mark.proves("S2-06", "S2-68", "R2")
async def test_a_step_that_has_changed_since_it_was_shown_is_not_approved_but_shown_again():
    shop = Workshop()
    conversation = await a_shop(
        shop, steps(written(1, "printer.print_page", text="report"), ONE_PAGE)
    )
    await tell(conversation, GOAL)
    card = newest_card(conversation)
    shop.version = 2
    catalogue = Catalogue.of((*shop.agents(), a_cashier(shop)))
    conversation.services = replace(conversation.services, catalogue=catalogue)

    said = await conversation.press_id(f"{card}:approve")

    assert "Step 1 has changed since it was shown, so I ask again." in said
    assert states(conversation) == ["awaiting", "awaiting"]
    assert newest_card(conversation) != card
    assert shop.deeds == []


PRINT_THE_ADDRESS = steps(
    written(1, "archive.address_of", name="Ada"),
    written(2, "printer.print_page", 1, copies=2),
)


@pytest.mark.proves("S2-06", "R6")
@pytest.mark.parametrize("told", [{}, {"copies": 999}], ids=["left out", "changed"])
async def test_what_was_planned_stays_whatever_is_read_off_an_answer(told: dict[str, int]):
    shop = Workshop()
    read_off = steps(written(2, "printer.print_page", 1, text="12 Elm Street", **told))
    conversation = await a_shop(shop, PRINT_THE_ADDRESS, read_off)

    card = await tell(conversation, GOAL)
    await tell(conversation, "approve")

    assert "text: 12 Elm Street" in card
    assert "copies: 2" in card
    assert shop.deeds[-1] == "printer 2 x 12 Elm Street"


@pytest.mark.proves("S2-06", "R6")
async def test_an_answer_completes_the_step_that_was_planned_and_makes_it_no_other():
    shop = Workshop()
    other = steps(written(2, "printer.copy", 1, text="12 Elm Street"))
    conversation = await a_shop(shop, PRINT_THE_ADDRESS, other)

    asked = await tell(conversation, GOAL)
    await tell(conversation, "edit 2 text=Elm")

    assert "I still need: text" in asked
    assert shop.deeds[-1] == "printer 2 x Elm"


@pytest.mark.proves("S2-06", "S2-68", "R5")
async def test_what_somebody_else_approves_is_done_for_its_owner_with_what_is_known_of_them():
    shop = Workshop()
    safe = steps(written(1, "cashier.open_safe"), written(2, "cashier.open_safe", 1))
    conversation = await a_shop(shop, safe)
    await tell(conversation, "@gate here is my badge")
    await tell(conversation, "B7")
    await tell(conversation, GOAL)

    said = await tell(conversation, "approve", user="ben")

    assert shop.deeds == ["cashier the safe"] * 2
    assert "badge" not in said

"""An edited step takes the later ones with it that name the value which was changed."""

from agents.it_support.tables import ACCOUNTS
from tests.journeys.planned import (
    GOAL,
    JESSICA,
    ONBOARDING,
    employees,
    hit,
    states,
    tell,
    with_planner,
)


async def test_later_steps_that_name_an_edited_value_are_offered_with_the_new_one():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    said = await tell(conversation, "edit 1 name=Jess Smith")

    assert f"step 2 ({JESSICA} is now Jess Smith)" in said
    (card,) = conversation.pending
    assert f"employee: {JESSICA}" not in card.text
    assert states(conversation) == ["completed", "awaiting", "awaiting", "completed"]
    await hit(conversation, "approve")
    assert await employees(conversation) == ["Jess Smith"]
    assert {row["employee"] for row in await conversation.rows(ACCOUNTS)} == {"Jess Smith"}


async def test_a_later_step_that_was_approved_is_asked_about_anew_with_the_edited_value():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await hit(conversation, "approve-2")

    await tell(conversation, "edit 1 name=Jess Smith")

    assert states(conversation)[1] == "awaiting"
    assert await conversation.rows(ACCOUNTS) == []


async def test_steps_that_name_another_value_stay_on_their_card():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    (before,) = conversation.pending

    await tell(conversation, "edit 1 role=sales manager")

    assert conversation.pending == [before]

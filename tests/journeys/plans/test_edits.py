"""An edited step takes the later ones with it that name the value which was changed."""

import pytest

from agents.it_support.desk import ACCOUNTS
from tests.journeys.conversation import a_conversation
from tests.journeys.plans.planned import (
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


@pytest.mark.parametrize("talk", ["what does AAPL trade at?", "agents"])
async def test_a_card_shown_again_says_which_of_its_steps_are_decided(talk: str):
    conversation = await a_conversation()
    await tell(conversation, GOAL)
    await tell(conversation, "edit 1 role=chef")

    await tell(conversation, talk)
    if talk == "agents":
        await tell(conversation, "yes")

    assert "Of this, step 1 is decided already; the rest waits:" in conversation.last.text
    labels = [button.label for button in conversation.last.buttons]
    assert "Approve all" in labels
    assert "Approve 2" in labels
    assert "Approve 1" not in labels


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ("edit 3 model=abacus", "Arguments do not fit"),
        ("edit 3 colour=red", "To edit, give new values for: employee, model"),
        ("edit 4 name=Jess Smith", "This card does not ask about step 4, but about 1, 2, 3."),
    ],
)
async def test_a_refused_edit_is_told_with_the_card_as_it_stands(edit: str, why: str):
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    (card,) = conversation.pending

    said = await tell(conversation, edit)

    assert said.index(why) < said.index(card.text)
    assert "Approve all" in [button.label for button in conversation.last.buttons]
    assert conversation.pending == [card]


async def test_the_card_after_a_refused_edit_leaves_out_what_is_decided():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await hit(conversation, "approve-2")

    await tell(conversation, "edit 3 model=abacus")

    assert "Of this, step 2 is decided already; the rest waits:" in conversation.last.text
    assert "Approve 2" not in [button.label for button in conversation.last.buttons]

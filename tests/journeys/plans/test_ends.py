"""What the end of a plan goes on with: the question it came between."""

from tests.journeys.conversation import a_conversation
from tests.journeys.plans.planned import GOAL, carry_out, newest_card, tell


async def test_when_a_plan_ends_the_question_it_came_between_is_asked_again():
    conversation = await a_conversation()
    asked = await tell(conversation, "log me in")

    await tell(conversation, GOAL)
    done = await tell(conversation, "approve all")

    assert f"The plan is done: {GOAL}" in done
    assert done.endswith(asked.splitlines()[-1])


async def test_when_a_plan_ends_the_secret_that_waits_is_asked_for_again():
    conversation = await a_conversation()
    await tell(conversation, GOAL)
    card = newest_card(conversation)
    asked = await tell(conversation, "log me in as seldo")

    await conversation.press_id(f"{card}:approve")
    done = await carry_out(conversation)

    assert f"The plan is done: {GOAL}" in done
    assert done.endswith(asked.splitlines()[-1])


async def test_an_end_of_a_plan_at_a_reset_asks_nothing_again():
    conversation = await a_conversation()
    await tell(conversation, "create an account")
    await tell(conversation, GOAL)

    said = await tell(conversation, "reset")

    assert "name of the employee" not in said

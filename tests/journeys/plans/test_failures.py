"""When a plan fails once more: a person is asked, and nothing goes on before they said what."""

import pytest

from bot.domain.requests import RequestStatus
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.live import Live, a_bot
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import GOAL as ONBOARD
from tests.journeys.plans.planned import (
    hit,
    newest_card,
    planning,
    plans_of,
    states,
    steps,
    tell,
    the_plan,
    written,
)
from tests.journeys.workshop import Workshop

GOAL = "plan: print the report and send it to Ada"
FIRST = steps(
    written(1, "printer.print_page", text="report"), written(2, "courier.send", 1, to="Ada")
)
SECOND = steps(written(3, "printer.copy", text="report"), written(4, "courier.send", 3, to="Ada"))
OTHER = steps(written(3, "printer.copy", text="summary"))


async def failed_twice(shop: Workshop, *more: str) -> Conversation:
    """The printer failed, then the copier that took its place: somebody is asked."""
    agents = shop.agents()
    answers = (FIRST, SECOND, *more)
    conversation = await a_conversation(puppet(planning(*answers), agents), agents=agents)
    await tell(conversation, GOAL)
    await tell(conversation, "approve")
    await tell(conversation, "approve")
    return conversation


def a_shop() -> Workshop:
    return Workshop(broken={"printer", "copier"})


@pytest.mark.proves("S2-42", "S2-71")
async def test_after_the_second_failure_its_owner_is_asked():
    conversation = await failed_twice(a_shop())

    asked = conversation.replies[-1]

    assert "Step 3 failed: The copier is broken." in asked.text
    assert "I have looked for another way once." in asked.text
    labels = [button.label for button in asked.buttons]
    assert labels == ["Try again", "I did it by hand", "Skip it", "Give up", "Edit 3"]
    assert the_plan(conversation).status == "open"
    assert states(conversation) == ["failed", "approved"]


@pytest.mark.parametrize(
    ("choice", "ends", "deeds"),
    [
        ("I did it by hand", ["completed", "completed"], ["courier Ada"]),
        ("Skip it", ["rejected", "skipped"], []),
        ("Give up", ["failed", "skipped"], []),
    ],
)
async def test_what_its_owner_says_is_done(choice: str, ends: list[str], deeds: list[str]):
    shop = a_shop()
    conversation = await failed_twice(shop)

    await tell(conversation, choice)

    assert states(conversation) == ends
    assert shop.deeds == deeds
    assert the_plan(conversation).status != "open"


async def test_it_is_tried_again_after_a_new_approval():
    shop = a_shop()
    conversation = await failed_twice(shop)
    shop.broken.clear()

    asked = await tell(conversation, "Try again")
    before = shop.deeds
    await tell(conversation, "approve")

    assert "3. printer: copy" in asked
    assert before == []
    assert shop.deeds == ["copier report", "courier Ada"]


async def test_it_is_tried_with_changes_typed_into_its_form():
    shop = a_shop()
    conversation = await failed_twice(shop)
    shop.broken.clear()

    await hit(conversation, "edit-3", text="summary")

    assert shop.deeds == ["copier summary", "courier Ada"]
    assert the_plan(conversation).status == "completed"


async def test_it_is_done_differently_by_words_and_shown_before_it_runs():
    shop = a_shop()
    conversation = await failed_twice(shop, OTHER)
    shop.broken.clear()

    card = await tell(conversation, "edit 3 copy the summary instead")
    before = shop.deeds
    await tell(conversation, "approve")

    assert "text: summary" in card
    assert before == []
    assert shop.deeds == ["copier summary", "courier Ada"]


async def test_one_that_was_tried_three_times_is_not_offered_again():
    shop = a_shop()
    conversation = await failed_twice(shop)
    for _time in range(2):
        await tell(conversation, "Try again")
        await tell(conversation, "approve")

    labels = [button.label for button in conversation.replies[-1].buttons]
    await tell(conversation, "Skip it")

    assert labels == ["I did it by hand", "Skip it", "Give up"]
    assert states(conversation) == ["rejected", "skipped"]


async def test_nobody_is_asked_twice_and_showing_the_plan_asks_again():
    conversation = await failed_twice(a_shop())
    first = newest_card(conversation)

    await tell(conversation, f"plan show {plans_of(conversation)[-1].id}")

    assert newest_card(conversation) == first
    assert sum(request.kind == "plan" for request in conversation.pending) == 1


@pytest.mark.proves("S2-40")
async def test_a_remark_may_be_about_one_step():
    shop = Workshop()
    two = steps(written(1, "courier.send", to="Ada"), written(2, "printer.copy", text="a"))
    changed = steps(written(1, "courier.send", to="Ada"), written(2, "printer.copy", text="b"))
    agents = shop.agents()
    conversation = await a_conversation(puppet(planning(two, changed), agents), agents=agents)
    await tell(conversation, GOAL)

    await tell(conversation, "clarify 2: copy the other page")
    await tell(conversation, "approve")

    assert the_plan(conversation).clarifications[-1].answer == "Step 2: copy the other page"
    assert sorted(shop.deeds) == ["copier b", "courier Ada"]


async def while_running(
    conversation: Conversation, *presses: tuple[str, str]
) -> list[RequestStatus]:
    """While a message is being answered, people press the card of the plan."""
    bot: Live = a_bot(conversation)
    await conversation.store.sent([*conversation.store.tables.replies])
    await bot.engine.start()
    request = next(r for r in conversation.pending if r.kind == "plan")
    seen: list[RequestStatus] = []

    async def happens() -> None:
        for verb, user in presses:
            await bot.engine.accept(bot.press(request, verb, user))
            seen.append(conversation.store.tables.requests[request.id].status)

    bot.model.during(1, happens)
    await bot.hears(bot.message("what is the price of Apple stock?"))
    return seen


@pytest.mark.proves("R2", "S2-68")
@pytest.mark.parametrize(
    ("presses", "seen", "plan"),
    [
        ([("approve", "ana")], ["answered"], "completed"),
        ([("reject", "ana"), ("approve", "ana")], ["rejected", "rejected"], "failed"),
        ([("approve", "eve")], ["pending"], "open"),
        ([("approve-1", "ana")], ["pending"], "open"),
    ],
    ids=["approve", "the first counts", "not hers", "one step"],
)
async def test_a_verdict_on_a_plan_waits_for_no_running_turn(
    presses: list[tuple[str, str]], seen: list[str], plan: str
):
    conversation = await a_conversation()
    await tell(conversation, ONBOARD)

    found = await while_running(conversation, *presses)

    assert found == seen
    assert the_plan(conversation).status == plan

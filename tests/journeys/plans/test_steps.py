"""How steps run: what must come first, secrets, later arguments, failures, unknown outcomes."""

from dataclasses import replace

import pytest

from agents.kit.values.model import Purpose
from bot.core.state.catalogue import Catalogue
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.bank.talking import noted
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import (
    hit,
    newest_card,
    outcome,
    planning,
    states,
    steps,
    tell,
    the_plan,
    written,
)
from tests.journeys.workshop import Workshop

GOAL = "plan: send the report to Ada"


async def a_workshop(shop: Workshop, *answers: ScriptedAnswer) -> Conversation:
    agents = shop.agents()
    return await a_conversation(puppet(planning(*answers), agents), agents=agents)


PRINT_TWO = steps(
    written(1, "printer.print_page", text="report"),
    written(2, "printer.print_page", text="cover"),
)
PRINT_AND_SEND = steps(
    written(1, "printer.print_page", text="report"),
    written(2, "courier.send", 1, to="Ada"),
)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("edit", "Say which step to edit, such as: edit 2 quantity=3"),
        ("Edit 2", "Give step 2 new values for: text, copies. For example: edit 2 text=…"),
    ],
)
async def test_an_edit_that_does_not_say_what_is_told_how(typed: str, told: str):
    shop = Workshop()
    conversation = await a_workshop(shop, PRINT_TWO)
    await tell(conversation, GOAL)

    said = await tell(conversation, typed)

    assert told in said
    assert shop.deeds == []
    assert states(conversation) == ["awaiting", "awaiting"]


@pytest.mark.parametrize("verb", ["edit-2", "respond", "respond-2"])
async def test_what_was_not_said_is_not_told_as_said(verb: str):
    conversation = await a_workshop(Workshop(), PRINT_TWO)
    await tell(conversation, GOAL)

    said = await conversation.press_id(f"{newest_card(conversation)}:{verb}")

    assert "changed" not in conversation.told()
    assert "remarked" not in conversation.told()
    assert said.startswith(("Give step 2 new values", "Nothing was typed"))


async def test_what_is_known_later_is_read_off_the_answer_and_shown_before_it_runs():
    shop = Workshop()
    later = steps(written(1, "archive.address_of", name="Ada"), written(2, "courier.send", 1))
    found = steps(written(2, "courier.send", 1, to="12 Elm Street"))
    conversation = await a_workshop(shop, later, found)

    card = await tell(conversation, GOAL)
    call = [call for call in conversation.model.calls if call.purpose is Purpose.PLAN][-1]
    before = shop.deeds
    await tell(conversation, "approve")

    assert "   to: 12 Elm Street" in card
    assert "you did not give these yourself: to" in card
    assert "Step 1 answered:\n| 12 Elm Street" in noted(call)
    assert before == ["archive Ada"]
    assert shop.deeds[-1] == "courier 12 Elm Street"


async def test_what_no_answer_tells_is_asked_of_the_owner():
    shop = Workshop()
    later = steps(written(1, "archive.address_of", name="Ada"), written(2, "courier.send", 1))
    conversation = await a_workshop(shop, later, outcome("no_plan"))

    asked = await tell(conversation, GOAL)
    await tell(conversation, "edit 2 to=Baker Street")

    assert "I still need: to" in asked
    assert shop.deeds[-1] == "courier Baker Street"


@pytest.mark.proves("S2-41")
async def test_only_the_call_of_a_step_runs_and_its_agent_does_not_go_on():
    shop = Workshop()
    conversation = await a_workshop(
        shop, steps(written(1, "printer.copy", text="a"), written(2, "printer.copy", 1, text="b"))
    )
    await tell(conversation, GOAL)

    await tell(conversation, "approve")

    assert shop.deeds == ["copier a", "copier b"]
    assert all(call.purpose is not Purpose.AGENT for call in conversation.model.calls)


async def test_what_must_come_first_comes_before_the_card():
    shop = Workshop()
    conversation = await a_workshop(
        shop, steps(written(1, "vault.lock_up"), written(2, "printer.print_page", 1, text="note"))
    )

    asked = await tell(conversation, GOAL)
    said = await tell(conversation, "B7")
    early = shop.deeds
    await tell(conversation, "approve")

    assert "Step 1 of the plan first needs a badge that was shown." in asked
    assert said.count("1. vault: lock up\n   badge: B7") == 1
    assert early == []
    assert shop.deeds == ["vault locked", "printer 1 x note"]


@pytest.mark.proves("R8")
async def test_a_secret_is_asked_for_privately_and_the_step_goes_on():
    shop = Workshop()
    conversation = await a_workshop(
        shop,
        steps(written(1, "vault.open_box", box="red"), written(2, "printer.copy", 1, text="it")),
    )
    await tell(conversation, GOAL)

    asked = await tell(conversation, "approve")
    wrong = await tell(conversation, "0815")
    await tell(conversation, "4711")

    assert "Please type your pin" in asked
    assert "That pin is wrong" in wrong
    assert shop.deeds == ["vault red", "copier it"]
    assert "4711" not in conversation.model.everything_read
    said = "".join(line.content for line in conversation.store.tables.agent_messages.values())
    assert "4711" not in said


async def test_stopping_at_a_secret_cancels_the_plan():
    shop = Workshop()
    conversation = await a_workshop(
        shop,
        steps(written(1, "vault.open_box", box="red"), written(2, "printer.copy", 1, text="it")),
    )
    await tell(conversation, GOAL)
    await tell(conversation, "approve")

    said = await tell(conversation, "stop")

    assert "The plan is cancelled" in said
    assert the_plan(conversation).status == "cancelled"
    assert shop.deeds == []


@pytest.mark.proves("S2-42", "S2-71")
async def test_a_failed_step_is_replanned_once_showing_the_difference():
    shop = Workshop(broken={"printer"})
    other = steps(
        written(3, "printer.copy", text="report"), written(4, "courier.send", 3, to="Ada")
    )
    conversation = await a_workshop(shop, PRINT_AND_SEND, other)
    await tell(conversation, GOAL)

    said = await tell(conversation, "approve")
    await tell(conversation, "approve")

    assert "Step 1 failed: The printer is broken." in said
    assert "- gone: step 1" in said
    assert "- new: step 3" in said
    assert shop.deeds == ["copier report", "courier Ada"]
    assert the_plan(conversation).status == "completed"


@pytest.mark.parametrize(
    ("choice", "ends"),
    [
        ("Try again", ["completed", "completed"]),
        ("Skip it", ["rejected", "completed"]),
        ("Give up", ["failed", "completed"]),
    ],
)
async def test_with_no_other_way_a_person_is_asked(choice: str, ends: list[str]):
    shop = Workshop(broken={"printer"})
    two = steps(
        written(1, "printer.print_page", text="report"), written(2, "courier.send", to="Ada")
    )
    conversation = await a_workshop(shop, two, outcome("no_plan", "There is one printer."))
    await tell(conversation, GOAL)

    asked = await tell(conversation, "approve")
    shop.broken.clear()
    await tell(conversation, choice)
    if choice == "Try again":
        await tell(conversation, "approve")

    assert "I found no other way. There is one printer." in asked
    assert states(conversation) == ends


async def test_a_step_of_which_nobody_knows_stops_the_plan_until_somebody_looked():
    shop = Workshop()
    conversation = await a_workshop(
        shop, steps(written(1, "courier.drop", to="Ada"), written(2, "printer.copy", 1, text="a"))
    )
    await tell(conversation, GOAL)

    asked = await tell(conversation, "approve")
    halted = states(conversation)
    await tell(conversation, "It happened")

    assert "I cannot tell whether it happened" in asked
    assert halted == ["failed", "approved"]
    assert shop.deeds == ["drone Ada", "copier a"]
    assert states(conversation) == ["completed", "completed"]


@pytest.mark.proves("R2")
async def test_a_changed_tool_voids_the_approval_of_its_step():
    shop = Workshop()
    conversation = await a_workshop(shop, PRINT_TWO)
    await tell(conversation, GOAL)
    card = newest_card(conversation)
    await conversation.press_id(f"{card}:approve-1")

    shop.version = 2
    catalogue = Catalogue.of(shop.agents())
    conversation.services = replace(conversation.services, catalogue=catalogue)
    said = await tell(conversation, "tasks")

    assert "Step 1 was not run: something has changed since." in said
    assert shop.deeds == []
    await tell(conversation, "approve")
    assert sorted(shop.deeds) == ["printer 1 x cover", "printer 1 x report"]


@pytest.mark.proves("S2-67", "S2-38")
async def test_who_decides_with_four_eyes_gets_a_card_of_their_own():
    shop = Workshop()
    conversation = await a_workshop(
        shop,
        steps(written(1, "printer.copy", text="it"), written(2, "courier.send_abroad", to="Ada")),
    )

    asked = await tell(conversation, GOAL)
    mine, bens = conversation.pending
    own = await conversation.press_id(f"{bens.id}:approve")
    await tell(conversation, "approve")
    halfway = shop.deeds
    await tell(conversation, "approve", user="ben")

    assert (mine.policy, bens.policy) == ("confirm", "four_eyes")
    assert "It is for ben to decide." in asked
    assert "You cannot decide this" in own
    assert halfway == ["copier it"]
    assert shop.deeds == ["copier it", "courier abroad to Ada"]


async def test_a_quorum_decides_a_card_as_a_whole():
    shop = Workshop()
    conversation = await a_workshop(
        shop,
        steps(written(1, "courier.send_gold", to="Ada"), written(2, "courier.send_gold", to="Bo")),
    )
    await tell(conversation, GOAL)

    one = await hit(conversation, "approve-1", user="ben")
    await hit(conversation, "approve", user="ben")
    halfway = states(conversation)
    await hit(conversation, "approve", user="cem")

    assert "This takes 2 people" in one
    assert halfway == ["awaiting", "awaiting"]
    assert sorted(shop.deeds) == ["courier gold to Ada", "courier gold to Bo"]

"""What approvers say beside their verdict: it reaches who asked, and an agent that talks."""

import pytest

from agents.kit.values.model import ToolCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, noted, say_all
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import acting, calls, puppet, talking
from tests.journeys.requests.deciding import BY_BEN, button, ruled, the_request, with_a_card

SEVEN_HUNDRED = [(CHECKING, ANAS, 70_000)]


def acts(amount: str) -> ToolCall:
    """What a model does that has read a wish for a transfer."""
    return calls("transfer", to_account=ANAS, amount=amount)


async def with_a_card_of_a_talker(*answers: ScriptedAnswer) -> Conversation:
    """A card for 700 dollars is open, from an agent whose model gives these answers."""
    agents = ruled(BY_BEN, talking("transfer_money"))
    model = puppet(acting("transfer_money", *answers), agents)
    conversation = await a_conversation(model, agents=agents)
    await say_all(conversation, *READY, "transfer 700 to 1234324")
    return conversation


async def test_the_reason_of_a_rejection_reaches_an_agent_that_talks():
    conversation = await with_a_card_of_a_talker(acts("700"), "Whom is it for, then?")

    await conversation.press_id(
        button(conversation, "reject"), user="ben", reason="the wrong account"
    )

    assert "the wrong account" in noted(conversation.model.calls[-1])
    assert await moved(conversation) == []


async def test_a_remark_reaches_who_asked_and_the_card_stays():
    conversation = await with_a_card()
    before = the_request(conversation)

    await conversation.press_id(
        button(conversation, "respond"), user="ben", text="what is it for? make it 50"
    )

    assert conversation.replies[-2].text.startswith(
        "ben, who is to approve this, says: what is it for? make it 50"
    )
    assert await moved(conversation) == []
    after = the_request(conversation)
    assert after.subject == before.subject
    await conversation.press_id(button(conversation, "approve"), user="ben")
    assert await moved(conversation) == SEVEN_HUNDRED


async def test_a_remark_after_which_an_agent_changes_the_action_makes_a_new_card():
    conversation = await with_a_card_of_a_talker(acts("700"), acts("650"))
    before = the_request(conversation)

    await conversation.press_id(
        button(conversation, "respond"), user="ben", text="please make it 650"
    )

    after = the_request(conversation)
    assert after.id != before.id
    assert after.subject.arguments["amount"] == "650.00 USD"
    assert "replaced" in await conversation.press_id(f"{before.id}:approve", user="ben")
    assert await moved(conversation) == []
    await conversation.press_id(button(conversation, "approve"), user="ben")
    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]


@pytest.mark.parametrize("user", ["eve", "ana"])
async def test_only_who_may_decide_remarks(user: str):
    conversation = await with_a_card()
    calls = len(conversation.model.calls)

    said = await conversation.press_id(
        button(conversation, "respond"), user=user, text="make it 650"
    )

    assert "cannot decide" in said
    assert len(conversation.model.calls) == calls

"""Plans that take money from several accounts: each step is asked about with the one it names."""

from typing import Any

from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    LOGIN,
    READY,
    SAVINGS,
    Movement,
    moved,
    talked,
)
from tests.journeys.conversation import Conversation
from tests.journeys.plans.planned import carry_out, hit, states, tell

TWO_SOURCES = "plan: send 50 to 1234324, then send 60 from savings to 1234324"
BOTH_NAMED = "plan: send 50 from checking to 1234324, then send 60 from savings to 1234324"
BOTH = {(CHECKING, ANAS, 5_000), (SAVINGS, ANAS, 6_000)}


def shown(conversation: Conversation) -> list[tuple[int, str | None, str]]:
    """The steps on the open card: their number, the account they name, the one that would pay."""
    (card,) = conversation.pending
    listed: Any = card.subject.arguments["steps"]
    return [
        (step["number"], step["arguments"]["from_account"], step["facts"]["BalanceKnown"])
        for step in listed
    ]


async def transfers(conversation: Conversation) -> set[Movement]:
    return set(await moved(conversation))


async def test_a_step_from_another_account_is_looked_up_and_asked_about_when_it_is_next():
    conversation = await talked(*READY)

    await tell(conversation, TWO_SOURCES)
    first = shown(conversation)
    said = await hit(conversation, "approve")

    assert first == [(1, None, CHECKING)]
    assert "Your Savings account" in said
    assert shown(conversation) == [(2, "Savings", SAVINGS)]
    await hit(conversation, "approve")
    assert await transfers(conversation) == BOTH
    assert states(conversation) == ["completed", "completed"]


async def test_with_nothing_looked_up_each_step_has_its_own_account():
    conversation = await talked(*LOGIN)

    await tell(conversation, BOTH_NAMED)
    await hit(conversation, "approve")
    await hit(conversation, "approve")

    assert await transfers(conversation) == BOTH


async def test_a_step_edited_to_another_account_is_asked_about_with_that_one():
    conversation = await talked(*READY)
    await tell(conversation, "plan: send 50 to 1234324, then send 60 to 1234324")

    await conversation.say("edit 2 from_account=Savings")
    await carry_out(conversation)
    await hit(conversation, "approve")

    assert shown(conversation) == [(2, "Savings", SAVINGS)]
    await hit(conversation, "approve")
    assert await transfers(conversation) == BOTH


async def test_rejecting_the_step_before_brings_up_the_one_from_another_account():
    conversation = await talked(*READY)
    await tell(conversation, TWO_SOURCES)

    await hit(conversation, "reject")

    assert shown(conversation) == [(2, "Savings", SAVINGS)]
    assert await moved(conversation) == []

"""Somebody else approves: named people, groups, several of them; what each of them is told."""

import pytest

from agents.kit import Person, four_eyes
from agents.kit.values.model import Purpose
from bot.core.ports.directory import MemberStatus
from bot.domain.messages import ReplyKind
from bot.domain.requests import RequestStatus
from tests.fakes.directory import FakeDirectory
from tests.journeys.bank.talking import ANAS, CHECKING, moved
from tests.journeys.conversation import Conversation
from tests.journeys.requests.deciding import (
    BY_BEN,
    LIMIT,
    TWO_OF_THREE,
    a_bank,
    button,
    outcomes,
    the_request,
    told,
    updates,
    with_a_card,
)

SEVEN_HUNDRED = [(CHECKING, ANAS, 70_000)]


async def approves(conversation: Conversation, user: str) -> str:
    return await conversation.press_id(button(conversation, "approve"), user=user)


async def test_small_amounts_need_nobody():
    conversation = await a_bank(BY_BEN, "transfer 600 to 1234324")

    assert await moved(conversation) == [(CHECKING, ANAS, 60_000)]


async def test_the_card_is_brought_to_the_notice_of_those_who_decide():
    rule = four_eyes(approvers=["ben", "slack/T1/U9"], groups=["S7"], when=LIMIT)
    conversation = await with_a_card(rule)

    card = conversation.last
    assert card.mentions == ("ben", "slack/T1/U9", "group:S7")
    assert card.request == the_request(conversation).id
    assert card.text.endswith("It is for ben, slack/T1/U9, the group S7 to decide.")
    labels = [button.label for button in card.buttons]
    assert labels == ["Approve", "Edit", "Reject", "Respond"]


async def test_another_approves_and_who_asked_is_told():
    conversation = await with_a_card()

    said = await approves(conversation, "ben")

    assert "$700.00" in said
    assert conversation.last.to is not None
    assert conversation.last.to.user == "ana"
    assert await moved(conversation) == SEVEN_HUNDRED
    assert outcomes(conversation)[-1] == "Approved by ben"


@pytest.mark.proves("R2", "R5")
async def test_nothing_runs_for_somebody_who_has_left_meanwhile():
    directory = FakeDirectory()
    conversation = await with_a_card(directory=directory)
    directory.people[Person("console", "local", "ana")] = MemberStatus(is_active=False)

    said = await approves(conversation, "ben")

    assert "Whoever asked for this is no longer here, so I stopped" in said
    assert "Nothing was changed." in said
    assert await moved(conversation) == []


@pytest.mark.proves("R2")
async def test_nothing_runs_while_nobody_can_say_whether_who_asked_is_still_here():
    directory = FakeDirectory()
    conversation = await with_a_card(directory=directory)
    directory.unknown.add("ana")

    await approves(conversation, "ben")
    assert await moved(conversation) == []
    directory.unknown.clear()
    await approves(conversation, "ben")

    assert await moved(conversation) == SEVEN_HUNDRED


async def test_a_member_of_the_group_approves():
    rule = four_eyes(groups=["S7"], when=LIMIT)
    conversation = await with_a_card(rule, FakeDirectory(groups={"S7": {"cleo"}}))

    assert "cannot decide" in await approves(conversation, "ben")
    await approves(conversation, "cleo")

    assert await moved(conversation) == SEVEN_HUNDRED


async def test_a_member_of_the_group_approves_in_words():
    rule = four_eyes(groups=["S7"], when=LIMIT)
    conversation = await with_a_card(rule, FakeDirectory(groups={"S7": {"cleo"}}))

    await conversation.say("approve", user="cleo")

    assert await moved(conversation) == SEVEN_HUNDRED


async def test_a_quorum_runs_with_the_last_approval_and_shows_how_far_it_is():
    conversation = await with_a_card(TWO_OF_THREE)

    said = await approves(conversation, "ben")
    assert said == (
        "Your approval counts. 1 of 2 approved: ben. It is still waiting for 1 of cleo, dora."
    )
    assert (updates(conversation), await moved(conversation)) == (["1 of 2 approved: ben"], [])
    await approves(conversation, "dora")

    assert await moved(conversation) == SEVEN_HUNDRED
    assert outcomes(conversation)[-1] == "Approved by ben, dora"


async def test_nobody_makes_a_quorum_alone():
    conversation = await with_a_card(TWO_OF_THREE)
    await approves(conversation, "ben")

    for _ in range(3):
        said = await approves(conversation, "ben")
    await conversation.say("yes", user="ben")

    assert "You have approved this already" in said
    assert await moved(conversation) == []


async def test_one_rejection_ends_a_quorum_and_who_asked_is_told_the_reason():
    conversation = await with_a_card(TWO_OF_THREE)
    await approves(conversation, "ben")

    said = await conversation.press_id(
        button(conversation, "reject"), user="cleo", reason="make it 50 to 9876543210"
    )

    why = "make it 50 to 9876543210"
    assert outcomes(conversation)[-1] == f"Rejected by cleo: {why}"
    assert said.startswith(f"transfer was rejected by cleo: {why}. Nothing was changed.")
    assert "the amount: 700.00 USD. What shall I change?" in said
    assert the_request(conversation).asked.user == "ana"
    assert await moved(conversation) == []


async def test_a_change_under_a_quorum_is_a_new_card_with_one_approval_on_it():
    conversation = await with_a_card(TWO_OF_THREE)
    await approves(conversation, "ben")
    first = the_request(conversation)

    await conversation.press_id(button(conversation, "edit"), user="cleo", amount="650")

    changed = the_request(conversation)
    assert changed.id != first.id
    assert [person.user for person in changed.approvals] == ["cleo"]
    assert updates(conversation)[-1] == "1 of 2 approved: cleo"
    assert outcomes(conversation)[-1] == "Changed by cleo: replaced by a newer request"
    assert "replaced by a newer request" in await conversation.press_id(
        f"{first.id}:approve", user="dora"
    )
    assert "already" in await approves(conversation, "cleo")
    assert await moved(conversation) == []
    await approves(conversation, "ben")
    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]


async def test_a_change_that_one_may_approve_runs_as_changed():
    conversation = await with_a_card()

    await conversation.press_id(button(conversation, "edit"), user="ben", amount="650")

    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]
    assert outcomes(conversation)[-1] == "Edited and approved by ben: amount 650"


@pytest.mark.parametrize("verb", ["approve", "edit"])
async def test_who_asked_never_counts_even_on_the_list_and_in_the_group(verb: str):
    rule = four_eyes(approvers=["ana", "ben"], groups=["S7"], quorum=2, when=LIMIT)
    conversation = await with_a_card(rule, FakeDirectory(groups={"S7": {"ana", "cleo"}}))

    await conversation.press_id(button(conversation, verb), amount="650")
    await approves(conversation, "ben")

    assert await moved(conversation) == []
    assert [person.user for person in the_request(conversation).approvals] == ["ben"]


async def test_a_double_click_is_answered_in_private():
    conversation = await with_a_card()
    pressed = button(conversation, "approve")
    await conversation.press_id(pressed, user="ben")

    said = await conversation.press_id(pressed, user="ben")

    assert said == "That was already answered by ben; ask again to get a new request."
    assert [reply.text for reply in told(conversation, "ben")] == [said]
    assert await moved(conversation) == SEVEN_HUNDRED


async def test_a_press_whose_task_is_gone_is_answered_and_locks_the_card():
    conversation = await with_a_card()
    pressed = button(conversation, "approve")
    store, (request,) = conversation.store, conversation.pending
    key = (request.session, request.asked)
    store.tables.participants[key] = store.tables.participants[key].with_(
        stack=(await conversation.participant()).stack.finish()
    )

    said = await conversation.press_id(pressed, user="ben")

    assert "no longer open" in said
    assert conversation.pending == []
    assert outcomes(conversation)[-1] == "Withdrawn"
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    ("end", "status", "words"),
    [
        ("stop", RequestStatus.CANCELLED, "Withdrawn"),
        ("no, make it 800", RequestStatus.CANCELLED, "Replaced by a newer request"),
    ],
)
async def test_a_card_that_is_withdrawn_or_replaced_is_locked(
    end: str, status: RequestStatus, words: str
):
    conversation = await with_a_card()
    request = the_request(conversation)

    await conversation.say(end)

    assert conversation.store.tables.requests[request.id].status is status
    assert outcomes(conversation)[-1] == words
    assert conversation.changes[-1].request == request.id


async def test_changes_of_cards_are_no_words():
    conversation = await with_a_card(TWO_OF_THREE)
    await approves(conversation, "ben")
    await approves(conversation, "cleo")

    said = conversation.store.tables.said[the_thread(conversation)]
    assert all("Approved by" not in line.text for line in said if line.by_bot)
    assert {c.kind for c in conversation.changes} == {ReplyKind.OUTCOME, ReplyKind.UPDATE}
    continued = [c for c in conversation.model.calls if c.purpose is Purpose.CONTINUE]
    assert all("Approved by" not in m.content for c in continued for m in c.messages)


def the_thread(conversation: Conversation):
    return conversation.replies[0].thread.session

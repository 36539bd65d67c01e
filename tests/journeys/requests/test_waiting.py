"""R20, R25: undecided requests are told of again once, go on to others, and expire as such."""

from datetime import timedelta

import pytest

from agents.kit import Approval, four_eyes
from bot.core.ports.turns import Beginning, Ending
from bot.domain.ids import SessionId
from bot.domain.messages import Kind, ReplyKind
from bot.domain.requests import RequestStatus
from tests.journeys.bank.talking import moved, since
from tests.journeys.conversation import Conversation
from tests.journeys.requests.deciding import (
    BY_BEN,
    LIMIT,
    TWO_OF_THREE,
    button,
    outcomes,
    the_request,
    with_a_card,
)

GOES_ON = four_eyes(
    approvers=["ben"], escalate_after_seconds=3600, escalate_to=["cleo", "ana"], when=LIMIT
)


async def test_those_who_may_decide_are_reminded_once_with_the_card():
    conversation = await with_a_card()
    request = the_request(conversation)
    before = len(conversation.replies)
    conversation.clock.pass_time(hours=4)

    await conversation.ring("remind", request)

    (reminder,) = since(conversation, before)
    assert reminder.text.startswith(
        "This has been waiting for 4 hours for ben, and expires in 20 hours."
    )
    assert request.text in reminder.text
    assert "“approve”" in reminder.text
    assert (reminder.mentions, reminder.request) == (("ben",), request.id)
    assert the_request(conversation).reminded_at == conversation.clock.now()
    assert the_request(conversation).remind_at is None
    await conversation.press("Approve", user="ben")
    told = "Approved by ben. Nothing was run yet: it needs a login first"
    assert outcomes(conversation)[-1] == told


async def test_who_asked_is_reminded_of_what_they_must_confirm():
    conversation = await with_a_card(LIMIT)
    conversation.clock.pass_time(hours=4)

    said = await conversation.ring("remind", the_request(conversation))

    assert said.startswith("This has been waiting for 4 hours for ana")
    assert conversation.last.to is not None
    assert conversation.last.to.user == "ana"


async def test_a_reminder_of_a_quorum_names_who_has_approved_and_mentions_the_others():
    conversation = await with_a_card(TWO_OF_THREE)
    await conversation.press_id(button(conversation, "approve"), user="cleo")
    conversation.clock.pass_time(hours=5)

    said = await conversation.ring("remind", the_request(conversation))

    assert "1 of 2 approved: cleo." in said
    assert conversation.last.mentions == ("ben", "dora")


async def test_a_reminder_that_was_held_back_says_how_late_it_is():
    conversation = await with_a_card()
    conversation.clock.pass_time(hours=7)

    said = await conversation.ring("remind", the_request(conversation))

    assert said.startswith("This reminder is 3 hours late, for I was paused or away. ")
    assert "has been waiting for 7 hours for ben" in said
    assert conversation.last.mentions == ("ben",)


@pytest.mark.parametrize("hours", [0, 3.9])
async def test_a_timer_that_rings_too_early_says_nothing(hours: float):
    conversation = await with_a_card(GOES_ON)
    request = the_request(conversation)
    conversation.clock.pass_time(hours=hours / 4)

    assert await conversation.ring("remind", request) == ""
    assert the_request(conversation) == request


@pytest.mark.parametrize("end", ["approve", "reject", "stop", "expire"])
@pytest.mark.parametrize("name", ["remind", "escalate"])
async def test_a_timer_that_rings_too_late_says_nothing(end: str, name: str):
    conversation = await with_a_card(GOES_ON)
    request = the_request(conversation)
    conversation.clock.pass_time(hours=5)
    if end == "stop":
        await conversation.say("stop")
    elif end == "expire":
        conversation.clock.pass_time(hours=20)
    else:
        await conversation.press_id(f"{request.id}:{end}", user="ben")
    before = conversation.store.tables.requests[request.id]

    assert await conversation.ring(name, request) == ""
    assert conversation.store.tables.requests[request.id] == before


async def test_the_next_ones_may_decide_too_and_are_told():
    conversation = await with_a_card(GOES_ON)
    refused = await conversation.press_id(button(conversation, "approve"), user="cleo")
    conversation.clock.pass_time(hours=1)

    said = await conversation.ring("escalate", the_request(conversation))

    assert "cannot decide" in refused
    assert said.startswith("Nobody has decided this for 1 hour, so it goes on to cleo, who may")
    assert "cleo" in conversation.last.mentions
    assert the_request(conversation).escalated_at == conversation.clock.now()
    await conversation.press("Approve", user="cleo")
    assert len(await moved(conversation)) == 0  # her login is gone, and is asked for first
    told = "Approved by cleo. Nothing was run yet: it needs a login first"
    assert outcomes(conversation)[-1] == told


async def test_a_card_goes_on_to_nobody_where_the_next_one_is_who_asked():
    rule = four_eyes(
        approvers=["ben"], escalate_after_seconds=60, escalate_to=["ana", "ben"], when=LIMIT
    )
    conversation = await with_a_card(rule)
    conversation.clock.pass_time(minutes=1)

    assert await conversation.ring("escalate", the_request(conversation)) == ""
    assert the_request(conversation).approvers == ("ben",)
    assert the_request(conversation).escalate_at is None


async def test_going_on_to_who_asked_lets_them_approve_nothing():
    conversation = await with_a_card(GOES_ON)
    conversation.clock.pass_time(hours=1)
    await conversation.ring("escalate", the_request(conversation))

    said = await conversation.press_id(button(conversation, "approve"))

    assert "cannot decide" in said
    assert len(conversation.pending) == 1


@pytest.mark.parametrize("name", ["remind", "escalate", "expire"])
@pytest.mark.parametrize("kind", [Kind.COMMAND, Kind.MESSAGE])
async def test_nobody_types_a_timer(name: str, kind: Kind):
    conversation = await with_a_card(GOES_ON)
    request = the_request(conversation)
    conversation.clock.pass_time(hours=5)

    await conversation.say(f"/{name} {request.id}", kind=kind)

    stored = conversation.store.tables.requests[request.id]
    assert (stored.reminded_at, stored.escalated_at) == (None, None)
    assert stored.approvers == ("ben",)
    assert stored.status is not RequestStatus.EXPIRED


async def test_a_reminder_whose_commit_was_lost_is_sent_by_its_next_try_only():
    conversation = await with_a_card()
    request = the_request(conversation)
    conversation.clock.pass_time(hours=4)
    kept, commit = [], conversation.store.commit

    async def lost(ending: Ending) -> None:
        kept.append(ending)

    conversation.store.commit = lost  # type: ignore[method-assign]
    await conversation.ring("remind", request)
    conversation.store.commit = commit  # type: ignore[method-assign]
    assert the_request(conversation).reminded_at is None

    await commit(kept[0])
    await commit(kept[0])

    assert the_request(conversation).reminded_at == conversation.clock.now()
    reminders = [r for r in conversation.store.tables.replies.values() if "4 hours" in r.text]
    assert len(reminders) == 1


@pytest.mark.parametrize("verb", ["approve", "edit", "reject", "respond"])
@pytest.mark.parametrize("rule", [BY_BEN, TWO_OF_THREE, LIMIT])
async def test_whatever_is_pressed_after_the_time_is_over_is_answered_and_runs_nothing(
    rule: Approval, verb: str
):
    """R20: expiry under every policy, by every button: a clear notice, and nothing runs."""
    conversation = await with_a_card(rule)
    user = "ana" if rule is LIMIT else "ben"
    conversation.clock.pass_time(hours=24)

    said = await conversation.press_id(
        button(conversation, verb), user=user, text="well", amount="5"
    )

    assert said == "That was already expired; ask again to get a new request."
    assert await moved(conversation) == []


async def test_what_expires_is_expired_on_its_card_and_not_rejected():
    conversation = await with_a_card(TWO_OF_THREE)
    await conversation.press_id(button(conversation, "approve"), user="ben")
    request = the_request(conversation)
    conversation.clock.pass_time(hours=24)

    said = await conversation.ring("expire", request)

    assert "expired" in said
    assert outcomes(conversation)[-1] == "Expired: nobody answered in time"
    stored = conversation.store.tables.requests[request.id]
    assert (stored.status, stored.decided_by) == (RequestStatus.EXPIRED, None)
    assert await moved(conversation) == []


async def test_a_timer_keeps_nobodys_login_alive():
    conversation = await with_a_card(four_eyes(approvers=["ben"], remind_after_seconds=600))
    request = the_request(conversation)
    conversation.clock.pass_time(minutes=10)
    await conversation.ring("remind", request)
    conversation.clock.pass_time(minutes=10)

    await conversation.press_id(f"{request.id}:approve", user="ben")

    assert await moved(conversation) == []
    assert (await conversation.stack())[-1] == "authenticate"


async def test_the_time_of_a_rule_counts_from_its_card():
    conversation = await with_a_card(GOES_ON)
    request = the_request(conversation)

    now = conversation.clock.now()
    assert request.remind_at == now + timedelta(hours=4)
    assert request.escalate_at == now + timedelta(hours=1)
    assert conversation.last.kind is ReplyKind.MESSAGE


@pytest.mark.parametrize(
    "rule",
    [
        four_eyes(approvers=["ben"], remind_after_seconds=0, when=LIMIT),
        four_eyes(approvers=["ben"], expires_after_seconds=3600, when=LIMIT),
    ],
)
async def test_nobody_is_reminded_where_that_is_off_or_the_time_is_over_first(rule: Approval):
    conversation: Conversation = await with_a_card(rule)

    assert the_request(conversation).remind_at is None


async def test_a_timer_of_a_faster_clock_is_not_lost(monkeypatch: pytest.MonkeyPatch):
    """It rings once: what one machine's clock says is over is over for the one that sees to it."""
    conversation = await with_a_card()
    request = the_request(conversation)
    left = request.expires_at - conversation.clock.now()
    conversation.clock.pass_time(seconds=left.total_seconds())
    begin = conversation.store.begin

    async def begin_elsewhere(session: SessionId) -> Beginning | None:
        conversation.clock.pass_time(seconds=-1)
        return await begin(session)

    monkeypatch.setattr(conversation.store, "begin", begin_elsewhere)

    assert "did not go on" in await conversation.ring("expire", request)

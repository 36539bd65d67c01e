"""Somebody else approves, on every platform: their verdict counts, and nobody else's."""

import re

import pytest

from tests.journeys.anywhere.desk import Can, Desk, Talk
from tests.journeys.anywhere.telling import OpenDesk, with_a_card
from tests.platforms.kept import MOVED, audited, moved

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R1", "R2")]

REFUSAL = re.compile(r"cannot|not yours|not there|no such", re.IGNORECASE)
places = pytest.mark.parametrize("shared", [False, True], ids=["alone", "among others"])


async def bens(desk: Desk, *, shared: bool) -> tuple[Talk, Talk]:
    """Ann's conversation with a card, and Ben who meets it wherever it is shown to him."""
    ann = await with_a_card(desk, shared=shared)
    return ann, desk.talk("ben", beside=ann)


@places
async def test_it_is_approved(a_desk: OpenDesk, *, shared: bool):
    desk = await a_desk(approver="ben")
    ann, ben = await bens(desk, shared=shared)

    assert "700.00" in await ben.all_seen()
    await ben.press("Approve")

    assert await moved(desk) == [MOVED]
    assert "$700.00 went from Checking" in await ann.all_seen()


@places
async def test_it_is_edited(a_desk: OpenDesk, *, shared: bool):
    desk = await a_desk(approver="ben")
    _ann, ben = await bens(desk, shared=shared)

    await ben.press("Edit", amount="650")

    assert await moved(desk) == [("1234567890", "1234324", 65_000)]


@places
async def test_it_is_rejected_with_a_reason(a_desk: OpenDesk, *, shared: bool):
    desk = await a_desk(approver="ben")
    ann, ben = await bens(desk, shared=shared)

    await ben.press("Reject", reason="far too much")

    assert await moved(desk) == []
    assert "far too much" in await ann.all_seen()


@places
async def test_after_a_no_without_a_reason_who_asked_is_asked_what_to_change(
    a_desk: OpenDesk, *, shared: bool
):
    desk = await a_desk(approver="ben")
    ann, ben = await bens(desk, shared=shared)

    await ben.press("Reject")

    assert "Nothing was changed." in await ann.until("transfer was rejected by ")
    assert "700.00" in await ann.until("What shall I change?")
    await ann.say("make it 650")
    await ann.until("650.00")
    await ben.press("Approve")
    assert await moved(desk) == [("1234567890", "1234324", 65_000)]


@places
async def test_whoever_rejects_their_own_card_may_change_it_or_leave_it(
    a_desk: OpenDesk, *, shared: bool
):
    desk = await a_desk()
    ann = await with_a_card(desk, shared=shared)

    await ann.press("Reject")
    await ann.until("What shall I change?")
    await ann.say("make it 650")
    await ann.until("650.00")
    await ann.press("Reject")
    await ann.until("the amount: 650.00 USD. What shall I change?")
    await ann.say("nothing")

    await ann.until("Then I leave it undone.")
    assert await moved(desk) == []


@places
async def test_it_is_answered_with_other_words(a_desk: OpenDesk, *, shared: bool):
    desk = await a_desk(approver="ben")
    ann, ben = await bens(desk, shared=shared)

    await ben.press("Respond", text="make it 650")

    assert "make it 650" in await ann.until("make it 650")
    assert "650.00" not in await ann.all_seen()
    await ann.say("make it 650")
    assert "650.00" in await ann.until("650.00")
    assert await moved(desk) == []
    await ben.press("Approve")
    assert await moved(desk) == [("1234567890", "1234324", 65_000)]


@pytest.mark.parametrize(
    ("verdict", "reason", "ledger"),
    [("approve", "", [MOVED]), ("reject", " because it is far too much", [])],
)
async def test_it_is_decided_by_words_in_the_thread(
    a_desk: OpenDesk, verdict: str, reason: str, ledger: list[tuple[str, str, int]]
):
    desk = await a_desk(Can.SHARE, approver="ben")
    ann, ben = await bens(desk, shared=True)

    await ann.say("approve")
    assert await moved(desk) == []
    await ben.say(f"{verdict}{reason}")

    assert await moved(desk) == ledger
    decisions = await audited(desk, "decision")
    verdicts = [entry["verdict"] for entry in decisions if entry["kind"] == "approval"]
    assert verdicts == [verdict]


async def test_nobody_else_decides_and_whoever_tries_is_told_alone(a_desk: OpenDesk):
    desk = await a_desk(approver="ben")
    ann, ben = await bens(desk, shared=True)
    eve = desk.talk("eve", beside=ann)

    for other in (ann, eve):
        assert REFUSAL.search(await other.intrude("Approve", ann))
        assert await moved(desk) == []

    await ben.press("Approve")
    assert await moved(desk) == [MOVED]


async def test_a_card_still_decides_after_a_restart(a_desk: OpenDesk):
    desk = await a_desk(approver="ben")
    _ann, ben = await bens(desk, shared=True)

    await desk.restart()
    await ben.press("Approve")

    assert await moved(desk) == [MOVED]


@places
@pytest.mark.parametrize(
    ("label", "values", "shown"),
    [
        ("Approve", {}, "Approved"),
        ("Edit", {"amount": "650"}, "Edited and approved"),
        ("Reject", {"reason": "far too much"}, "Rejected"),
    ],
)
async def test_a_card_shows_who_decided_what_and_cannot_be_pressed_again(
    a_desk: OpenDesk, label: str, values: dict[str, str], shown: str, *, shared: bool
):
    desk = await a_desk(Can.CHANGE, approver="ben")
    ann, ben = await bens(desk, shared=shared)

    await ben.press(label, **values)

    card = await ann.line_with(shown)
    assert "700.00" in card.text
    assert desk.called("ben") in card.text
    assert card.buttons == ()


async def test_a_card_that_is_replaced_says_so(a_desk: OpenDesk):
    desk = await a_desk(Can.CHANGE, approver="ben")
    ann, ben = await bens(desk, shared=True)

    await ben.press("Respond", text="make it 650")
    await ann.until("make it 650")
    await ann.say("make it 650")

    card = await ann.line_with("Replaced by a newer request")
    assert "700.00" in card.text
    assert card.buttons == ()

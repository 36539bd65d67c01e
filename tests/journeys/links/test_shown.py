"""What is open elsewhere is shown where somebody is linked, and named so that they know it."""

import pytest

from bot.domain.messages import ReplyKind
from tests.journeys.bank.linked import (
    BY_BEN,
    OWN,
    a_bank,
    the_card,
)
from tests.journeys.links.linked import (
    ANNS_KEY,
    BY_HTTP,
    EVES_KEY,
    texts,
)
from tests.journeys.office import ANN, BEN, HERE

pytestmark = pytest.mark.proves("R1", "R5", "R24")


async def test_what_is_open_is_shown_on_every_side():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    card = the_card(office)

    told = await office.words(ANNS_KEY, "status")

    assert "transfer_money, on slack, workspace T1" in told
    assert "1 to decide" in told
    assert card.id in await office.words(ANNS_KEY, "requests")
    assert "transfer_money" not in await office.words(EVES_KEY, "status")
    assert card.id not in await office.words(EVES_KEY, "requests")


async def test_a_workspace_is_called_by_its_name_where_that_is_known():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    office.people.workspaces["T1"] = "Acme"

    told = await office.words(ANNS_KEY, "status")
    shown = await office.words(ANNS_KEY, "requests")
    replies = await office.says(
        ANNS_KEY, f"decide {the_card(office).id} approve", BY_HTTP, slash=True
    )

    assert "transfer_money, on slack, workspace “Acme”" in told
    assert "Asked on slack, workspace “Acme”" in shown
    assert "Passed on to slack, workspace “Acme”" in texts(replies, BY_HTTP)


async def test_a_card_that_was_shown_elsewhere_is_locked_there_too():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    card = the_card(office)
    seen = len(office.store.tables.replies)

    await office.decides(ANNS_KEY, card, "approve")

    changes = [*office.store.tables.replies.values()][seen:]
    locked = {r.thread for r in changes if r.kind is ReplyKind.OUTCOME and r.request == card.id}
    assert locked == {HERE, BY_HTTP}


async def test_an_approver_is_told_what_was_asked_in_another_conversation():
    office = await a_bank(BY_BEN)

    assert f"- {the_card(office).id} approval: " in await office.words(BEN, "requests")


async def test_a_workspace_is_called_by_its_id_while_nobody_says_its_name():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    office.people.workspaces["T1"], office.people.is_away = "Acme", True

    assert "on slack, workspace T1" in await office.words(ANNS_KEY, "status")

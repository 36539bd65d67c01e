"""What a link lets somebody decide, as whom, and what it never does."""

import pytest

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.requests import RequestKind, RequestStatus
from tests.journeys.bank.linked import (
    BENS_KEY,
    BENS_PLACE,
    BY_ANYBODY,
    BY_BEN,
    BY_GROUP,
    BY_TWO,
    OWN,
    a_bank,
    a_press,
    moved,
    remove_approver,
    status,
    the_card,
)
from tests.journeys.links.linked import (
    ANNS_KEY,
    AT_HOME,
    BY_HTTP,
    EVES_KEY,
    texts,
)
from tests.journeys.office import ANN, BEN, HERE

pytestmark = pytest.mark.proves("R1", "R5", "R24")


async def test_who_asked_in_slack_says_yes_over_http():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)

    replies = await office.says(
        ANNS_KEY, f"decide {the_card(office).id} approve", BY_HTTP, slash=True
    )

    assert await moved(office) == 1
    there, here = texts(replies, HERE), texts(replies, BY_HTTP)
    assert "700.00" in there
    assert "Passed on to slack, workspace T1" in here
    assert "Approved by Ann" in here
    assert "700" not in here


async def test_the_audit_says_who_decided_and_from_where():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)

    await office.decides(ANNS_KEY, the_card(office), "approve")

    decisions = [d for d in office.acts("decision") if d["kind"] == "approval"]
    assert [(d["by"], d["via"], d["asked"]) for d in decisions] == [
        (ANN.key, ANNS_KEY.key, ANN.key)
    ]


async def test_a_listed_approver_approves_over_http():
    office = await a_bank(BY_BEN)
    await office.link(BEN, BENS_KEY)
    card = the_card(office)

    shown = await office.says(BENS_KEY, "requests", BENS_PLACE)
    (cards,) = [r for r in shown if r.request == card.id]
    assert cards.private
    assert [b.label for b in cards.buttons][:1] == ["Approve"]

    await office.takes(a_press(BENS_KEY, card, "approve"))
    assert await moved(office) == 1
    assert await status(office, card) is RequestStatus.ANSWERED


async def test_a_member_of_a_group_decides_while_they_are_in_it():
    office = await a_bank(BY_GROUP)
    await office.link(BEN, BENS_KEY)
    card = the_card(office)

    await office.decides(BENS_KEY, card, "approve")
    assert await status(office, card) is RequestStatus.PENDING

    office.people.groups["S7"] = {BEN.user}
    await office.decides(BENS_KEY, card, "approve")
    assert await moved(office) == 1


async def test_a_rejection_reaches_the_agent_with_its_reason():
    office = await a_bank(BY_BEN)
    await office.link(BEN, BENS_KEY)
    card = the_card(office)

    told = await office.decides(BENS_KEY, card, "reject too much")

    assert "Rejected by Ben: too much" in told
    assert await moved(office) == 0


async def test_a_change_of_fields_is_made_from_elsewhere():
    office = await a_bank(BY_BEN)
    await office.link(BEN, BENS_KEY)

    await office.decides(BENS_KEY, the_card(office), "edit amount=650")

    assert await moved(office) == 1


@pytest.mark.parametrize("verb", ["approve", "reject", "edit amount=1"])
@pytest.mark.parametrize(
    "impostor", ["unlinked", "ended", "removed", "left here", "left there", "pending", "stranger"]
)
async def test_no_link_no_right(impostor: str, verb: str):
    """Seven ways of having no right, three verbs: 0 of 21 count."""
    office = await a_bank(BY_BEN)
    card = the_card(office)
    by = BENS_KEY
    if impostor == "pending":
        await office.asked(BEN, BENS_KEY)
        await office.confirms(BENS_KEY)
    elif impostor not in {"unlinked", "stranger"}:
        await office.link(BEN, BENS_KEY)
    match impostor:
        case "ended":
            await office.words(BEN, "unlink")
        case "removed":
            await remove_approver(office, card)
        case "left here":
            office.people.known = {BENS_KEY: MemberStatus(is_active=False)}
        case "left there":
            office.people.known = {BEN: MemberStatus(is_active=False)}
        case "stranger":
            await office.link(ANN, ANNS_KEY)
            by = EVES_KEY
    before = len(office.acts("press_refused"))

    told = await office.decides(by, card, verb)

    assert await moved(office) == 0
    assert await status(office, card) is RequestStatus.PENDING
    assert "Approved" not in told
    assert len(office.acts("press_refused")) == before + 1


@pytest.mark.parametrize("second", [ANNS_KEY, AT_HOME])
@pytest.mark.parametrize("still_linked", [True, False])
@pytest.mark.parametrize("verb", ["approve", "reject", "edit amount=1"])
async def test_nobody_approves_their_own_through_a_second_account(
    second: Person, *, still_linked: bool, verb: str
):
    """A listed approver who is the requester, now or once: 0 of 12 count."""
    office = await a_bank(BY_ANYBODY)
    card = the_card(office)
    await office.link(ANN, second)
    if not still_linked:
        await office.words(second, "unlink")

    await office.decides(second, card, verb)
    await office.takes(a_press(second, card, verb.partition(" ")[0]))

    assert await moved(office) == 0
    assert await status(office, card) is RequestStatus.PENDING
    refused = {entry["because"] for entry in office.acts("press_refused")}
    assert refused <= {"NotYours", "Unknown"}
    assert refused


async def test_without_a_link_the_same_account_may_approve():
    """The control of the test above."""
    office = await a_bank(BY_ANYBODY)

    await office.decides(ANNS_KEY, the_card(office), "approve")

    assert await moved(office) == 1


async def test_a_person_counts_once_whatever_they_come_as():
    office = await a_bank(BY_TWO)
    await office.link(BEN, BENS_KEY)
    card = the_card(office)

    await office.takes(a_press(BEN, card, "approve"))
    told = await office.decides(BENS_KEY, card, "approve")
    assert "You have approved this already" in told
    assert await status(office, card) is RequestStatus.PENDING

    await office.decides(AT_HOME, card, "approve")
    assert await moved(office) == 1


async def test_secrets_and_logins_stay_where_they_are():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)

    told = await office.words(ANNS_KEY, "what is my checking balance?")

    assert "$" not in told
    assert await office.stack(ANNS_KEY, BY_HTTP) == ["account_balance", "authenticate"]
    asked = await office.words(ANNS_KEY, "seldo")
    (secret,) = [r for r in office.pending if r.kind is RequestKind.SECRET]
    assert "password" in asked.lower()
    refused = await office.words(ANN, f"decide {secret.id} monkey", slash=True)
    assert await status(office, secret) is RequestStatus.PENDING
    assert "Logged in" not in refused
    assert "monkey" not in str(office.store.tables.said)


async def test_what_is_private_is_told_where_it_was_asked_and_nowhere_else():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    before = len(office.replies)

    await office.decides(ANNS_KEY, the_card(office), "approve")

    for reply in office.replies[before:]:
        if reply.thread == BY_HTTP:
            assert not reply.agent
            assert "1234324" not in reply.text
            assert reply.private


async def test_a_decision_from_elsewhere_keeps_no_login_alive():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    before = (await office.store.participant(HERE.session, ANN)).facts
    office.conversation.clock.pass_time(minutes=5)

    await office.decides(ANNS_KEY, the_card(office), "reject later")

    after = (await office.store.participant(HERE.session, ANN)).facts
    assert after.known["Authenticated"].used_at == before.known["Authenticated"].used_at


async def test_a_yes_that_comes_too_late_is_told_where_it_was_given():
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    card = the_card(office)
    await office.says(ANN, "reject", HERE)

    told = await office.decides(ANNS_KEY, card, "approve")

    assert "already" in told
    assert await moved(office) == 0


async def test_a_link_that_ends_on_the_way_decides_nothing():
    """The decision was passed on while they were linked, and is weighed when they are not."""
    office = await a_bank(OWN)
    await office.link(ANN, ANNS_KEY)
    card = the_card(office)
    await office.store.accept(a_press(ANNS_KEY, card, "approve"))
    await office._turn(BY_HTTP.session)  # noqa: SLF001 - one turn, and not what follows
    office.store.tables.members.clear()

    while waiting := await office.store.waiting():
        await office._turn(waiting[0])  # noqa: SLF001 - as above

    assert await moved(office) == 0
    assert "no longer linked" in office.replies[-1].text
    assert office.replies[-1].thread == BY_HTTP

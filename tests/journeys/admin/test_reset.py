"""How admins end what others have open, everywhere it is, and how that is told there."""

import pytest

from agents.kit import Person
from tests.journeys.bank.talking import LOGIN, READY
from tests.journeys.office import ADA, ANN, BEN, HERE, OTHER_CHANNEL, THERE, Office, an_office

either_way = pytest.mark.parametrize("slash", [True, False], ids=["slash", "word"])


async def does(office: Office, text: str, *, slash: bool = False, by: Person = ADA) -> str:
    replies = await office.says(by, text, slash=slash)
    return "\n".join(reply.text for reply in replies if reply.thread == HERE)


async def busy() -> Office:
    office = await an_office()
    for line in (*READY, "transfer 700 to 1234324"):
        await office.says(ANN, line)
    await office.says(ANN, "transfer money", THERE)
    await office.says(BEN, "what is the price of a stock?", OTHER_CHANNEL)
    return office


@either_way
async def test_a_person_is_reset_wherever_they_are_and_told_there(*, slash: bool):
    office = await busy()

    replies = await office.says(ADA, "reset <@UANN1|ann>", slash=slash)

    assert [await office.stack(ANN), await office.stack(ANN, THERE)] == [[], []]
    assert await office.stack(BEN, OTHER_CHANNEL) == ["stock_lookup"]
    assert all(request.asked == BEN for request in office.pending)
    told = {reply.thread: reply.text for reply in replies if reply.to == ANN}
    assert {*told} == {HERE, THERE}
    assert all(text.startswith("Reset by Ada") for text in told.values())
    assert "I reset 1 person in 2 threads" in replies[0].text
    assert [facts["threads"] for facts in office.acts("reset")] == [2]
    assert len(office.acts("reset_here")) == 2


async def test_after_a_reset_nobody_is_logged_in():
    office = await busy()

    await does(office, "reset <@UANN1>")

    await office.says(ANN, "what is my balance?")
    assert await office.stack(ANN) == ["account_balance", "authenticate"]


async def test_a_thread_with_two_people_is_reset_for_both_and_for_nobody_else():
    office = await an_office()
    for person in (ANN, BEN):
        for line in LOGIN:
            await office.says(person, line)
        await office.says(person, "transfer money")
    await office.says(BEN, "transfer money", THERE)

    replies = await office.says(ADA, "reset this thread")

    assert [await office.stack(ANN), await office.stack(BEN)] == [[], []]
    assert await office.stack(BEN, THERE) != []
    assert {reply.to for reply in replies if reply.text.startswith("Reset by")} == {ANN, BEN}
    for person in (ANN, BEN):
        known = await office.store.participant(HERE.session, person)
        assert (known.facts.values, known.secrets) == ({}, {})


async def test_a_channel_is_reset_in_all_its_threads():
    office = await busy()

    await does(office, "reset <#C1|general>")

    assert [await office.stack(ANN), await office.stack(ANN, THERE)] == [[], []]
    assert await office.stack(BEN, OTHER_CHANNEL) == ["stock_lookup"]


async def test_everything_is_reset_only_after_a_second_word():
    office = await busy()

    asked = await does(office, "reset all")
    assert "2 people in 3 threads" in asked
    assert "reset all yes" in asked
    assert await office.stack(ANN) == ["transfer_money"]

    await does(office, "reset all yes")
    assert await office.stack(ANN) == []
    assert await office.stack(BEN, OTHER_CHANNEL) == []
    assert office.pending == []


async def test_a_reset_of_nobody_says_so():
    assert "nothing open" in await does(await busy(), "reset <@UNOBODY>")


async def test_who_has_only_a_plan_is_reset_too():
    """A plan whose card has lapsed leaves no task and no request, and is open all the same."""
    office = await an_office()
    await office.says(ANN, "plan: onboard Jessica Smith as a marketing manager on Monday")
    office.store.tables.requests.clear()
    (before,) = office.store.tables.plans.values()

    await does(office, "reset <@UANN1>")

    (after,) = office.store.tables.plans.values()
    assert (before.is_open, after.status) == (True, "cancelled")

"""What admins do: pause and go on, look in, reset, set a channel; with a slash and as words."""

import pytest

from agents.kit import Person
from bot.core.ports import Standing
from bot.domain.attention import ChannelMode
from bot.domain.deeds import EVERYWHERE, Paused
from bot.domain.messages import Thread
from tests.fakes.world import NOON
from tests.journeys.bank import LOGIN, READY
from tests.journeys.office import (
    ADA,
    ADMIN,
    ANN,
    BEN,
    HERE,
    OTHER_CHANNEL,
    ROB,
    THERE,
    Office,
    an_office,
)

either_way = pytest.mark.parametrize("slash", [True, False], ids=["slash", "word"])
ALONE = {ROB: Standing()}


async def does(office: Office, text: str, *, slash: bool = False, by: Person = ADA) -> str:
    replies = await office.says(by, text, slash=slash)
    return "\n".join(reply.text for reply in replies if reply.thread == HERE)


async def paused(office: Office) -> Paused | None:
    return await office.services.oversight.switches.paused("slack/T1/")


@either_way
async def test_an_admin_pauses_and_another_one_ends_it(*, slash: bool):
    office = await an_office()

    said = await does(office, "pause", slash=slash)
    assert "Paused." in said
    assert (await paused(office)) is not None

    said = await does(office, "unpause", slash=slash, by=ROB)
    assert "I go on" in said
    assert await paused(office) is None
    assert [facts["paused_by"] for facts in office.acts("unpause")] == [ADA.key]


@pytest.mark.parametrize(
    ("written", "slash"), [("pause: an incident", False), ("pause an incident", True)]
)
async def test_a_pause_takes_a_reason_that_the_audit_does_not_keep(written: str, *, slash: bool):
    office = await an_office()

    await does(office, written, slash=slash)

    now = await paused(office)
    assert now is not None
    assert (now.reason, now.shown) == ("an incident", "Ada")
    assert "incident" not in office.store.tables.audit[-1].entries


async def test_pausing_twice_changes_nothing():
    office = await an_office()
    await does(office, "pause")

    said = await does(office, "pause", by=ROB)

    assert "paused by Ada" in said
    assert "Paused by" not in str(office.acts("pause"))
    assert len(office.acts("pause")) == 1


async def test_whoever_paused_may_not_go_on_alone_where_there_are_others():
    office = await an_office()
    await does(office, "sessions", by=ROB)  # so that it is known that there is another
    await does(office, "pause")

    said = await does(office, "unpause")

    assert "another admin must end it" in said
    assert "U-ROB" in said
    assert await paused(office) is not None
    assert len(office.acts("unpause_refused")) == 1


async def test_an_admin_who_only_talked_is_known_as_another_one():
    office = await an_office()
    await office.says(ROB, "hello", THERE)
    await does(office, "pause")

    assert "Rob" in await does(office, "unpause")
    assert await paused(office) is not None


async def test_the_only_admin_may_end_their_own_pause():
    office = await an_office()
    office.people.known = ALONE
    await office.says(ROB, "hello", THERE)
    await does(office, "pause")

    assert "I go on" in await does(office, "unpause")


async def test_nobody_goes_on_while_it_is_not_known_who_else_is_an_admin():
    office = await an_office()
    await office.says(ROB, "hello", THERE)
    await does(office, "pause")
    office.people.is_away = True

    assert "cannot learn" in await does(office, "unpause")
    assert await paused(office) is not None


async def test_what_the_operator_paused_only_the_operator_ends():
    office = await an_office()
    office.store.tables.pauses[EVERYWHERE] = Paused(EVERYWHERE, "", NOON)

    assert "on the server" in await does(office, "unpause")
    assert await paused(office) is not None


async def test_going_on_when_nothing_is_paused_says_so():
    assert "Nothing is paused" in await does(await an_office(), "unpause")


async def busy() -> Office:
    office = await an_office()
    for line in (*READY, "transfer 700 to 1234324"):
        await office.says(ANN, line)
    await office.says(ANN, "transfer money", THERE)
    await office.says(BEN, "what is the price of a stock?", OTHER_CHANNEL)
    return office


@either_way
async def test_sessions_are_listed_with_their_people_and_what_is_open(*, slash: bool):
    office = await busy()

    said = await does(office, "sessions", slash=slash)

    assert f"- {HERE.session}: Ann; open: transfer_money; last used" in said
    assert f"- {OTHER_CHANNEL.session}: Ben; open: stock_lookup" in said


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        ("<@UBEN1|ben>", {OTHER_CHANNEL}),
        ("@UBEN1", {OTHER_CHANNEL}),
        ("UANN1XX", set()),
        ("<#C1|general>", {HERE, THERE}),
        ("#C2", {OTHER_CHANNEL}),
    ],
)
async def test_sessions_can_be_narrowed(target: str, shown: set[Thread]):
    office = await busy()

    said = await does(office, f"sessions {target}")

    assert {t for t in (HERE, THERE, OTHER_CHANNEL) if f"- {t.session}:" in said} == shown


@either_way
@pytest.mark.parametrize("target", ["<@UANN1>", HERE.session])
async def test_show_names_what_is_there_and_no_value(target: str, *, slash: bool):
    office = await busy()

    said = await does(office, f"show {target}", slash=slash)

    assert "known: authenticated, balance_known" in said.lower().replace(
        "balanceknown", "balance_known"
    )
    assert "now: transfer_money" in said
    assert "approval of transfer_money" in said
    for value in ("seldo", "monkey", "1234567890", "1,000", "700", "1234324"):
        assert value not in said


async def test_show_of_nobody_says_so():
    office = await busy()

    assert "Nothing is known" in await does(office, "show <@UNOBODY>")


@pytest.mark.parametrize("target", ["slack/T2/C9/4.0", "slack/T1/C1"])
async def test_a_session_of_elsewhere_is_not_shown(target: str):
    office = await busy()

    assert "no such session" in await does(office, f"show {target}", slash=True)


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


@either_way
async def test_the_audit_shows_what_was_done_last_in_this_workspace(*, slash: bool):
    office = await busy()
    (request,) = [r for r in office.pending if r.subject.tool]
    await office.presses(ANN, request.id, "approve")

    said = await does(office, "audit 20", slash=slash)

    assert "UANN1: decision (action" in said
    assert f"request {request.id}" in said
    assert "effect (action" in said
    assert "outcome done, tool transfer" in said
    for value in ("1234324", "700", "seldo"):
        assert value not in said


async def test_the_audit_shows_as_many_lines_as_asked_for():
    office = await busy()
    for _ in range(3):
        await does(office, "channel")

    assert len((await does(office, "audit 2")).splitlines()) == 2
    assert "takes a number" in await does(office, "audit lots", slash=True)


@either_way
async def test_admins_are_named_with_the_reason(*, slash: bool):
    office = await busy()
    await office.says(ROB, "hello", THERE)

    said = await does(office, "admins", slash=slash)

    assert "(U-ADA): named in FRONTDESK_ADMINS" in said
    assert "- Rob (U-ROB): an admin of the workspace" in said
    assert "Ann" not in said


@either_way
@pytest.mark.parametrize("mode", [*ChannelMode])
async def test_a_channel_is_set(mode: ChannelMode, *, slash: bool):
    office = await an_office()

    await does(office, f"channel {mode}", slash=slash)

    assert (await office.services.sessions.attention(THERE)).mode is mode
    elsewhere = await office.services.sessions.attention(OTHER_CHANNEL)
    assert elsewhere.mode is ChannelMode.THREAD
    assert "follow threads" in await does(await an_office(), "channel")


async def test_a_channel_takes_no_other_word():
    assert "takes mention, thread or all" in await does(
        await an_office(), "channel loud", slash=True
    )


async def test_help_shows_admins_what_they_may_do_and_nobody_else():
    office = await an_office()

    assert "unpause" in await does(office, "help")
    assert "unpause" not in await does(office, "help", by=BEN)
    office.people.known[BEN] = ADMIN
    assert "unpause" in await does(office, "help", by=BEN)

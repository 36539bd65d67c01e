"""What admins look at, and how they set a channel; with a slash and as words."""

import pytest

from agents.kit import Person
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.operations import Attention, ChannelMode
from tests.journeys.bank.talking import READY
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


@pytest.mark.parametrize("words", ["channel mention", "quiet", "listen"])
async def test_where_nobody_else_is_everything_is_answered_and_that_is_said(words: str):
    office = await an_office()
    alone = Incoming("alone", HERE, ADA, Kind.MESSAGE, words)

    (refusal,) = await office.takes(alone)

    assert refusal.text.startswith("Here only you and I talk, so I answer everything")
    assert await office.services.sessions.attention(HERE) == Attention(known=True)


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

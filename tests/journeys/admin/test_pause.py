"""How admins pause the bot, and who may let it go on; with a slash and as words."""

import pytest

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.operations import EVERYWHERE, Paused
from tests.fakes.world import NOON
from tests.journeys.office import ADA, HERE, ROB, THERE, Office, an_office

either_way = pytest.mark.parametrize("slash", [True, False], ids=["slash", "word"])
ALONE = {ROB: MemberStatus()}


async def does(office: Office, text: str, *, slash: bool = False, by: Person = ADA) -> str:
    replies = await office.says(by, text, slash=slash)
    return "\n".join(reply.text for reply in replies if reply.thread == HERE)


async def paused(office: Office) -> Paused | None:
    return await office.services.operations.paused("slack/T1/")


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


async def test_the_other_admins_are_called_by_their_names():
    office = await an_office()
    office.people.names[ROB] = "Rob Roy"
    await does(office, "sessions", by=ROB)  # which keeps their id alone
    await does(office, "pause")

    assert "Ask one of: Rob Roy." in await does(office, "unpause")
    assert "- Rob Roy (U-ROB): an admin of the workspace" in await does(office, "admins")


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

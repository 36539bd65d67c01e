"""What one person began on one platform goes on from another; the audit has one record of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agents.it_support.desk import ACCOUNTS
from agents.people.staff import EMPLOYEES
from tests.fakes.command_line import SETTINGS
from tests.journeys.anywhere.desk import Desk, Talk
from tests.journeys.anywhere.joint_desk import Desks, linked, one_bot
from tests.journeys.anywhere.telling import logged_in, said
from tests.journeys.plans.planned import GOAL
from tests.platforms.kept import MOVED, WISH, audited, moved

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R1", "R24")]

WAYS = (("slack", "discord"), ("discord", "http"), ("http", "slack"), ("discord", "slack"))


@pytest.fixture
async def desks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desks]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with one_bot(tmp_path) as opened:
        yield opened


@pytest.fixture(params=WAYS, ids=["-".join(way) for way in WAYS])
def way(request: pytest.FixtureRequest, desks: Desks) -> tuple[Talk, Talk]:
    """Where Ann begins, and where she goes on."""
    here, there = (desks[name] for name in request.param)
    return here.talk("ann"), there.talk("ann")


async def decisions(desk: Desk, kind: str) -> list[tuple[str, str]]:
    """Whose decisions the audit holds, and by which of their identities they were made."""
    entries = [entry for entry in await audited(desk, "decision") if entry["kind"] == kind]
    return [(_platform(entry["by"]), _platform(entry.get("via", ""))) for entry in entries]


def _platform(key: str) -> str:
    return key.partition("/")[0]


async def test_a_card_of_one_platform_is_decided_on_another(way: tuple[Talk, Talk]):
    here, there = way
    await linked(here, there)
    await logged_in(here)
    await said(here, "what is my checking balance?", WISH)

    assert "700.00" in await there.say("requests")
    await there.press("Approve")

    assert "Checking now holds $300.00" in await here.until("$700.00 went from Checking")
    assert "now holds" not in await there.all_seen()
    assert await moved(here.desk) == [MOVED]
    assert await decisions(here.desk, "approval") == [(here.desk.name, there.desk.name)]


async def test_a_plan_of_one_platform_goes_on_from_another(way: tuple[Talk, Talk]):
    here, there = way
    await linked(here, there)
    await here.say(GOAL)
    await here.press("Approve 1")

    await there.say("requests")
    await there.press("Edit 2", employee="J. Smith")
    await there.say("requests")
    await there.press("Approve all")

    assert GOAL in await here.until("The plan is done")
    assert [row["name"] for row in await here.desk.rows(EMPLOYEES)] == ["Jessica Smith"]
    assert [row["employee"] for row in await here.desk.rows(ACCOUNTS)] == ["J. Smith"]
    assert "4 of 4" in await here.say("plans")
    own, passed = (here.desk.name, ""), (here.desk.name, there.desk.name)
    assert await decisions(here.desk, "plan") == [own, passed, passed]


async def test_what_is_open_is_seen_from_both_sides_and_ends_with_the_link(way: tuple[Talk, Talk]):
    here, there = way
    await linked(here, there)
    await here.say("transfer money")

    assert "transfer_money" in await there.say("what were we doing?")
    await there.say("unlink")
    assert "transfer_money" not in await there.say("what were we doing?")


async def test_who_is_not_linked_finds_and_decides_nothing(way: tuple[Talk, Talk]):
    here, there = way
    await logged_in(here)
    await said(here, "what is my checking balance?", WISH)

    assert "700.00" not in await there.say("requests")
    assert "transfer_money" not in await there.say("what were we doing?")
    assert await moved(here.desk) == []

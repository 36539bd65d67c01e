"""Installations: sealed in the database, followed up by one worker, gone when forgotten."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.core.ports.credentials import Install
from bot.core.ports.environment import Cipher
from bot.storage.accounts.installations import SqlInstallations, SqlTickets
from bot.storage.databases.transactions import SqlDatabase
from tests.fakes.world import NOON

pytestmark = pytest.mark.proves("R8", "R27")

TOKEN, REFRESH = "xoxe.xoxb-1-CANARY-token", "xoxe-1-CANARY-refresh"
HERE = Install(
    workspace="T1",
    bot_user="UBOT",
    installed_at=NOON,
    token=TOKEN,
    refresh_token=REFRESH,
    expires_at=NOON + timedelta(hours=12),
    name="Ours & theirs",
    enterprise="E1",
    app="A1",
    scopes=("chat:write", "users:read"),
    installed_by="U1",
)


@pytest.fixture
def installs(database: SqlDatabase, cipher: Cipher) -> SqlInstallations:
    return SqlInstallations(database, cipher)


@pytest.fixture
def tickets(database: SqlDatabase) -> SqlTickets:
    return SqlTickets(database)


def in_hours(hours: float) -> datetime:
    return NOON + timedelta(hours=hours)


async def test_what_is_kept_is_found_whole(installs: SqlInstallations):
    await installs.save(HERE)

    assert await installs.find("T1") == HERE
    assert await installs.find("T2") is None
    assert "CANARY" not in repr(HERE)


async def test_tokens_can_be_read_nowhere_in_the_database(
    installs: SqlInstallations, database: SqlDatabase, sqlite_address: str
):
    await installs.save(HERE)

    rows = await database.read(lambda sql: sql.rows("SELECT * FROM slack_installations"))
    assert "CANARY" not in str(rows)
    path = Path(sqlite_address.removeprefix("sqlite:///"))
    for file in path.parent.glob(f"{path.name}*"):
        assert b"CANARY" not in file.read_bytes()


async def test_a_new_installation_replaces_the_former(installs: SqlInstallations):
    await installs.save(HERE)
    await installs.save(replace(HERE, token="xoxb-new", expires_at=None, refresh_token=""))

    found = await installs.find("T1")

    assert found == replace(HERE, token="xoxb-new", expires_at=None, refresh_token="", version=2)
    assert await installs.ending(in_hours(99)) == []


async def test_one_worker_refreshes_and_the_other_finds_the_new_tokens(installs: SqlInstallations):
    await installs.save(HERE)

    first = await installs.claim(HERE, now=NOON, until=in_hours(1))
    second = await installs.claim(HERE, now=NOON, until=in_hours(1))
    newer = replace(HERE, token="xoxe.xoxb-2", expires_at=in_hours(24))

    assert (first, second) == (True, False)
    assert await installs.renew(newer)
    assert await installs.find("T1") == replace(newer, version=2)
    assert not await installs.renew(replace(newer, token="xoxe.xoxb-late"))
    assert not await installs.claim(HERE, now=in_hours(2), until=in_hours(3))


async def test_a_claim_of_somebody_who_died_ends(installs: SqlInstallations):
    await installs.save(HERE)
    await installs.claim(HERE, now=NOON, until=in_hours(1))

    assert not await installs.claim(HERE, now=in_hours(0.9), until=in_hours(2))
    assert await installs.claim(HERE, now=in_hours(1), until=in_hours(2))


async def test_the_tokens_that_end_soon_are_listed(installs: SqlInstallations):
    for workspace, hours in (("T3", 3.0), ("T1", 1.0), ("T2", 2.0)):
        await installs.save(replace(HERE, workspace=workspace, expires_at=in_hours(hours)))

    assert await installs.ending(in_hours(2.5)) == ["T1", "T2"]


async def test_what_is_forgotten_is_gone_and_cannot_be_renewed(installs: SqlInstallations):
    await installs.save(HERE)

    assert await installs.forget("slack", "T1", in_hours(1))
    assert await installs.find("T1") is None
    assert not await installs.renew(HERE)
    assert not await installs.claim(HERE, now=in_hours(1), until=in_hours(2))


async def test_a_late_word_does_not_undo_a_new_installation(installs: SqlInstallations):
    await installs.save(replace(HERE, installed_at=in_hours(2)))

    assert not await installs.forget("slack", "T1", in_hours(1))
    assert await installs.find("T1") is not None


async def test_a_word_that_comes_with_a_new_installation_does_not_undo_it(
    installs: SqlInstallations, database: SqlDatabase
):
    for number in range(20):
        here = replace(HERE, workspace=f"T{number}")
        await installs.save(here)

        await asyncio.gather(
            installs.save(replace(here, installed_at=in_hours(2))),
            installs.forget("slack", here.workspace, in_hours(1)),
        )

        assert await installs.find(here.workspace) is not None
    assert await database.read(lambda sql: sql.rows("SELECT * FROM departures")) == []


async def test_a_ticket_is_good_once_and_in_time(tickets: SqlTickets):
    async def used(ticket: str, now: float = 0, until: float = 1) -> bool:
        return await tickets.use(ticket, now=in_hours(now), until=in_hours(until))

    assert [await used("a"), await used("a"), await used("b")] == [True, False, True]
    assert not await used("c", now=2, until=1)
    assert not await used("c", now=1, until=1)


async def test_used_tickets_are_kept_only_as_long_as_they_are_good(
    tickets: SqlTickets, database: SqlDatabase
):
    await tickets.use("a", now=NOON, until=in_hours(1))
    await tickets.use("b", now=in_hours(2), until=in_hours(3))

    rows = await database.read(lambda sql: sql.rows("SELECT until FROM tickets"))
    assert len(rows) == 1

"""A workspace that removes the bot: its tokens are gone at once, the rest within a day (R27)."""

import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine.scheduler import PURGED_AFTER
from bot.platforms.slack.wire.workspaces import NotInstalled
from tests.fakes.slack import FakeSlack
from tests.platforms.slack.bot import running, workspaces_of
from tests.platforms.slack.several import install, several

pytestmark = [pytest.mark.proves("R27", "R8"), pytest.mark.timeout(60)]

UMBRELLA = "what is the price of GOOG? my umbrella is red"
FOREIGN, OURS = "T2", "T1"
TOKENS = (b"xoxb-", b"xoxe-")  # what is sealed may well hold three letters of these by chance


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as fake:
        fake.user("U1", name="ann")
        fake.team(FOREIGN, "Theirs", is_installed=False)
        fake.user("U1", team=FOREIGN, name="bea")
        yield fake


async def ask(fake: FakeSlack, team: str) -> None:
    """Say something in a direct message, and wait until the bot has answered there."""
    person = fake.world.directory.user(team, "U1")
    place = fake.dm("U1", team=team)
    message = await fake.say(person, place, UMBRELLA)

    def _is_over() -> bool:
        session = fake.session(place, message.ts, team=team)
        return session is not None and session.transitions[-1][1] != "processing"

    await fake.until(_is_over)
    assert fake.answers(place, message.ts, team=team)


def rows_of(folder: Path, team: str) -> list[str]:
    """Every row of the database that speaks of a workspace or of its umbrella."""
    with sqlite3.connect(folder / "frontdesk.db") as connection:
        lines = list(connection.iterdump())
    connection.close()
    ours = [line for line in lines if line.startswith("INSERT") and f"slack/{team}/" in line]
    return [line for line in ours if not line.startswith('INSERT INTO "audit"')]


def bytes_of(folder: Path) -> bytes:
    """All bytes of the database, its journal included."""
    return b"".join(path.read_bytes() for path in folder.glob("frontdesk.db*"))


async def test_what_is_kept_of_a_workspace_goes_when_it_removes_the_bot(
    fake: FakeSlack, tmp_path: Path
):
    async with several(fake, tmp_path) as bot:
        for team in (OURS, FOREIGN):
            await install(bot.app.settings.public_url, team)
            await ask(fake, team)
        kept = rows_of(tmp_path, OURS)

        told = await fake.uninstall(FOREIGN)
        with pytest.raises(NotInstalled):
            await workspaces_of(bot.app).web(FOREIGN)
        clock, purge = bot.app.ports.clock, bot.app.ports.purge
        too_early = await purge(clock.now() - PURGED_AFTER)
        purged = await purge(clock.now() + timedelta(seconds=2))

        assert [delivery.is_acked for delivery in told] == [True, True]
        assert (too_early, purged > 5) == (0, True)
        assert rows_of(tmp_path, FOREIGN) == []
        assert len(rows_of(tmp_path, OURS)) == len(kept) > 5
        await ask(fake, OURS)


async def test_no_token_can_be_read_from_the_database(fake: FakeSlack, tmp_path: Path):
    async with several(fake, tmp_path) as bot:
        await install(bot.app.settings.public_url, FOREIGN)
        await ask(fake, FOREIGN)

        assert await workspaces_of(bot.app).tokens.token_for(FOREIGN) is not None
        held = bytes_of(tmp_path)
        assert not [kind for kind in TOKENS if kind in held]


async def test_a_workspace_that_installs_it_again_is_kept(fake: FakeSlack, tmp_path: Path):
    async with several(fake, tmp_path) as bot:
        await install(bot.app.settings.public_url, FOREIGN)
        await ask(fake, FOREIGN)
        await fake.uninstall(FOREIGN)
        await install(bot.app.settings.public_url, FOREIGN)

        later = bot.app.ports.clock.now() + timedelta(days=1)
        assert await bot.app.ports.purge(later) == 0
        await ask(fake, FOREIGN)


async def test_one_workspace_with_one_token_is_purged_too(fake: FakeSlack, tmp_path: Path):
    async with running(fake, tmp_path) as bot:
        await ask(fake, OURS)
        await fake.uninstall(OURS)

        with pytest.raises(NotInstalled):
            await workspaces_of(bot.app).web(OURS)
        later = bot.app.ports.clock.now() + timedelta(seconds=2)
        assert await bot.app.ports.purge(later) > 5
        assert rows_of(tmp_path, OURS) == []

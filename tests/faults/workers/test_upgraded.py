"""Two versions of the bot on one database, while people go on talking to both.

The former version is the code before the newest migration, as this repository's history has it:
it makes the database, its doors and workers serve; then the database is upgraded under them, and
processes of this version join. So this shows that the newest migration runs under the code before
it, and that the two understand each other's jobs, events and turns. Where there is no history,
nothing is shown.
"""

import asyncio
import io
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage.databases.transactions import database_url
from bot.storage.migrations import newest_revision, revision_of, upgrade
from tests.faults.cluster import ROOT, Cluster, a_database, a_server
from tests.faults.conftest import Count, asked_kills
from tests.faults.people import People
from tests.faults.tallying import ALL_WELL, faults, judged

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.timeout(1800),
    pytest.mark.proves("R21"),
]

TOGETHER_SECONDS = 60.0 if asked_kills() else 1.0
PARTS = ("bot", "agents", "migrations")


@pytest.fixture
def address() -> Iterator[str]:
    with a_server() as server, a_database(server) as address:
        yield address


def git(*arguments: str) -> bytes | None:
    """Ask the history; None where there is none."""
    found = shutil.which("git")
    if found is None:
        return None
    asked = subprocess.run((found, *arguments), cwd=ROOT, check=False, capture_output=True)  # noqa: S603 - reads our own history
    return asked.stdout if asked.returncode == 0 else None


@pytest.fixture
def former(tmp_path: Path) -> Path:
    """A folder with the code before the newest migration."""
    newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "migrations/versions")
    before = f"{newest.decode().strip()}^" if newest else "HEAD^"
    packed = git("archive", before, *PARTS)
    if packed is None:
        pytest.skip("there is no history to take a former version from")
    folder = tmp_path / "former"
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    return folder


def upgraded_by(code: Path, address: str) -> None:
    """Bring a database to the schema of some code."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(code), "DATABASE_URL": address}
    command = (sys.executable, "-m", "bot", "db", "upgrade")
    subprocess.run(command, check=True, cwd=code, env=environment, capture_output=True)  # noqa: S603 - our own program


async def test_two_versions_together_lose_nothing_and_do_nothing_twice(
    tmp_path: Path, address: str, former: Path, count: Count
):
    async with Cluster(
        tmp_path, address, 0.1, prepare=lambda address: upgraded_by(former, address), code=former
    ) as cluster:
        await cluster.open_doors(1)
        await cluster.start_workers(1)
        old = tuple(cluster.members)
        assert revision_of(database_url(address)) != newest_revision()
        people = People(cluster)
        async with people.talking():
            await people.served()
            await asyncio.to_thread(upgrade, address)
            cluster.code = ROOT
            await cluster.open_doors(1)
            await cluster.start_workers(1)
            together = len(cluster.entries())
            await asyncio.sleep(TOGETHER_SECONDS)
            together = len(cluster.entries()) - together
            del cluster.doors[0]
            await asyncio.gather(*(member.stop() for member in old))
            await people.served()
        await cluster.until_done()

        result = faults(cluster, judged(cluster, people.said))
        worked = {entry.pid for entry in cluster.entries()}
    assert result == ALL_WELL
    assert len(worked) == 2 or not asked_kills(), "workers of both versions"
    count(
        messages_to_two_versions=people.said,
        messages_to_two_versions_lost=result.lost + result.unanswered,
        turns_while_both_versions_worked=together // 2,
    )

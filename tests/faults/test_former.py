"""What an earlier version left waiting is decided, carried out or expires under this one."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import JsonValue

from agents.bank import customers
from bot.domain.requests import RequestKind, RequestStatus
from bot.storage.databases.transactions import database_url
from bot.storage.migrations import newest_revision, revision_of
from tests.contract.conftest import ON_POSTGRES
from tests.faults import former
from tests.faults.conftest import Count, asked_kills
from tests.faults.successor import asked, succeeding

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R21")]

LEFT_AT = datetime(2026, 11, 22, 9, 20, tzinfo=UTC)
WAITED = {
    RequestKind.APPROVAL: 35,
    RequestKind.PLAN: 46,
    RequestKind.QUESTION: 15,
    RequestKind.SECRET: 15,
}
NOTICE = "Nobody answered in time"

# How many of each kind are answered, and how; the others are left to expire.
VERDICTS = {
    RequestKind.APPROVAL: ("approve", "reject", "approve", "reject", "reject"),
    RequestKind.PLAN: ("approve", "reject") * 10,
    RequestKind.SECRET: ("submit",) * 5,
    RequestKind.QUESTION: ("respond",) * 5,
}
SAYS: dict[str, dict[str, JsonValue]] = {
    "submit": {"password": "monkey"},
    "respond": {"answer": "Checking"},
}
WAITING = "SELECT id, status FROM requests ORDER BY id"
UPGRADE = (sys.executable, "-m", "bot", "db", "upgrade")
LONGEST_UPGRADE_SECONDS = 4.0
LEFT_OVER = {
    "requests": "SELECT kind FROM requests WHERE status = 'pending'",
    "events": "SELECT id FROM inbox WHERE status <> 'done'",
    "replies": "SELECT id FROM outbox WHERE sent_at IS NULL",
    "employees twice": "SELECT name FROM people_employees GROUP BY name HAVING count(*) > 1",
}


@pytest.fixture(params=["sqlite", ON_POSTGRES])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'former.db'}"
    else:
        yield request.getfixturevalue("postgres_address")


async def test_all_that_waited_resolves_or_expires_with_notice(
    address: str, monkeypatch: pytest.MonkeyPatch, count: Count
):
    monkeypatch.setattr(customers, "SCRYPT_COST", 2**14)  # what its passwords were hashed with
    await asyncio.to_thread(former.restore, address)
    async with succeeding(address, LEFT_AT, monkeypatch) as successor:
        waited = await successor.pending()
        assert Counter(request.kind for request in waited) == WAITED
        await successor.engine.start()
        await successor.quiet()
        for kind, verdicts in VERDICTS.items():
            ones = [request for request in waited if request.kind is kind]
            for request, verb in zip(ones, verdicts, strict=False):
                await successor.press(request, verb, SAYS.get(verb, {}))
        await successor.passes(hours=24 * 10)

        find = successor.app.ports.requests.find
        ended = [found for one in waited if (found := await find(one.id)) is not None]
        notices = [said for said in successor.platform.said if said.startswith(NOTICE)]
        late = next(request for request in ended if request.status is RequestStatus.EXPIRED)
        before = len(successor.platform.said)
        await successor.press(late, "approve", {})
        told = successor.platform.said[before:]
    expired = Counter(request.kind for request in ended if request.status is RequestStatus.EXPIRED)
    assert {name: asked(address, question) for name, question in LEFT_OVER.items()} == {
        name: [] for name in LEFT_OVER
    }
    assert Counter(request.status for request in ended) == {
        RequestStatus.EXPIRED: 75,
        RequestStatus.ANSWERED: 23,
        RequestStatus.REJECTED: 13,
    }
    assert asked(address, "SELECT minor FROM bank_transfers") == [(60_100,)]
    completed = Counter(status for (status,) in asked(address, "SELECT status FROM plans"))
    assert completed == {"completed": 25, "failed": 10, "open": expired[RequestKind.PLAN]}
    # A question that lapses asks for nothing more than to be asked again.
    assert len(notices) == expired.total() - expired[RequestKind.QUESTION]
    assert any("already expired" in text for text in told)
    count(former_requests=len(ended), former_requests_lost=len(waited) - len(ended))


def test_an_upgrade_that_is_killed_is_done_again(
    address: str, monkeypatch: pytest.MonkeyPatch, count: Count
):
    """Killed anywhere between its start and its end, it has done all of it or nothing."""
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("FRONTDESK_SECRET_KEY", former.KEY)
    former.restore(address)
    waited = asked(address, WAITING)
    kills, done = 20 if asked_kills() else 1, 0

    for number in range(kills):
        with subprocess.Popen(UPGRADE, stdout=subprocess.DEVNULL) as upgrade:  # noqa: S603 - our own program
            # The first of them are killed while they start, the last ones when they are done.
            with suppress(subprocess.TimeoutExpired):
                upgrade.wait(timeout=LONGEST_UPGRADE_SECONDS * (number + 1) / kills)
            upgrade.kill()
        revision = revision_of(database_url(address))
        assert revision in {former.REVISION, newest_revision()}
        done += revision == newest_revision()

    assert subprocess.run(UPGRADE, check=False, capture_output=True).returncode == 0  # noqa: S603 - as above
    assert revision_of(database_url(address)) == newest_revision()
    assert asked(address, WAITING) == waited
    count(killed_upgrades=kills, killed_upgrades_that_were_done=done)

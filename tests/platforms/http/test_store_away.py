"""The store does not answer: nothing is taken in, and everybody is told to come again."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.domain.errors import StoreAway
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import Heard, HttpDesk, served
from tests.platforms.http.rights import ROWS

pytestmark = [pytest.mark.timeout(120), pytest.mark.proves("R4", "R14")]

SAY = "POST /sessions/s1/messages"
DATABASE = "frontdesk.db"
INBOX = "SELECT COUNT(*) FROM inbox"


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with served() as served_desk:
        yield served_desk


@contextmanager
def locked() -> Iterator[None]:
    """Hold the lock of the file, as another program would."""
    with closing(sqlite3.connect(DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


def take_the_file_away() -> None:
    Path(DATABASE).rename("elsewhere.db")
    Path(DATABASE).mkdir()


def accepted() -> int:
    with closing(sqlite3.connect(DATABASE)) as rows:
        count: int = rows.execute(INBOX).fetchone()[0]
        return count


def told_to_come_again(heard: Heard) -> bool:
    return heard.status == 503 and heard.json["status"] == 503 and "retry-after" in heard.headers


async def test_what_cannot_be_kept_is_not_accepted_and_may_be_sent_again(desk: HttpDesk):
    key, body = await desk.key("ana"), {"text": "hello"}
    await desk.say("hello", key=key)
    before = accepted()

    with locked():
        refused = await desk.call(SAY, body, key=key, idempotency_key="k")
        assert accepted() == before
    again = await desk.call(SAY, body, key=key, idempotency_key="k")

    assert told_to_come_again(refused), refused.text
    assert again.status == 202
    await desk.answers(again.json["id"], key=key)
    assert accepted() == before + 1


async def test_every_endpoint_says_so_when_nothing_can_be_read(
    desk: HttpDesk, monkeypatch: pytest.MonkeyPatch
):
    key = await desk.key("ana")

    async def away(_work: object) -> None:
        message = "gone"
        raise StoreAway(message)

    monkeypatch.setattr(desk.app.ports.database, "read", away)
    monkeypatch.setattr(desk.app.ports.database, "write", away)
    wrong = []
    for line, row in ROWS.items():
        names = dict.fromkeys(("session_id", "request_id", "plan_id"), "x")
        heard = await desk.call(line.format(**names), row.body, key=key)
        if row.needs is not None and not told_to_come_again(heard):
            wrong.append((line, heard.status))

    assert wrong == []
    assert "nan" in (await desk.call("GET /metrics")).text.lower()


async def test_it_is_alive_but_not_ready_without_its_store_and_says_why(desk: HttpDesk):
    assert (await desk.call("GET /readyz")).json == {"status": "ready"}

    take_the_file_away()

    ready = await desk.call("GET /readyz")
    assert (ready.status, ready.json) == (503, {"status": "store unreachable"})
    assert (await desk.call("GET /healthz")).json == {"status": "alive"}

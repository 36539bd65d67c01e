"""What an operator does in a session by a command, while workers live: they leave it alone."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet

from agents.kit.values.person import Person
from bot.domain.messages import Thread
from bot.domain.participant import Participant
from bot.storage.databases.encryption import FernetCipher
from bot.storage.turns.job_queue import EVENTS
from tests.contract.test_jobs import JOBS, connected, heard, jobs
from tests.fakes.command_line import command
from tests.fakes.events import a_message, the_ending
from tests.fakes.opened import open_store
from tests.fakes.world import FakeClock, FakeIds

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R4")]

THREAD = Thread("http", "main", "ann", "s1")
ANN = Person("http", "main", "ann")


@pytest.fixture
def listening(migrated_postgres: str) -> Iterator[psycopg.Connection]:
    with connected(migrated_postgres) as connection:
        connection.execute(f"LISTEN {EVENTS}")
        yield connection


async def talked(address: str, key: str) -> None:
    """Let a turn of Ann's be over."""
    store = open_store(address, FernetCipher(key), FakeClock(), FakeIds(), JOBS)
    await store.inbox.accept(a_message("1", thread=THREAD, person=ANN))
    beginning = await store.turns.begin(THREAD.session)
    assert beginning is not None
    await store.turns.commit(the_ending(beginning, participants=(Participant(ANN),)))
    await store.database.close()


def test_workers_are_told_of_it_once_it_is_done(
    migrated_postgres: str,
    listening: psycopg.Connection,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(tmp_path)
    key = Fernet.generate_key().decode()
    asyncio.run(talked(migrated_postgres, key))
    heard(listening)
    listening.execute("DELETE FROM procrastinate_jobs")
    env = {"DATABASE_URL": migrated_postgres, "FRONTDESK_SECRET_KEY": key}

    shown = command("sessions", "reset", THREAD.session, env=env)

    assert (shown.exit_code, shown.output) == (
        0,
        "ann: Reset: your tasks, your login and your open requests here are gone.\n",
    )
    assert heard(listening) == [], "a worker that hears of it would carry it out first"
    assert jobs(migrated_postgres) == [(THREAD.session, "todo")], "to have it said there"
    exported = json.loads(command("export", env=env).output)
    assert [entry["entries"][0]["operator"] for entry in exported["audit"]] == [True]

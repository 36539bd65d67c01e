"""No question in SQL writes, reads further than it may, or goes on for long."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic

import pytest

from agents.kit import ToolFailed
from agents.kit.ports.sql import Found
from bot.bootstrap.ports import open_database
from bot.storage.databases.transactions import SqlDatabase, database_url
from bot.tools.sql_sqlite import Questions
from tests.contract.conftest import ON_POSTGRES
from tests.contract.sql_attacks import attacks
from tests.contract.staff import ANA, CANARY, PEOPLE, SEEN_IF_COUNTED, STAFF, TEAMS, VAULT
from tests.contract.test_questions import filled

ATTACKS = attacks()
MOST_SECONDS = 5.0
SLACK_SECONDS = 5.0  # what a busy machine may add
# What there is: nothing may come, go or change. A schema is counted, for it may be anywhere.
SCHEMA = {
    "sqlite": "SELECT count(*) FROM sqlite_schema",
    "postgresql": "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = 'public'",
}


class Target:
    """A database with something to hide, and what it held at first."""

    def __init__(self, address: str) -> None:
        self.url = database_url(address)
        self.questions = Questions(self.url)
        self.database: SqlDatabase = open_database(self.url)

    async def held(self) -> list[object]:
        """All that stands in it."""
        names = [table.name for table in (PEOPLE, TEAMS, VAULT)]
        texts = [f"SELECT * FROM {name} ORDER BY 1, 2" for name in names]  # noqa: S608
        texts.append(SCHEMA[self.url.get_backend_name()])
        return await self.database.read(lambda sql: [sql.rows(text) for text in texts])

    async def wrong(self, question: str) -> str:
        """What a question got at, or took; empty if it did no harm."""
        started = monotonic()
        try:
            answer = await self.questions.ask(STAFF, ANA, question)
        except ToolFailed as error:
            harm = "told" if CANARY in str(error) else ""
        else:
            harm = "read" if _is_foreign(answer) else ""
        if monotonic() - started > MOST_SECONDS + SLACK_SECONDS:
            harm += " slow"
        return harm and f"{harm}: {question[:200]}"


def _is_foreign(answer: Found) -> bool:
    values = [value for row in answer.rows for value in row]
    return CANARY in answer.shown or any(value in SEEN_IF_COUNTED for value in values)


@pytest.fixture(params=["sqlite", ON_POSTGRES])
async def target(request: pytest.FixtureRequest) -> AsyncIterator[Target]:
    address: str = request.getfixturevalue(f"{request.param}_address")
    await filled(address)
    target = Target(address)
    yield target
    await target.database.close()


def test_there_are_two_hundred_different_ones():
    every = [question for questions in ATTACKS.values() for question in questions]

    assert len(set(every)) == len(every) >= 200


@pytest.mark.timeout(180)
@pytest.mark.proves("R16")
@pytest.mark.parametrize("kind", ATTACKS)
async def test_no_question_does_harm(target: Target, kind: str, tmp_path: Path):
    before = await target.held()

    harm = [await target.wrong(question) for question in ATTACKS[kind]]

    assert [one for one in harm if one] == []
    assert await target.held() == before
    files = {path.name for path in await asyncio.to_thread(_files, tmp_path)}
    assert files <= {"frontdesk.db", "frontdesk.db-shm", "frontdesk.db-wal"}


def _files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_the_canaries_would_be_seen(target: Target):
    """What every attack looks for is there, and would be told from the rest."""
    people, _teams, vault, _schema = await target.held()

    assert CANARY in str(people)
    assert {len(people), len(vault)} <= SEEN_IF_COUNTED  # type: ignore[arg-type]
    assert _is_foreign(Found(("n",), ((len(vault),),)))  # type: ignore[arg-type]

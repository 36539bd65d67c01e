"""A question to SQLite is answered by a process of its own, whatever becomes of that."""
# ruff: noqa: S608 - questions are put together as attackers do

import sys
from pathlib import Path

import pytest

from agents.kit import ToolFailed
from bot.storage.databases.transactions import database_url
from bot.tools import sql_sqlite
from bot.tools.sql_sqlite import Questions
from tests.contract.sql_attacks import CHAINED
from tests.contract.staff import ANA, STAFF
from tests.contract.test_questions import filled

COUNT = "SELECT count(*) AS n FROM people"


@pytest.fixture
async def questions(sqlite_address: str) -> Questions:
    await filled(sqlite_address)
    return Questions(database_url(sqlite_address))


@pytest.mark.proves("R16")
async def test_one_that_is_never_prepared_is_ended_and_the_next_is_answered(questions: Questions):
    endless = f"WITH c0 AS (SELECT 1 AS a), {CHAINED} SELECT count(*) FROM c40"

    with pytest.raises(ToolFailed, match="ask for less"):
        await questions.ask(STAFF, ANA, endless)

    assert (await questions.ask(STAFF, ANA, COUNT)).rows == ((4,),)


async def test_more_than_can_be_read_at_once_is_refused(questions: Questions):
    two_thousand = f"replace('{'a' * 100}', 'a', '{'b' * 20}')"
    columns = ", ".join([two_thousand] * 6)
    crossed = "people a CROSS JOIN people b CROSS JOIN people c CROSS JOIN people d"

    with pytest.raises(ToolFailed, match="more than can be read at once"):
        await questions.ask(STAFF, ANA, f"SELECT {columns} FROM {crossed}")


async def test_it_learns_no_setting_of_the_bot(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
):
    tell = "import json, os; print(json.dumps({'columns': ['n'], 'rows': [[*os.environ]]}))"
    monkeypatch.setattr(sql_sqlite, "COMMAND", (sys.executable, "-c", tell))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-bot")

    ((*names,),) = (await questions.ask(STAFF, ANA, COUNT)).rows

    assert "OPENAI_API_KEY" not in names


@pytest.mark.parametrize("command", [(sys.executable, "-c", "raise SystemExit(3)"), ("/none",)])
async def test_one_that_fails_is_told_as_that(
    questions: Questions, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sql_sqlite, "COMMAND", command)

    with pytest.raises(ToolFailed, match="staff cannot be asked just now"):
        await questions.ask(STAFF, ANA, COUNT)


async def test_a_file_that_is_away_is_told_as_that(tmp_path: Path):
    away = Questions(database_url(f"sqlite:///{tmp_path}/none.db"))

    with pytest.raises(ToolFailed, match="staff cannot be opened"):
        await away.ask(STAFF, ANA, COUNT)

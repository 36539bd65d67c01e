"""Whoever is forgotten leaves nothing in the tables: looked for in every column there is."""

import sqlite3
from pathlib import Path

import pytest

from tests.fakes.command_line import json_chat, with_model

pytestmark = pytest.mark.timeout(30)  # several conversations over a real database

CANARY = "xylophone"
SAYS = (
    f"my {CANARY} is broken, what can you do?",
    f"transfer money for the {CANARY}",
    "seldo",
    "monkey",
    "Checking",
    f"To account ID 1234324, it is for a {CANARY}",
    "700",
    f"reject {CANARY} is too dear",
    f"I want to craft a decline letter about a {CANARY}",
    f"what is the price of a {CANARY}?",
    CANARY,
)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def found() -> dict[str, int]:
    """How often the canary is in each column of each table."""
    database = sqlite3.connect("frontdesk.db")
    tables = [
        row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")
    ]
    counts: dict[str, int] = {}
    for table in tables:
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        for column in columns:
            where = f"instr(lower(CAST({column} AS TEXT)), '{CANARY}') > 0"
            count = database.execute(f"SELECT COUNT(*) FROM {table} WHERE {where}").fetchone()[0]  # noqa: S608 - names of our own
            counts |= {f"{table}.{column}": count} if count else {}
    database.close()
    return counts


def test_nothing_of_a_person_is_left_in_any_table():
    said = [{"text": text, "user": "ana", "thread": thread} for thread in "ab" for text in SAYS]
    with with_model() as env:
        json_chat(*said, env=env)
    assert {"messages.text", "outbox.body", "journal.entry"} <= {*found()}

    json_chat({"text": "forget yes", "user": "ana", "thread": "a"})

    assert found() == {}


def test_what_others_said_is_left():
    json_chat({"text": SAYS[0], "user": "ana"}, {"text": f"I like my {CANARY}", "user": "ben"})

    json_chat({"text": "forget yes", "user": "ana"})

    assert "messages.text" in found()


def test_what_is_said_afterwards_is_kept_again():
    json_chat({"text": SAYS[0]}, {"text": "forget yes"}, {"text": SAYS[0]})

    assert "messages.text" in found()

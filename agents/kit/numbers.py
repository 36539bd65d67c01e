"""Rows of a workspace under running numbers that people can say: “ticket 12”."""

from contextlib import suppress
from typing import Any

from agents.kit.identity import Person
from agents.kit.records import AlreadyThere, Column, Rows, Table

# The last number given in each table of each workspace. Agents that number list it as theirs.
COUNTERS = Table("agent_counters", (Column("name", key=True), Column("last", kind="integer")))

WORKSPACE = Column("workspace", key=True)
NUMBER = Column("number", kind="integer", key=True)


def home(person: Person) -> str:
    """The workspace a person is in, as a key: rows of one are never shown in another."""
    return person.key.rpartition("/")[0]


def add_numbered(rows: Rows, table: Table, workspace: str, /, **values: Any) -> int:
    """Add a row of a workspace under the next number, and return that number."""
    number = _next(rows, f"{workspace}/{table.name}")
    rows.add(table, workspace=workspace, number=number, **values)
    return number


def _next(rows: Rows, name: str) -> int:
    counter = rows.lock(COUNTERS, name=name)
    if not counter:
        with suppress(AlreadyThere):
            rows.add(COUNTERS, name=name, last=0)
        counter = rows.lock(COUNTERS, name=name)
    number = int(counter[0]["last"]) + 1
    rows.change(COUNTERS, {"name": name}, last=number)
    return number

"""Rows of a workspace under running numbers that people can say: “ticket 12”."""

from contextlib import suppress
from typing import Any

from pydantic import Field

from agents.kit.ports.records import AlreadyThere, Column, Row, Rows, Table
from agents.kit.values.person import Person

# The last number given in each table of each workspace. Agents that number list it as theirs.
COUNTERS = Table("agent_counters", (Column("name", key=True), Column("last", kind="integer")))

WORKSPACE = Column("workspace", key=True)
NUMBER = Column("number", kind="integer", key=True)


def number_of(what: str) -> Any:
    """Describe a parameter that is the number of a row, such as `number_of("ticket")`."""
    return Field(description=f"the number of the {what}", ge=1, le=10**9)


def home(person: Person) -> str:
    """The workspace a person is in, as a key: rows of one are never shown in another.

    Those of no known workspace (`@…`) have nothing in common: each is in one alone.
    """
    return person.key if person.workspace.startswith("@") else person.key.rpartition("/")[0]


def add_numbered(rows: Rows, table: Table, workspace: str, /, **values: Any) -> int:
    """Add a row of a workspace under the next number, and return that number."""
    number = _next(rows, f"{workspace}/{table.name}")
    rows.add(table, workspace=workspace, number=number, **values)
    return number


def one_at_a_time(rows: Rows, table: Table, workspace: str, /) -> None:
    """Let whoever adds to a table of a workspace wait for one another, until their commit.

    What must not be there twice is looked for after this, or two who look at the same moment both
    find nothing.
    """
    _counter(rows, f"{workspace}/{table.name}")


def _next(rows: Rows, name: str) -> int:
    number = int(_counter(rows, name)["last"]) + 1
    rows.change(COUNTERS, {"name": name}, last=number)
    return number


def _counter(rows: Rows, name: str) -> Row:
    counter = rows.lock(COUNTERS, name=name)
    if not counter:
        with suppress(AlreadyThere):
            rows.add(COUNTERS, name=name, last=0)
        counter = rows.lock(COUNTERS, name=name)
    return counter[0]

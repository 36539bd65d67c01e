"""What agents declare of the databases their tools ask, and what is wrong with that."""

import pytest

from agents.kit import Agent, Column, Database, Found, Person, Table, ToolFailed, View
from agents.kit.lint import findings
from agents.kit.ports.sql import NoSql, quoted
from agents.kit.values.errors import AuthorError
from tests.fakes.turns import SELDO

NOTES = Table("notes", (Column("name", key=True), Column("text")))
SHOWN = Database("notebook", (View("entries", NOTES, ("name",)),))


def test_a_database_reads_like_its_views():
    assert SHOWN.shown == "entries(name)"
    assert SHOWN.views[0].is_shared


@pytest.mark.parametrize(
    ("name", "columns", "words"),
    [
        ("entries", ("name", "code"), "columns that notes does not have"),
        ("entries", (), "columns that notes does not have"),
        ("notes", ("name",), "needs another name than the table"),
    ],
)
def test_a_view_that_cannot_work_is_refused(name: str, columns: tuple[str, ...], words: str):
    with pytest.raises(AuthorError, match=words):
        View(name, NOTES, columns)


def test_lint_finds_a_view_of_a_table_that_is_not_the_agents():
    notebook = Agent(name="notebook", description="Keeps notes.", prompt="x", databases=(SHOWN,))

    assert findings([notebook]) == [
        "notebook: its database notebook shows notes, which is not among its tables."
    ]


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (Found(("name",), ()), "No row fits."),
        (Found(("a", "b"), (("x\ny", None), (1, True))), "a | b\nx y | -\n1 | True"),
        (Found(("a",), ((1,),), is_cut=True), "a\n1\n(only the first 1 rows)"),
    ],
)
def test_what_was_found_reads_as_lines(found: Found, shown: str):
    assert found.shown == shown


def test_a_text_is_quoted_as_sql_does():
    assert quoted("O'Neil") == "'O''Neil'"


@pytest.mark.parametrize("person", [SELDO, Person("slack", "T1", "U1")])
async def test_where_no_database_is_that_is_said(person: Person):
    with pytest.raises(ToolFailed, match="notebook cannot be asked here"):
        await NoSql().ask(SHOWN, person, "SELECT 1")

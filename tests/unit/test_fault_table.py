"""The table of the fault tests adds up what they told, and says what was not tried."""

import pytest

from tests.faults.table import TESTS, Row, Tried, missing, rows, written

KILLS = Tried(("R3", "R4"), "SQLite", 2.0, {"kill_points": 40, "kill_points_that_ended_badly": 0})


def test_figures_of_one_name_are_added_up():
    assert rows([KILLS, KILLS]) == [Row(("R3", "R4"), "kill points", "SQLite", 80, 0, 4.0)]


@pytest.mark.parametrize("ending", ["that_ended_badly", "lost"])
def test_what_ended_badly_is_no_row_but_the_bad_of_its_row(ending: str):
    tried = Tried(("R3",), "SQLite", 1.0, {"kills": 5, f"kills_{ending}": 2})

    assert rows([tried]) == [Row(("R3",), "kills", "SQLite", 5, 2, 1.0)]


def test_a_failed_test_is_bad_whatever_it_counted():
    failed = Tried(("R9",), "SQLite", 1.0, {"copies": 5}, has_failed=True)
    silent = Tried(("R9",), "SQLite", 2.0, has_failed=True)

    assert rows([failed, silent]) == [
        Row(("R9",), "copies", "SQLite", 5, 1, 1.0),
        Row(("R9",), TESTS, "SQLite", 1, 1, 2.0),
    ]


def test_stores_are_told_apart():
    both = [Tried(("R13",), store, figures={"turns": 7}) for store in ("SQLite", "Postgres")]

    assert [(row.store, row.tried) for row in rows(both)] == [("Postgres", 7), ("SQLite", 7)]


def test_what_was_skipped_says_why_and_counts_as_nothing_tried():
    skipped = Tried(("R14",), "SQLite", not_run_because="only root may mount")

    (line,) = written(rows([skipped]))[1:]

    assert "not run: only root may mount" in line
    assert line.split()[-3:] == ["-", "-", "-"]


def test_a_requirement_nobody_tried_is_said_so():
    found = rows([KILLS])

    names = [name for row in missing(found) for name in row.requirements]

    assert len(names) == 25
    assert not {"R3", "R4"} & set(names)


def test_the_table_is_in_the_order_of_the_requirements_and_aligned():
    later = Tried(("R26",), "SQLite", 1.5, {"poisoned": 1_200})

    head, first, second = written(rows([later, KILLS]))

    assert first.startswith("R3 R4")
    assert second.startswith("R26")
    assert [line.split()[-3:] for line in (first, second)] == [
        ["40", "0", "2.0"],
        ["1,200", "0", "1.5"],
    ]
    assert len({len(head), len(first), len(second)}) == 1

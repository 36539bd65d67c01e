"""What the fault tests share: conversations prepared once, and the figures at the end."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.contract.conftest import (
    ON_POSTGRES,
    migrated_postgres,
    postgres_address,
    postgres_lender,
    postgres_server,
    postgres_template,
)
from tests.effort import KILLS
from tests.fakes.migrated import migrate_by_copy
from tests.faults.each_store import EachStore
from tests.faults.kept import Databases
from tests.faults.starter import ROOT, Starter, the_starter
from tests.faults.stories import Library
from tests.faults.table import REQUIREMENTS, Tried, missing, rows, written

__all__ = [
    "migrated_postgres",
    "postgres_address",
    "postgres_lender",
    "postgres_server",
    "postgres_template",
]

FIGURE = "faults"
KITCHEN = {"FRONTDESK_AGENTS": "tests.faults.outside"}
PROVES, STORE = "faults/proves", "faults/store"

Count = Callable[..., None]


def asked_kills() -> int:
    """How many random kills are asked for; with any, everything else is tried in full too."""
    return KILLS


@pytest.fixture(scope="session")
def starter() -> Starter:
    return the_starter()


@pytest.fixture(scope="session")
def by_model() -> Iterator[dict[str, str]]:
    """The settings with which a bot finds the stand-in for a model, behind an address."""
    with served("tests.fakes.stand_in_server:stands_in") as port:
        yield {"OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "FRONTDESK_MODEL": "fake-1"}


@contextmanager
def served(script: str) -> Iterator[str]:
    """Let a model server follow a script in a process of its own; on which port."""
    command = [sys.executable, "-m", "tests.fakes.model_server", "--script", script]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own program
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture(scope="session")
def library(
    tmp_path_factory: pytest.TempPathFactory, starter: Starter, by_model: dict[str, str]
) -> Library:
    return Library(tmp_path_factory.mktemp("library"), starter, by_model)


@pytest.fixture(scope="session")
def kitchen(tmp_path_factory: pytest.TempPathFactory, starter: Starter) -> Library:
    """A library of conversations with agents that act outside, read by rules."""
    return Library(tmp_path_factory.mktemp("kitchen"), starter, KITCHEN)


@pytest.fixture(scope="session")
def databases(postgres_server: str, postgres_template: str) -> Databases:
    return Databases(postgres_server, postgres_template)


@pytest.fixture(params=["memory", "sqlite", ON_POSTGRES])
def each_store(request: pytest.FixtureRequest, tmp_path: Path) -> EachStore:
    """One store after the other, for whole conversations."""
    if request.param == "memory":
        return EachStore("memory")
    if request.param == "postgres":
        return EachStore("Postgres", request.getfixturevalue("migrated_postgres"))
    address = f"sqlite:///{tmp_path / 'frontdesk.db'}"
    migrate_by_copy(address)
    return EachStore("SQLite", address)


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Count:
    """Add to the table printed at the end of the run; `X_that_ended_badly` is the bad of `X`."""

    def _count(*, store: str = "", **figures: int) -> None:
        if store:
            record_property(STORE, store)
        for name, figure in figures.items():
            record_property(f"{FIGURE}:{name}", int(figure))

    return _count


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note on every test which requirements it is for, and on which store it runs."""
    for item in items:
        ids = {str(name) for mark in item.iter_markers("proves") for name in mark.args}
        if named := [name for name in REQUIREMENTS if name in ids]:
            item.user_properties += [(PROVES, " ".join(named)), (STORE, _store_of(item))]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say for every requirement what was tried how often, and what went wrong."""
    reports = [
        report
        for outcome in ("passed", "failed", "error", "skipped")
        for report in terminalreporter.stats.get(outcome, ())
        if isinstance(report, pytest.TestReport)
    ]
    found = rows(_tried(report) for report in reports if PROVES in dict(report.user_properties))
    if found:
        terminalreporter.section("fault tests")
        for line in written([*found, *(missing(found) if asked_kills() else ())]):
            terminalreporter.line(line)


def _store_of(item: pytest.Item) -> str:
    """The store: SQLite in a file unless the test says otherwise."""
    if item.get_closest_marker("postgres") is not None:
        return "Postgres"
    return "SQLite" if Path(__file__).parent in item.path.parents else "memory or SQLite"


def _tried(report: pytest.TestReport) -> Tried:
    told = dict(report.user_properties)
    figures = Counter[str]()
    for name, figure in report.user_properties:  # a test may tell a part of it at a time
        if report.when == "call" and name.startswith(f"{FIGURE}:"):
            figures[name.partition(":")[2]] += int(str(figure))
    return Tried(
        requirements=tuple(str(told[PROVES]).split()),
        store=str(told[STORE]),
        seconds=report.duration,
        figures=figures,
        has_failed=report.failed,
        not_run_because=_why(report) if report.skipped else "",
    )


def _why(report: pytest.TestReport) -> str:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return reason.removeprefix("Skipped: ")

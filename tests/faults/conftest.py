"""What the fault tests share: conversations prepared once, and the figures at the end."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.starter import Starter
from tests.faults.stories import Library

ROOT = Path(__file__).parents[2]
FIGURE = "faults"

Count = Callable[..., None]


def asked_kills() -> int:
    """How many random kills are asked for; with any, everything else is tried in full too."""
    return int(os.environ.get("FRONTDESK_FAULT_KILLS", "0"))


@pytest.fixture(scope="session")
def starter() -> Iterator[Starter]:
    with closing(Starter(ROOT)) as opened:
        yield opened


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory, starter: Starter) -> Library:
    return Library(tmp_path_factory.mktemp("library"), starter)


@pytest.fixture(scope="session")
def kitchen(tmp_path_factory: pytest.TempPathFactory, starter: Starter) -> Library:
    """A library of conversations with agents that act outside."""
    agents = {"FRONTDESK_AGENTS": "tests.faults.outside"}
    return Library(tmp_path_factory.mktemp("kitchen"), starter, agents)


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Count:
    """Add to the figures printed at the end of the run."""

    def _count(**figures: int) -> None:
        for name, figure in figures.items():
            record_property(f"{FIGURE}:{name}", figure)

    return _count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how often the bot was killed, and what became of it."""
    figures: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            for name, figure in report.user_properties:
                if name.startswith(f"{FIGURE}:"):
                    figures[name.partition(":")[2]] += figure
    if figures:
        terminalreporter.section("fault tests")
        for name, figure in sorted(figures.items()):
            terminalreporter.line(f"{figure:6d} {name.replace('_', ' ')}")

"""Whatever people, platforms, models, stores and processes do, ten things stay true."""

import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.contract.conftest import a_database
from tests.effort import IN_FULL
from tests.faults.conftest import Count
from tests.faults.histories.machine import Histories
from tests.faults.histories.world import World, in_memory, on_disk, on_postgres

STEPS = 50
IN_MEMORY, ON_DISK, ON_POSTGRES = (350, 50, 20) if IN_FULL else (12, 3, 3)
SHARDS = 5 if IN_FULL else 1


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of turns would tell what they do."""
    wrapper = structlog.make_filtering_bound_logger(logging.CRITICAL)
    before = structlog.get_config()
    structlog.configure(wrapper_class=wrapper)
    yield
    structlog.configure(**before)


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="fd-histories-"))
    yield made
    shutil.rmtree(made)


def tried(make: Callable[[], World], histories: int) -> dict[str, int]:
    """Try so many histories, and say what happened in them.

    One that fails is printed as it was, with what makes it come again: add the phase `shrink`
    to see the shortest like it, which takes minutes.
    """
    told: dict[str, int] = {}
    kind = type("Histories", (Histories,), {"make": staticmethod(make), "told": told})
    chosen = settings(
        max_examples=histories,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=not IN_FULL,
        print_blob=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(kind, settings=chosen)
    return told


@pytest.mark.proves("R23")
@pytest.mark.timeout(3600 if IN_FULL else 60)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_ten_things_stay_true_of_every_history_in_memory(shard: int, count: Count):
    told = tried(in_memory, IN_MEMORY)

    assert told["random_histories"] >= IN_MEMORY
    count(store="memory", **told)


@pytest.mark.proves("R23")
@pytest.mark.timeout(3600 if IN_FULL else 60)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_ten_things_stay_true_of_every_history_on_disk(shard: int, count: Count, folder: Path):
    made = iter(range(1_000_000))

    told = tried(lambda: on_disk(folder / f"{next(made)}.db"), ON_DISK)

    assert told["random_histories"] >= ON_DISK
    count(store="SQLite", **told)


@pytest.mark.proves("R23")
@pytest.mark.postgres
@pytest.mark.timeout(3600 if IN_FULL else 120)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_ten_things_stay_true_of_every_history_on_postgres(
    shard: int, count: Count, postgres_server: str, postgres_template: str
):
    told = tried(lambda: on_postgres(a_database(postgres_server, postgres_template)), ON_POSTGRES)

    assert told["random_histories"] >= ON_POSTGRES
    count(**told)

"""What every test gets: steady examples, quick passwords and first starts, and patience."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.alone import the_machine
from tests.effort import ENOUGH, IN_FULL
from tests.fakes.migrated import begin_with_copies
from tests.plain_logs import use_plain_logs
from tests.sparing import spare

# A shared machine pauses now and then; that says nothing about the code. The same examples on
# every change, new ones whenever all is tried in full.
settings.register_profile(
    "frontdesk", deadline=None, derandomize=not IN_FULL, max_examples=100 if IN_FULL else ENOUGH
)
settings.load_profile("frontdesk")

use_plain_logs()
spare()
begin_with_copies()
gc.disable()  # while tests are collected: they all stay, and would be gone through again and again


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let markers give a test more time than the others have: the longest counts, never less.

    What needs the machine alone comes last, when nobody has to wait for it any more.
    """
    usual = float(config.getini("timeout"))
    for item in items:
        given = [marker.args[0] for marker in item.iter_markers("timeout")]
        if given:
            item.add_marker(pytest.mark.timeout(max(usual, *given)), append=False)
    items.sort(key=_is_alone)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Collect garbage again, but for what stays."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Wait for a test's turn outside its time limit; only test processes side by side need to."""
    if not IN_FULL or not hasattr(item.config, "workerinput"):
        return (yield)
    shared = Path(item.config.option.basetemp).parent  # a folder of each process is in it
    with the_machine(shared, alone=_is_alone(item)):
        return (yield)


def _is_alone(item: pytest.Item) -> bool:
    return item.get_closest_marker("alone") is not None

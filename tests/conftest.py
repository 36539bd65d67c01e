"""What every test gets: a steady Hypothesis, and patience on a busy machine."""

import pytest
from hypothesis import settings

from tests.effort import ENOUGH, IN_FULL

# A shared machine pauses now and then; that says nothing about the code. The same examples on
# every change, new ones whenever all is tried in full.
settings.register_profile(
    "frontdesk", deadline=None, derandomize=not IN_FULL, max_examples=100 if IN_FULL else ENOUGH
)
settings.load_profile("frontdesk")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let markers give a test more time than the others have: the longest counts, never less."""
    usual = float(config.getini("timeout"))
    for item in items:
        given = [marker.args[0] for marker in item.iter_markers("timeout")]
        if given:
            item.add_marker(pytest.mark.timeout(max(usual, *given)), append=False)

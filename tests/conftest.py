"""What every test gets: a steady Hypothesis, and patience on a busy machine."""

import pytest
from hypothesis import settings

# A shared machine pauses now and then; that says nothing about the code.
settings.register_profile("frontdesk", deadline=None)
settings.load_profile("frontdesk")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let a marker give a test more time than the others have, never less."""
    usual = float(config.getini("timeout"))
    for item in items:
        given = item.get_closest_marker("timeout")
        if given is not None and given.args[0] < usual:
            item.add_marker(pytest.mark.timeout(usual), append=False)

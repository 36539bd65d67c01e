"""A tool's result as text: one that cannot be written is named, and no log quotes a secret."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from agents.kit import Agent, EffectKey, Secret, tool
from agents.kit.values.errors import AuthorError
from bot.core.agents.tool_results import UNREADABLE, write_result

DESK = Agent(name="desk", description="A desk.", prompt="x")


class Quoting:
    """A result whose own words fail, and quote what it was made of."""

    def __str__(self) -> str:
        raise ValueError("made of monkey")


@tool
def look(what: str, password: Secret) -> Any:
    """Look something up."""
    return Quoting()


@tool(effect=True)
def send(what: str, password: Secret, key: EffectKey) -> Any:
    """Send something."""
    return Quoting()


@tool(effect=True)
def post(what: str, key: EffectKey) -> Any:
    """Post something."""
    return Quoting()


def test_what_was_looked_up_is_named_without_what_it_quotes():
    with pytest.raises(AuthorError, match=r"desk\.look returned Quoting, which cannot") as failed:
        write_result(DESK, look, Quoting())

    assert failed.value.__suppress_context__


def test_an_effect_is_done_and_its_log_quotes_no_secret():
    with capture_logs() as logs:
        assert write_result(DESK, send, Quoting()) == UNREADABLE
        assert write_result(DESK, post, Quoting()) == UNREADABLE

    hidden, shown = logs
    assert (hidden["agent"], hidden["tool"], hidden["exc_info"]) == ("desk", "send", None)
    assert "monkey" in str(shown["exc_info"])

"""What those who decide are told of a tool: its risk, and what its author knows of undoing it."""

import pytest

from agents.kit import tool
from agents.kit.tool import Tool


def refund() -> None:
    """Pay it back."""


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (tool(refund), "Risk: low."),
        (tool(risk="high", reversible=True)(refund), "Risk: high; can be undone."),
        (tool(risk="medium", reversible=False)(refund), "Risk: medium; cannot be undone."),
    ],
)
def test_nothing_is_said_of_undoing_where_the_author_did_not_say(made: Tool, told: str):
    assert made.hazard == told

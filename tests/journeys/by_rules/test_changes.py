"""Without a model, an order for one change never makes another, nor shows something instead."""

import pytest

from agents.general.tables import NOTES
from agents.kit import Table
from agents.marketing.tables import CAMPAIGNS
from agents.people.tables import LEAVES
from agents.product.tables import FEATURES
from tests.journeys.bank.talking import talked

UNCHANGED = "I have changed nothing. Could you say in other words what you need?"


@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("rename note 2 to milk", NOTES),
        ("remove dark mode from the roadmap", FEATURES),
        ("could you delete the campaign Summer", CAMPAIGNS),
        ("edit the campaign Summer", CAMPAIGNS),
        ("remove my leave next week", LEAVES),
        ("put dark mode on the roadmap", FEATURES),
    ],
)
async def test_what_no_tool_does_is_not_done_in_another_way(line: str, table: Table):
    conversation = await talked(line)

    assert conversation.last.text == UNCHANGED
    assert await conversation.rows(table) == []


@pytest.mark.parametrize("line", ["delete my notes", "clear my reminders", "remove 2 notes"])
async def test_whoever_wants_notes_gone_is_asked_which(line: str):
    conversation = await talked(line)

    assert conversation.last.text == "Please tell me the number of the note."
    assert await conversation.rows(NOTES) == []


async def test_a_feature_is_added_where_the_roadmap_is_named():
    conversation = await talked("add dark mode to the roadmap")

    assert [row["title"] for row in await conversation.rows(FEATURES)] == ["dark mode"]


async def test_whoever_is_to_be_registered_is_not_looked_up():
    conversation = await talked("register John Smith as an employee")

    assert conversation.last.text.startswith("Please tell me: the full name; the role")

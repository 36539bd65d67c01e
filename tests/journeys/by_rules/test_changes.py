"""Without a model, an order for one change never makes another, nor shows something instead."""

import pytest

from agents.general.tables import NOTES
from agents.it_support.tables import TICKETS
from agents.kit import Table
from agents.marketing.tables import CAMPAIGNS
from agents.people.tables import LEAVES
from agents.procurement.tables import ORDERS
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
        ("move the reminder of Bob to Monday", NOTES),
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


@pytest.mark.parametrize("line", ["cancel post 1", "please cancel the post no. 1"])
async def test_the_number_of_one_kind_of_thing_is_not_that_of_another(line: str):
    conversation = await talked("order a desk for Ana", line)

    assert [row["status"] for row in await conversation.rows(ORDERS)] == ["ordered"]


@pytest.mark.parametrize(
    ("line", "is_open"),
    [
        ("delete ticket 1", False),
        ("could you remove ticket 1", False),
        ("don't delete ticket 1", True),
        ("nobody should delete ticket 1", True),
    ],
)
async def test_whatever_word_ends_a_thing_must_be_an_order(line: str, *, is_open: bool):
    conversation = await talked("open a ticket: no toner", line)

    assert [row["open"] for row in await conversation.rows(TICKETS)] == [is_open]


async def test_a_reminder_is_cancelled_by_its_number():
    conversation = await talked("remind me on Friday to call Bob", "cancel reminder 1")

    assert [row["done"] for row in await conversation.rows(NOTES)] == [True]


async def test_what_is_moved_is_not_registered_anew():
    conversation = await talked("register a feature: tea", "move feature 1 to shipped")

    rows = await conversation.rows(FEATURES)
    assert [(row["title"], row["status"]) for row in rows] == [("tea", "shipped")]


async def test_whoever_comes_first_is_not_told_off_for_the_wish_of_another():
    conversation = await talked("put 50 into savings and 20 into checking")

    assert conversation.last.text.endswith("Please tell me your login name.")

"""Without a model, a word for several things asks to be told of them."""

import pytest

from agents.it_support.tables import TICKETS
from tests.journeys.bank.talking import talked


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("tickets", "You have no open ticket."),
        ("my tickets", "You have no open ticket."),
        ("open tickets", "You have no open ticket."),
        ("reminders", "You have no notes and no reminders."),
        ("My notes!", "You have no notes and no reminders."),
        ("orders", "Nothing is on order."),
        ("all posts", "No post is planned."),
    ],
)
async def test_they_are_told(line: str, answer: str):
    conversation = await talked(line)

    assert conversation.replies[0].text == answer


async def test_one_thing_is_still_asked_about():
    conversation = await talked("open a ticket")

    assert conversation.last.text == "Please tell me what is wrong."
    assert await conversation.rows(TICKETS) == []

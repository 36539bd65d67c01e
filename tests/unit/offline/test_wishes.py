"""How wishes in free words are read: days, what follows a colon, and questions."""

import json
from typing import Any

import pytest

from agents.kit.model import AgentBrief, Card, ModelCall, Purpose, ToolSpec
from bot.llm.offline import Offline
from tests.unit.offline.test_acting import HAND_BACK, Acted, a_tool

CARDS = (
    Card("desk", "Opens tickets, closes tickets, keeps notes", examples=("open a ticket",)),
    Card("travel", "Books trips", examples=("book a trip",)),
)
DAY: dict[str, Any] = {"type": "string", "format": "day", "description": "the day"}
BOOK = a_tool("book_trip", "Book a trip", day=DAY)
PROBLEM: dict[str, Any] = {"type": "string", "description": "what is wrong"}
OPEN = ToolSpec(
    "open_ticket",
    "Open a ticket",
    {"type": "object", "properties": {"problem": PROBLEM}, "required": ["problem"]},
    ends_task=True,
    effect=True,
)
STATUS = a_tool("ticket_status", "Tell how tickets stand")


async def act(agent: str, *said: str, tools: tuple[ToolSpec, ...], question: str = "") -> Acted:
    brief = AgentBrief(said, question or None)
    call = ModelCall(Purpose.AGENT, agent, (), brief, (*tools, HAND_BACK))
    reply = await Offline(CARDS).complete(call, within_seconds=1)
    if not reply.tool_calls:
        return reply.text
    return reply.tool_calls[0].name, json.loads(reply.tool_calls[0].arguments)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("book a trip on Monday", "monday"),
        ("book a trip for next Friday, please", "next friday"),
        ("book a trip tomorrow", "tomorrow"),
        ("book a trip in two weeks", "in two weeks"),
        ("book a trip on 23 November 2026", "23 november 2026"),
        ("book a trip for 2026-11-23", "2026-11-23"),
        ("not Monday, book a trip for Tuesday", "tuesday"),
    ],
)
async def test_a_day_is_read_as_people_write_it(said: str, day: str):
    assert await act("travel", said, tools=(BOOK,)) == ("book_trip", {"day": day})


async def test_a_day_that_is_missing_or_left_open_is_asked_for():
    missing = await act("travel", "book a trip", tools=(BOOK,))
    left_open = await act("travel", "book a trip on Monday or Tuesday", tools=(BOOK,))

    assert missing == "Please tell me the day."
    assert left_open == "I can take only one at a time. Please tell me the day."


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("open a ticket: the printer is broken", "the printer is broken"),
        ("Please open a ticket: no network since 9:00", "no network since 9:00"),
        ('open a ticket "no network"', "no network"),
    ],
)
async def test_what_follows_a_wish_and_a_colon_is_its_value(said: str, problem: str):
    assert await act("desk", said, tools=(OPEN,)) == ("open_ticket", {"problem": problem})


async def test_a_hidden_secret_after_a_colon_is_no_value():
    asked = await act("desk", "open a ticket: [secret]", tools=(OPEN,))

    assert asked == "Please tell me what is wrong."


@pytest.mark.parametrize("said", ["the printer is broken", "our new printer was dropped"])
async def test_only_what_names_the_value_is_taken_off_an_answer(said: str):
    acted = await act("desk", "open a ticket", said, tools=(OPEN,), question="What is wrong?")

    assert acted == ("open_ticket", {"problem": said})


@pytest.mark.parametrize("said", ["which tickets are open?", "is my ticket open?"])
async def test_a_question_is_answered_by_what_only_reads(said: str):
    assert await act("desk", said, tools=(OPEN, STATUS)) == ("ticket_status", {})


async def test_a_wish_is_carried_out_by_what_changes():
    asked = await act("desk", "open a ticket", tools=(OPEN, STATUS))

    assert asked == "Please tell me what is wrong."


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("open a ticket that the printer is broken", "the printer is broken"),
        ("open a ticket saying there is no paper", "there is no paper"),
    ],
)
async def test_what_follows_that_is_the_text(said: str, problem: str):
    assert await act("desk", said, tools=(OPEN, STATUS)) == ("open_ticket", {"problem": problem})

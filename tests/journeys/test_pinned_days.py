"""Days in lists and models: what is approved on one day is not another date on the next."""

from typing import Any

import pytest
from pydantic import BaseModel

from agents.kit import Agent, Day, EffectKey, always, tool
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls

pytestmark = pytest.mark.proves("R2")
SATURDAY = "2026-11-21"  # conversations begin on the Friday before


class Visit(BaseModel):
    """A visit of somebody."""

    day: Day


async def a_booking(deeds: list[str], **given: Any) -> Conversation:
    """A conversation in which a model has asked to book this."""

    @tool(effect=True, ends_task=True, approval=always())
    def book(days: list[Day], visit: Visit, key: EffectKey) -> str:
        """Book rooms and a visit."""
        deeds.append(f"{', '.join(map(str, days))} and {visit.day}")
        return "Booked."

    booker = Agent(
        name="booker", description="Books.", prompt="Book.", tools=(book,), style="talk"
    )
    model = directed({"": "booker"}, lambda _call: calls("book", **given))
    conversation = await a_conversation(model, agents=(booker,))
    await conversation.say("book it")
    return conversation


async def test_a_day_inside_of_something_is_the_date_that_was_approved():
    deeds: list[str] = []
    conversation = await a_booking(deeds, days=["saturday"], visit={"day": "tomorrow"})

    card = conversation.last.text
    conversation.clock.pass_time(hours=23)
    await conversation.press("Approve")

    assert card.count(SATURDAY) == 2
    assert deeds == [f"{SATURDAY} and {SATURDAY}"]

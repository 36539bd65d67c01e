"""A value that is typed over as it was shown: what a card has made visible is itself again."""

import json

import pytest

from agents.kit import Agent, Day, EffectKey, Money, always, tool
from agents.kit.values.model import ModelCall, ToolCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import a_conversation

SHEET = "sku,stock\nA1,5"


@tool(effect=True, ends_task=True, approval=always())
def load(sheet: str, tags: list[str], key: EffectKey) -> list[str]:
    """Load a sheet."""
    return [sheet, *tags]


def loads(_call: ModelCall) -> ScriptedAnswer:
    return ToolCall("c1", "load", json.dumps({"sheet": SHEET, "tags": ["new\u200best"]}))


@pytest.mark.parametrize(
    ("sheet", "meant"),
    [
        ("sku,stock⟨U+000A⟩A1,6⟨U+000A⟩A2,7", "sku,stock\nA1,6\nA2,7"),
        ("sku,stock\nA1,6", "sku,stock\nA1,6"),
        ("sku,stock ⟨U+202E⟩", "sku,stock ⟨U+202E⟩"),
    ],
    ids=["as it was shown", "as it is", "what was not there"],
)
async def test_the_characters_that_were_made_visible_are_meant(sheet: str, meant: str):
    loader = Agent(
        name="sheets", description="Loads sheets.", prompt="Load.", tools=(load,), style="talk"
    )
    conversation = await a_conversation(directed({"load": "sheets"}, loads), agents=[loader])
    card = await conversation.say("load it")
    assert "sheet: sku,stock⟨U+000A⟩A1,5\n" in card

    tags = '["old", "new⟨U+200B⟩est"]'
    said = await conversation.press("Edit", sheet=sheet, tags=tags)

    assert json.loads(said.partition("\n\nWhat else")[0]) == [meant, "old", "new\u200best"]


@tool(effect=True, ends_task=True, approval=always())
def book(day: Day, price: Money) -> str:
    """Book a room."""
    return f"Booked for {day} at {price}."


def books(_call: ModelCall) -> ScriptedAnswer:
    return ToolCall("c1", "book", json.dumps({"day": "2026-12-24", "price": "20.00 USD"}))


@pytest.mark.parametrize(
    ("day", "read"),
    [
        *(("5. Dezember 2026", "2026-12-05"), ("2026年12月5日", "2026-12-05")),
        *(("2026-12-05", "2026-12-05"), ("el 5 de diciembre de 2026", "2026-12-05")),
    ],
)
async def test_a_day_may_be_typed_as_any_language_writes_it(day: str, read: str):
    rooms = Agent(
        name="rooms", description="Books rooms.", prompt="Book.", tools=(book,), style="talk"
    )
    conversation = await a_conversation(directed({"room": "rooms"}, books), agents=[rooms])
    await conversation.say("a room, please")

    said = await conversation.press("Edit", day=day, price="25,50 USD")

    assert said.startswith(f"Booked for {read} at $25.50.")

"""How what is known is named beside what is asked for."""

from dataclasses import replace
from typing import Any

import pytest

from agents.kit.model import Card
from bot.llm.offline.asking import ask_for
from bot.llm.offline.values.schema import Slot, Want
from tests.unit.offline.test_acting import a_tool, act
from tests.unit.offline.test_routing import CARDS

VERSION = Slot("deploy", "version", Want.TEXT, "the version", is_required=True)


@pytest.mark.parametrize(
    ("name", "description", "known"),
    [
        ("service_name", "which service", "“checkout” (which service)"),
        ("owner", "who owns it", "“checkout” (who owns it)"),
        ("service", "the service", "the service (checkout)"),
        ("service", "service to deploy", "the service to deploy (checkout)"),
        ("service", "its service", "its service (checkout)"),
        ("service", "their service", "their service (checkout)"),
        ("whatever", "whatever you like", "the whatever you like (checkout)"),
    ],
)
def test_what_is_known_is_not_asked_for(name: str, description: str, known: str):
    slot = Slot("deploy", name, Want.TEXT, description, is_required=True)

    said = ask_for([VERSION], [slot, VERSION], {slot.key: "checkout"})

    assert said == f"I have {known}. Please tell me the version."


async def test_what_is_known_is_not_what_an_answer_is_for():
    """Both tools take a term; only the one that is asked for what is missing gets an answer."""
    term = {"type": "string", "description": "the term"}
    meaning = {"type": "string", "description": "its meaning"}
    explain = a_tool("explain", "Explain a term of the glossary", term=term)
    define = a_tool("define", "Add a term to the glossary", term=term, meaning=meaning)
    tools = (explain, replace(define, effect=True))
    cards = (*CARDS, Card("glossary", "Explains terms, and takes new ones."))
    said = ["define a term", "SLA"]

    question = "Please tell me: the term; its meaning."
    question = str(await act("glossary", *said, question=question, tools=tools, cards=cards))
    assert question == "I have the term (SLA). Please tell me its meaning."

    said.append("service level agreement")
    made = await act("glossary", *said, question=question, tools=tools, cards=cards)
    assert made == ("define", {"term": "SLA", "meaning": "service level agreement"})


@pytest.mark.parametrize(
    ("form", "asked"),
    [
        ("date", "the day (such as 2026-11-23)"),
        ("time", "the day (such as 09:30)"),
        ("date-time", "the day (such as 2026-11-23T09:30)"),
        ("email", "the day (such as ana@example.com)"),
        ("uri", "the day (such as https://example.com)"),
    ],
)
async def test_what_is_written_in_one_way_is_asked_for_with_an_example(form: str, asked: str):
    day = {"type": "string", "format": form, "description": "the day"}
    visit = a_tool("visit", "Plan a visit", day=day)

    assert await act("visits", "plan it", tools=(visit,)) == f"Please tell me {asked}."


@pytest.mark.parametrize(
    ("bounds", "asked"),
    [
        ({"minimum": 1, "maximum": 5}, "the size (1 to 5)"),
        ({"minimum": 1}, "the size (at least 1)"),
        ({"maximum": -2000.5}, "the size (at most -2,000.5)"),
        ({"exclusiveMinimum": 0, "maximum": -1}, "the size (more than 0, at most -1)"),
        ({"exclusiveMaximum": 0}, "the size (less than 0)"),
    ],
)
async def test_what_does_not_fit_is_asked_for_with_its_bounds(bounds: dict[str, Any], asked: str):
    size = {"type": "number", **bounds, "description": "the size"}
    measure = a_tool("measure", "Measure a carpet", size=size)

    said = await act("carpets", "measure it", "0", question="Which size?", tools=(measure,))

    assert said == f"“0” does not fit. Please tell me {asked}."


@pytest.mark.parametrize("figure", ["0", "-3", "9.5"])
async def test_a_number_beyond_what_is_allowed_does_not_fit(figure: str):
    size = {
        "type": "number",
        "exclusiveMinimum": 0,
        "exclusiveMaximum": 9,
        "description": "the size",
    }
    measure = a_tool("measure", "Measure a carpet", size=size)

    said = await act("carpets", "measure it", figure, question="Which size?", tools=(measure,))

    assert said == f"“{figure}” does not fit. Please tell me the size (more than 0, less than 9)."


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"$ref": "#/$defs/Basket"},
        {"type": "array", "items": {"$ref": "#/$defs/Basket"}},
        {"anyOf": [{"type": "array", "items": {"type": "object"}}, {"type": "null"}]},
    ],
)
async def test_what_has_parts_of_its_own_is_nothing_that_rules_can_read(schema: dict[str, Any]):
    """It was asked for without end, and no words would have done."""
    bought = {**schema, "description": "what is bought"}
    buy = a_tool("buy", "Buy groceries", bought=bought)
    parts: dict[str, Any] = {**buy.parameters, "$defs": {"Basket": {"type": "object"}}}
    tools = (replace(buy, parameters=parts),)

    said = await act("grocer", "buy 3 apples", tools=tools)

    assert said == "Without a language model I cannot read what is bought; none is configured."

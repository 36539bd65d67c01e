"""How what is known is named beside what is asked for."""

from dataclasses import replace

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

"""The agents that come with the product: their names, and how much of a prompt they take."""

import pytest

from agents.catalogue import AGENTS
from agents.kit import Agent
from agents.kit.lint import findings, warnings

MOST_PROMPT, MOST_DOCSTRING, MOST_DESCRIPTION_WORDS = 450, 120, 12

by_name = pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)


@pytest.mark.proves("S0-10", "S0-11", "S0-16", "S1-66", "S1-70")
def test_the_catalogue_names_the_agents_in_the_order_people_see_them():
    assert [agent.name for agent in AGENTS] == [
        "concierge",
        "stock_lookup",
        "authenticate",
        "account_balance",
        "transfer_money",
        "DeclineLetterAssistance",
        "SmartStrategy",
        "people",
        "onboard",
        "employees",
        "it_support",
        "procurement",
        "marketing",
        "legal",
        "product",
        "web_reader",
        "extractor",
        "general",
        "debate",
        "drafting_circle",
        "incident_review",
    ]


def test_the_catalogue_has_neither_mistakes_nor_doubts():
    assert findings(AGENTS) == []
    assert warnings(AGENTS) == []


@pytest.mark.proves("S0-18")
@by_name
def test_an_agent_takes_little_of_a_prompt(agent: Agent):
    assert len(agent.prompt) <= MOST_PROMPT
    assert len(agent.description.split()) <= MOST_DESCRIPTION_WORDS
    assert {
        t.name: t.description for t in agent.tools if len(t.description) > MOST_DOCSTRING
    } == {}


@by_name
def test_an_agent_shows_by_example_what_people_say_to_it(agent: Agent):
    assert (5 if agent.is_form else 3) <= len(agent.examples) <= 10


@pytest.mark.proves("S1-11", "S1-12", "S1-43", "S1-44")
@by_name
def test_every_agent_but_the_concierge_is_shown_with_an_introduction(agent: Agent):
    assert agent.expose_to_user == (agent.name != "concierge")
    assert agent.introduction
    assert agent.introduction != agent.description


FORMS = {
    *("stock_lookup", "authenticate", "account_balance", "transfer_money"),
    *("DeclineLetterAssistance", "SmartStrategy", "people", "onboard", "it_support"),
    *("procurement", "marketing", "legal", "product", "general"),
}


def test_most_agents_are_forms_so_that_they_work_without_a_model():
    assert {agent.name for agent in AGENTS if agent.is_form} == FORMS


def test_the_others_say_that_they_need_a_model():
    others = [agent for agent in AGENTS if agent.expose_to_user and agent.name not in FORMS]

    assert [agent.name for agent in others] == [
        *("employees", "web_reader", "extractor", "debate", "drafting_circle", "incident_review")
    ]
    assert all("needs a language model" in agent.introduction for agent in others)


@by_name
def test_the_prompt_of_a_form_tells_facts_and_speaks_of_no_tool(agent: Agent):
    if agent.is_form:
        names = [tool.name for tool in agent.tools if "_" in tool.name]
        assert [name for name in names if name in agent.prompt] == []
        assert "hand" not in agent.prompt.casefold().split()


@by_name
def test_what_a_form_asks_for_reads_as_a_noun_phrase(agent: Agent):
    asked = [
        slot.description or name
        for tool in agent.tools
        for name, slot in tool.parameters.model_fields.items()
        if agent.is_form and slot.is_required()
    ]

    assert [words for words in asked if not words.startswith(("the ", "your ", "words "))] == []
    assert [words for words in asked if words.endswith(".")] == []

"""The agents that come with the product: their names, and how much of a prompt they take."""

import pytest

from agents.catalogue import AGENTS
from agents.kit import Agent
from agents.kit.lint import findings, warnings

MOST_PROMPT, MOST_DOCSTRING, MOST_DESCRIPTION = 450, 120, 110

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
    assert len(agent.description) <= MOST_DESCRIPTION
    assert {
        t.name: t.description for t in agent.tools if len(t.description) > MOST_DOCSTRING
    } == {}


@by_name
def test_an_agent_shows_by_example_what_people_say_to_it(agent: Agent):
    assert 3 <= len(agent.examples) <= 6


@pytest.mark.proves("S1-11", "S1-12", "S1-43", "S1-44")
@by_name
def test_every_agent_but_the_concierge_is_shown_with_an_introduction(agent: Agent):
    assert agent.expose_to_user == (agent.name != "concierge")
    assert agent.introduction
    assert agent.introduction != agent.description

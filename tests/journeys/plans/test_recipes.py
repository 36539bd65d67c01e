"""Recipes: a plan that an author wrote, filled in by a person, decided like any other."""

from collections.abc import Sequence
from dataclasses import replace

from agents.catalogue import AGENTS
from agents.kit import Agent
from bot.llm.rules.no_model import NoModel
from bot.llm.rules.rules_reader import RulesReader
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.plans.planned import counted, states, tell, the_plan


async def by_rules(agents: Sequence[Agent] = AGENTS) -> Conversation:
    conversation = await a_conversation(NoModel(), agents=agents)
    reader = RulesReader(agents)
    conversation.services = replace(conversation.services, reader=reader, by_rules=True)
    return conversation


async def test_x():
    c = await by_rules()
    for text in (
        "Onboard Jessica Smith as an engineer on Monday",
        "Jessica Smith",
        "engineer",
        "approve",
    ):
        print("ME:", text)
        print(await tell(c, text))
    print(states(c), await counted(c), the_plan(c))
    for text in (
        "plan: onboard Tina Blum",
        "stop",
        "@planner onboard a new colleague",
        "stop",
        "plan: a party on Friday",
        "@planner a party",
        "register a new employee",
        "Bob Miller",
    ):
        print("ME:", text)
        print(await tell(c, text))
    assert 0

"""Which tool of an agent is meant."""

import pytest

from bot.domain.questions import NOTHING, Does
from tests.unit.rules.asked import EFFECTS, answer_to, tools_of

WANTED = [
    ("people", "schedule the orientation of Maria Lopez", "schedule_orientation"),
    ("people", "give Ann a mentor", "assign_mentor"),
    ("it_support", "open a ticket: the printer does not work", "open_ticket"),
    ("it_support", "close ticket 4", "close_ticket"),
    ("procurement", "order a laptop for Jessica", "order_item"),
    ("procurement", "which suppliers do we have?", "list_suppliers"),
    ("legal", "draft an NDA with Acme", "draft_contract"),
    ("product", "what is on the roadmap?", "roadmap"),
    ("general", "what is due today?", "what_is_due"),
    ("account_balance", "check my balance", "balance"),
    ("authenticate", "log me out", "logout"),
]
UNWANTED = [
    ("people", "don't register Ann"),
    ("people", "how do I register an employee?"),
    ("it_support", "do not open a ticket yet"),
    ("it_support", "could somebody close ticket 4?"),
    ("procurement", "order no laptop"),
    ("procurement", "was order 7 cancelled?"),
    ("general", "what do you think of it"),
    ("general", ""),
]


@pytest.mark.parametrize(("agent", "said", "tool"), WANTED)
async def test_the_tool_is_meant_whose_words_it_has(agent: str, said: str, tool: str):
    assert await answer_to(Does(said, tools_of(agent))) == tool


@pytest.mark.parametrize(("agent", "said"), UNWANTED)
async def test_nothing_is_changed_by_a_question_or_by_what_is_not_wanted(agent: str, said: str):
    meant = await answer_to(Does(said, tools_of(agent)))

    assert meant == NOTHING or meant not in EFFECTS

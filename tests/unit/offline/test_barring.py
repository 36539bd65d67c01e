"""What nobody would carry out is said to be so before anything else has to come first."""

import pytest

from agents.catalogue import AGENTS
from agents.kit.model import Offer, RouteBrief
from bot.core.matching.index import Index
from bot.llm.offline.barring import unless_barred
from bot.llm.offline.choices import CLARIFY, OUT_OF_SCOPE, Choice
from bot.llm.offline.routing import routable, route

CARDS = tuple(agent.card for agent in AGENTS)
INDEX = Index(routable(CARDS))
OFFERS = tuple(Offer(agent.name, tool.spec) for agent in AGENTS for tool in agent.tools)


def chosen(text: str, *, held_up: tuple[Offer, ...] = OFFERS) -> Choice:
    brief = RouteBrief(text, CARDS, choices=(CLARIFY, OUT_OF_SCOPE), held_up=held_up)
    return unless_barred(route(brief, INDEX), brief, INDEX)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("send 50 to 1234324 tomorrow", "I cannot do it at another time"),
        ("I want to transfer money later", "I cannot do it at another time"),
        ("send 50 to 1234324 every month", "I cannot repeat it"),
        ("send 50 to 1234324 if I have above 100", "I cannot wait for a condition"),
        ("if I have above 100 send 50 to 1234324", "I cannot wait for a condition"),
        ("Bob sent 50 to 1234324", "I took that for talk"),
    ],
)
def test_what_would_be_held_back_is_said_to_be_at_once(text: str, why: str):
    choice = chosen(text)

    assert choice.name == CLARIFY
    assert choice.question.startswith(f"I have changed nothing. {why}")


@pytest.mark.parametrize(
    ("text", "agents", "said"),
    [
        (
            "what does AAPL cost, and send 50 to 1234324 tomorrow",
            ["stock_lookup"],
            "“send 50 to 1234324 tomorrow” is not done. I cannot do it at another time",
        ),
        (
            "send 50 to 1234324 every month, and what does AAPL cost?",
            ["stock_lookup"],
            "“send 50 to 1234324 every month” is not done. I cannot repeat it",
        ),
        (
            "price of AAPL, send 50 to 1234324 tomorrow and the balance of checking",
            ["stock_lookup", "account_balance"],
            "“send 50 to 1234324 tomorrow” is not done. I cannot do it at another time",
        ),
        (
            "don't send 50 to 1234324 but tell me what AAPL costs",
            ["stock_lookup"],
            "I have changed nothing.",
        ),
    ],
)
def test_beside_other_wishes_it_is_said_and_the_others_are_done(
    text: str, agents: list[str], said: str
):
    choice = chosen(text)

    assert [choice.name, *(wish.card.name for wish in choice.then)] == agents
    assert choice.said.startswith(said)
    assert "1234324" not in choice.own


def test_of_several_wishes_that_cannot_be_done_none_is_begun():
    choice = chosen("send 50 to 1234324 and tomorrow send 30 to 9876543210")

    assert choice.name == CLARIFY


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("send 50 to 1234324", "transfer_money"),
        ("can you send 50 to 1234324?", "transfer_money"),
        ("how do I send money?", "transfer_money"),
        ("what will my balance be tomorrow?", "account_balance"),
        ("record vacation of Bob from tomorrow to Friday", "people"),
    ],
)
def test_what_may_be_done_goes_to_whoever_does_it(text: str, agent: str):
    assert chosen(text).name == agent


def test_an_agent_that_can_run_says_so_itself_and_keeps_what_was_said():
    assert chosen("send 50 to 1234324 tomorrow", held_up=()).name == "transfer_money"

"""What is ordered of things no agent speaks of is nobody's; a symbol alone is a stock's."""

import pytest

from agents.catalogue import AGENTS
from bot.core.matching.index import Index
from bot.llm.offline.routing import routable

INDEX = Index(routable(tuple(agent.card for agent in AGENTS)))


@pytest.mark.parametrize(
    "text", ["send a letter to Bob", "send Bob a letter", "send some flowers to my mum"]
)
def test_what_is_no_money_is_not_transferred(text: str):
    assert INDEX.clear_winner(text) is None


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("AAPL", "stock_lookup"),
        ("MSFT?", "stock_lookup"),
        ("NDA", "legal"),
        ("what do I have", "account_balance"),
        ("list my accounts", "account_balance"),
        ("pay a friend 50", "transfer_money"),
        ("order a screwdriver for Bob", "procurement"),
    ],
)
def test_what_somebody_does_goes_there(text: str, agent: str):
    winner = INDEX.clear_winner(text)

    assert winner is not None
    assert winner.card.name == agent

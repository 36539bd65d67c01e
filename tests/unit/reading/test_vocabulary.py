"""Whether a message says more than the bare wish for what an agent does."""

import pytest

from agents.catalogue import AGENTS
from bot.core.reading.ask import names_agent, says_more

TRANSFER = next(agent for agent in AGENTS if agent.name == "transfer_money")


@pytest.mark.parametrize(
    "said",
    ["transfer money", "please transfer the money now", "send money to another account, thanks"],
)
def test_the_bare_wish_says_no_more(said: str):
    assert names_agent(said, TRANSFER)
    assert not says_more(said, TRANSFER)


@pytest.mark.parametrize(
    "said",
    [
        *("pay less", "transfer less money", "send more", "transfer half of the money"),
        *(
            "don't transfer money",
            "do not send money",
            "transfer no money",
            "send money only later",
        ),
        *("weniger money", "transfer menos money", "transfer меньше", "transfer plus de money"),
        *("transfer the rent money", "transfer les money to pas Ana"),
    ],
)
def test_what_denies_or_compares_says_more(said: str):
    assert says_more(said, TRANSFER)

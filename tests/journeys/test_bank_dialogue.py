"""The bank conversation from hello to a finished transfer, in the order people expect."""

import pytest

from agents.bank.tables import ACCOUNTS, TRANSFERS
from tests.journeys.conversation import Conversation, a_conversation

DIALOGUE = ("hello", "Transfer money", "seldo", "monkey", "Checking", "To account ID 1234324")


async def talked_to_the_end() -> Conversation:
    conversation = await a_conversation()
    for line in (*DIALOGUE, "500"):
        await conversation.say(line)
    return conversation


@pytest.mark.proves("S0-60", "S0-11", "S0-29", "S1-10", "S1-11", "S1-12", "S1-70")
async def test_the_first_words_list_what_can_be_asked_for():
    conversation = await a_conversation()

    said = await conversation.say("hello")

    for agent in ("stock_lookup", "authenticate", "account_balance", "transfer_money"):
        assert agent in said
    assert "concierge:" not in said


@pytest.mark.proves("S0-05", "S0-28", "S0-61", "S0-64", "S0-66", "S0-68", "S0-69", "S0-70")
async def test_the_whole_dialogue_moves_the_money_once():
    conversation = await talked_to_the_end()

    (transfer,) = await conversation.rows(TRANSFERS)
    balances = {row["id"]: row["balance_minor"] for row in await conversation.rows(ACCOUNTS)}
    assert (transfer["source"], transfer["target"]) == ("1234567890", "1234324")
    assert balances["1234567890"] == 50_000

"""Several wishes, and several values, in one message: none is dropped without a word."""

import json

import pytest

from agents.catalogue import AGENTS
from agents.kit.model import AgentBrief, ModelCall, Purpose, RouteBrief
from bot.core.matching.index import Index
from bot.llm.offline import Offline
from bot.llm.offline.choices import CLARIFY, OUT_OF_SCOPE, Choice
from bot.llm.offline.routing import routable, route
from tests.unit.offline.test_acting import BALANCE, HAND_BACK, PRICE, TOOLS, act
from tests.unit.offline.test_routing import CARDS as FEW

CARDS = tuple(agent.card for agent in AGENTS)
INDEX = Index(routable(CARDS))
FOUND_APPLE = 'find_symbol({"company": "Apple"}) -> AAPL'


def chosen(text: str) -> Choice:
    return route(RouteBrief(text, CARDS, choices=(CLARIFY, OUT_OF_SCOPE)), INDEX)


async def all_calls(agent: str, *said: str, results: tuple[str, ...] = ()) -> list[object]:
    brief = AgentBrief(said, results=results)
    call = ModelCall(Purpose.AGENT, agent, (), brief, (*TOOLS[agent], HAND_BACK))
    reply = await Offline(FEW).complete(call, within_seconds=1)
    return [[*json.loads(made.arguments).values()] for made in reply.tool_calls] or [reply.text]


@pytest.mark.parametrize(
    ("text", "agents"),
    [
        (
            "price of AAPL, balance of checking, and write a decline letter",
            ["stock_lookup", "account_balance", "DeclineLetterAssistance"],
        ),
        ("AAPL price, checking balance", ["stock_lookup", "account_balance"]),
        ("balance of checking and transfer 50 to 1234324", ["account_balance", "transfer_money"]),
        ("decline letter and the price of Tesla", ["DeclineLetterAssistance", "stock_lookup"]),
        ("transfer 500 to 1234324, savings account", ["transfer_money"]),
        ("two laptops, order them", ["procurement"]),
    ],
)
def test_wishes_without_a_verb_are_told_apart_too(text: str, agents: list[str]):
    choice = chosen(text)

    assert [choice.name, *(intent.card.name for intent in choice.then)] == agents
    assert choice.left == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("price of AAPL and what is the meaning of life", "what is the meaning of life"),
        ("price of AAPL and the weather in Berlin", "the weather in Berlin"),
        ("what's the weather? and the balance of checking", "what's the weather?"),
        ("tell me a joke and the price of AAPL", "tell me a joke"),
        ("order a laptop and a chair for Ana", "a chair for Ana"),
    ],
)
def test_what_nobody_can_do_is_named(text: str, left: str):
    assert chosen(text).left == (left,)


@pytest.mark.parametrize(
    "text",
    [
        "hello, I'd like to transfer money, what do I need to do?",
        "open a ticket: the printer is broken, the screen too",
        "where do I find a claim id, I am a partner",
        "decline letter for a Motor claim, the sections are 1.1 and 1.2",
        "who joined last, which employees are the newest?",
    ],
)
def test_what_belongs_to_a_wish_is_not_said_to_be_left(text: str):
    assert chosen(text).left == ()


def test_wishes_beyond_the_most_that_are_queued_are_named():
    wishes = (
        "price of AAPL, balance of checking, write a decline letter, log me in, "
        "show the roadmap, show my notes, which suppliers do we have"
    )

    choice = chosen(wishes)

    assert len(choice.then) == 5
    assert "which suppliers do we have" in choice.left


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("price of AAPL and MSFT", [["AAPL"], ["MSFT"]]),
        ("price of AAPL, MSFT & NVDA", [["AAPL"], ["MSFT"], ["NVDA"]]),
        ("price of AAPL or MSFT", [["AAPL"], ["MSFT"]]),
        ("price of AAPL", [["AAPL"]]),
        ("what do Apple, Tesla and Google cost?", [["Apple"], ["Tesla"], ["Google"]]),
    ],
)
async def test_everything_in_a_list_is_looked_up(said: str, calls: list[object]):
    assert await all_calls("stock_lookup", said) == calls


async def test_of_a_list_what_was_found_is_answered_and_what_was_not_is_told_with_it():
    results = (FOUND_APPLE, "error: No quote fits “Foobar”.")

    calls = await all_calls("stock_lookup", "price of Apple and Foobar", results=results)

    assert calls == [["AAPL"], ["Foobar"]]


async def test_of_a_list_in_which_nothing_was_found_every_reason_is_told():
    results = ("error: No quote fits “Foo”.", "error: No quote fits “Blah”?")

    [said] = await all_calls("stock_lookup", "price of Foo and Blah", results=results)

    assert said == "No quote fits “Foo”. No quote fits “Blah”?"


async def test_several_accounts_are_looked_up_at_once():
    calls = await all_calls("account_balance", "balance of checking and savings")

    assert calls == [["Checking"], ["Savings"]]


@pytest.mark.parametrize(
    "said",
    [
        "send 50 to 1234324 and 9876543",
        "send 50 and 60 to 1234324",
        "send 50, 60 to 1234324",
    ],
)
async def test_what_changes_something_is_done_for_one_thing_only(said: str):
    assert str(await act("transfer_money", said)).startswith("I can take only one at a time.")


async def test_the_account_to_send_from_is_one():
    said = "send 50 to 1234324 from checking and savings"

    asked = await act("account_balance", said, tools=(BALANCE, PRICE))

    assert str(asked).startswith("I can take only one at a time.")

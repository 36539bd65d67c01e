"""Which agent the rules choose for what people write, why, and what comes after."""

import json
from typing import Any

import pytest

from agents.kit.model import Card, ModelCall, Purpose, RouteBrief
from bot.llm.offline import Offline

CARDS = (
    Card("concierge", "Greets people and says what can be done", exposed=False),
    Card(
        "stock_lookup",
        "Looks up the price of a stock by company name or ticker symbol",
        "Looking up a stock price",
        ("what is the price of AAPL", "how much is Nvidia stock"),
    ),
    Card(
        "authenticate",
        "Authenticates (logs in) a user with username and password",
        "Logging you in",
        ("log me in",),
    ),
    Card(
        "account_balance",
        "Looks up the balance of one of the user's accounts",
        "Checking an account balance",
        ("what's my balance", "how much is in my savings account"),
    ),
    Card(
        "transfer_money",
        "Transfers money between accounts",
        "Transferring money between accounts",
        ("transfer money", "send 20 to Sam", "pay 50 dollars to 1234324"),
    ),
    Card(
        "DeclineLetterAssistance",
        "Crafts a standardised decline letter for an insurance claim",
        "Assist you in crafting a standardised decline letter",
        ("I want to craft a declined letter",),
    ),
    Card(
        "SmartStrategy",
        "Tells where a claim id can be found, for internal employees and partners",
        "Assist you in finding your claim id",
        ("where to find a claim id?",),
    ),
)
LETTER_QUESTION = "Please provide the crime topology: Home or Motor only"
PARTNER_QUESTION = "Are you an internal employee or a partner of Suncorp?"


async def routed(
    text: str,
    *,
    cards: tuple[Card, ...] = CARDS,
    speaker: str | None = None,
    question: str | None = None,
) -> dict[str, Any]:
    brief = RouteBrief(text, cards, speaker, question, ("clarify", "out_of_scope"))
    call = ModelCall(Purpose.ROUTE, "router", (), brief)
    reply = await Offline(CARDS).complete(call, within_seconds=1)
    answer: dict[str, Any] = json.loads(reply.text)
    return answer


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("Transfer money", "transfer_money"),
        ("I would like to transfer money.", "transfer_money"),
        ("tranfer mony", "transfer_money"),  # codespell:ignore
        ("trasnfer", "transfer_money"),  # codespell:ignore
        ("could you please send 500 to 1234324?", "transfer_money"),
        ("transfer 20 dollars to account 1234324 please", "transfer_money"),
        ("500 to 1234324", "transfer_money"),
        ("500 to 9876543", "transfer_money"),
        ("pay Sam", "transfer_money"),
        ("move money to my savings", "transfer_money"),
        ("transfer 500 from savings to checking", "transfer_money"),
        ("balance", "account_balance"),
        ("what's my blance", "account_balance"),  # codespell:ignore
        ("What\u2019s my balance?", "account_balance"),
        ("how much money do I have", "account_balance"),
        ("how much is in my savings account", "account_balance"),
        ("please show me the balance of my accounts", "account_balance"),
        ("what is AAPL trading at?", "stock_lookup"),
        ("what's NVDA at?", "stock_lookup"),
        ("price of aapl", "stock_lookup"),
        ("AAPL", "stock_lookup"),
        ("stock pirce", "stock_lookup"),
        ("what are apple shares worth?", "stock_lookup"),
        ("how much is microsoft?", "stock_lookup"),
        ("log me in", "authenticate"),
        ("sign in", "authenticate"),
        ("authenticate me please", "authenticate"),
        ("autenticate", "authenticate"),  # codespell:ignore
        ("authenticate with seldo and monkey", "authenticate"),
        ("I want to craft a decline letter", "DeclineLetterAssistance"),
        ("write a rejection letter", "DeclineLetterAssistance"),
        ("Declien letter", "DeclineLetterAssistance"),
        ("where to find a claim id?", "SmartStrategy"),
        ("Where do I find my claim ID", "SmartStrategy"),
        ("find my claim number", "SmartStrategy"),
        ("hello", "concierge"),
        ("Good morning!", "concierge"),
        ("thanks a lot", "concierge"),
        ("what can you do?", "concierge"),
        ("help", "concierge"),
        ("are you an AI?", "concierge"),
        ("", "concierge"),
        ("lol", "concierge"),
        ("money", "clarify"),
        ("help me with my account", "clarify"),
        ("I need something", "clarify"),
        ("claim", "clarify"),
        ("what's the weather", "out_of_scope"),
        ("What is the capital of France?", "out_of_scope"),
        ("tell me a joke", "out_of_scope"),
        ("personal injury", "out_of_scope"),
        ("I want to commit fraud", "out_of_scope"),
        ("steal money from account 1234324", "out_of_scope"),
        ("monkey", "concierge"),
        ("Monkey!", "concierge"),
        ("honey", "concierge"),
        ("seldo [secret]", "concierge"),
        ("[secret]", "concierge"),
        ("Chekcing", "account_balance"),  # codespell:ignore
    ],
)
async def test_people_reach_who_can_help(text: str, agent: str):
    assert (await routed(text))["choice"] == agent


@pytest.mark.parametrize(
    ("text", "speaker", "question", "choice"),
    [
        (
            "where do I find a claim id?",
            "DeclineLetterAssistance",
            "Your claim id?",
            "SmartStrategy",
        ),
        ("what is AAPL trading at?", "transfer_money", "How much?", "stock_lookup"),
        ("what can you do?", "transfer_money", "How much?", "concierge"),
        (
            "I want to do Motor",
            "DeclineLetterAssistance",
            LETTER_QUESTION,
            "DeclineLetterAssistance",
        ),
        ("I am a partner.", "SmartStrategy", PARTNER_QUESTION, "SmartStrategy"),
        ("transfer money", "transfer_money", "How much?", "transfer_money"),
        ("Checking", "account_balance", "Which account?", "account_balance"),
        ("a hundred dollars", "transfer_money", "How much?", "transfer_money"),
        (
            "My id is ABCDEF",
            "DeclineLetterAssistance",
            "Your claim id?",
            "DeclineLetterAssistance",
        ),
        ("'; DROP TABLE claims; --", "transfer_money", "How much?", "transfer_money"),
        ("make it 800", "transfer_money", "Shall I send 700?", "transfer_money"),
        ("change it to 800", "transfer_money", "Shall I send 700?", "transfer_money"),
        ("800 instead", "transfer_money", "Shall I send 700?", "transfer_money"),
        ("can you make it 800?", "transfer_money", "Shall I send 700?", "transfer_money"),
        ("what about 800?", "transfer_money", "Shall I send 700?", "transfer_money"),
        ("change that to Savings", "account_balance", "Which account?", "account_balance"),
        ("will it rain in 2030?", "transfer_money", "How much?", "out_of_scope"),
        ("please try again", "transfer_money", "How much?", "transfer_money"),
        ("[secret]", "transfer_money", "How much?", "transfer_money"),
        ("username: seldo", "authenticate", "Your username?", "authenticate"),
        ("I am a Suncorp friend.", "SmartStrategy", PARTNER_QUESTION, "clarify"),
        ("why do you need that?", "transfer_money", "How much?", "clarify"),
        ("personal injury", "DeclineLetterAssistance", LETTER_QUESTION, "clarify"),
        ("I want to commit fraud.", "DeclineLetterAssistance", LETTER_QUESTION, "out_of_scope"),
        ("what's the weather", "transfer_money", "How much?", "out_of_scope"),
    ],
)
async def test_a_message_handed_back_goes_to_whom_it_is_for(
    text: str, speaker: str, question: str, choice: str
):
    answer = await routed(text, speaker=speaker, question=question)

    assert answer["choice"] == choice
    if choice in {"clarify", "out_of_scope"}:
        assert answer["question"].endswith(question), "the unmet requirement is named"


async def test_the_reason_names_the_matching_words():
    reason = (await routed("tranfer money"))["reason"]  # codespell:ignore

    assert reason == (
        "“tranfer” and “money” match what transfer_money does: "  # codespell:ignore
        "Transferring money between accounts."
    )


async def test_a_vague_wish_is_answered_with_the_likely_choices():
    question = (await routed("money"))["question"]

    assert "Transferring money between accounts" in question
    assert "Checking an account balance" in question
    assert "stock" not in question


@pytest.mark.parametrize(
    ("text", "has_details"),
    [
        ("Transfer money", False),
        ("I'd like to check my balance, please", False),
        ("log me in", False),
        ("craft a decline letter", False),
        ("send 500 to 1234324", True),
        ("what is AAPL trading at?", True),
        ("how much is in my savings account", True),
        ("log me in as seldo", True),
        ("balance of checking", True),
        ("balance of my savings account", True),
        ("savings balance", True),
        ("how much is left in my checking account", True),
        ('transfer money to "Rainy days"', True),
    ],
)
async def test_values_beyond_the_bare_wish_are_noticed(text: str, has_details: bool):  # noqa: FBT001 - a column
    assert (await routed(text))["details"] is has_details


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        (
            "check my balance and then tell me the price of AAPL",
            "account_balance",
            [("stock_lookup", "tell me the price of AAPL")],
        ),
        (
            "transfer money and also what's NVDA at?",
            "transfer_money",
            [("stock_lookup", "what's NVDA at?")],
        ),
        (
            "log me in, transfer 50 to 1234324 and write a decline letter",
            "authenticate",
            [
                ("transfer_money", "transfer 50 to 1234324"),
                ("DeclineLetterAssistance", "write a decline letter"),
            ],
        ),
        (
            "transfer 500 to 1234324 and send 20 to Sam",
            "transfer_money",
            [("transfer_money", "send 20 to Sam")],
        ),
        ("transfer 500 to 1234324 and thanks", "transfer_money", []),
        ("transfer 500, send it to 1234324", "transfer_money", []),
        ("authenticate with seldo and monkey", "authenticate", []),
        ("hello, I'd like to transfer money, what do I need to do?", "transfer_money", []),
        ("check my savings and my checking balance", "account_balance", []),
    ],
)
async def test_several_wishes_are_told_apart(text: str, first: str, then: list[tuple[str, str]]):
    answer = await routed(text)

    assert answer["choice"] == first
    assert [(wish["agent"], wish["text"]) for wish in answer["then"]] == then


@pytest.mark.parametrize(
    "text", ["will it rain tomorrow?", "what's the weather like in Paris", "forecast for Berlin"]
)
async def test_a_new_agent_is_found_by_its_card_alone(text: str):
    weather = Card(
        "weather", "Tells the weather for a city", examples=("will it rain in Berlin tomorrow?",)
    )

    assert (await routed(text, cards=(*CARDS, weather)))["choice"] == "weather"


async def test_what_an_agent_needs_is_not_what_it_does():
    cards = (
        Card("quotes", "Looks up share prices; needs no login"),
        Card("door", "Logs the user in"),
        Card("wire", "Sends money", "Sending money (I will ask you to log in first)"),
    )

    assert (await routed("log in", cards=cards))["choice"] == "door"


async def test_only_what_is_offered_is_chosen():
    alone = (Card("faq", "Answers questions about parking"),)
    call = ModelCall(Purpose.ROUTE, "router", (), RouteBrief("good morning", alone))

    reply = await Offline(alone).complete(call, within_seconds=1)

    assert json.loads(reply.text)["choice"] == "faq"

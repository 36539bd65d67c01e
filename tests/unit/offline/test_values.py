"""How the values of a tool are read from what people write."""

from typing import Any

import pytest

from tests.unit.offline.test_acting import a_tool, a_transfer, act


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("send 500 to 1234324", "500"),
        ("500 to 1234324", "500"),
        ("To 1234324 I want to send 500", "500"),
        ("transfer 20 dollars to account 1234324 please", "20 USD"),
        ("trasnfer $20 to 1234324", "20 USD"),  # codespell:ignore
        ("TRANSFER 20 EUROS TO ACCOUNT NUMBER 1234324", "20 EUR"),
        ("pay 1,000.50 into 1234324", "1000.50"),
        ("5000000 to 1234324", "5000000"),
        ("send five hundred dollars to 1234324", "500 USD"),
        ("send 2k to 1234324", "2000"),
        ("-5 to 1234324", "-5"),
    ],
)
async def test_several_values_are_read_from_one_message(said: str, amount: str):
    assert await act("transfer_money", said) == a_transfer(amount)


@pytest.mark.parametrize(
    ("said", "account"),
    [
        ("Checking", "Checking"),
        ("Chekcing", "Checking"),  # codespell:ignore
        ("my savings account please", "Savings"),
        ("the CHECKING one", "Checking"),
        ("check", "Checking"),
        ("not savings, checking", "Checking"),
        ("1234567890", "1234567890"),
        ("it's the Holiday account", "Holiday account"),
        ("balance of checking", "Checking"),
        ("balance of my savings account", "Savings"),
        ("savings balance", "Savings"),
    ],
)
async def test_an_account_is_named_in_many_ways(said: str, account: str):
    acted = await act("account_balance", "check my balance", said, question="Which account?")

    assert acted == ("balance", {"account": account})


async def test_a_verb_is_no_account():
    assert await act("account_balance", "I am checking my balance") == (
        "Please tell me the account (such as Checking or Savings)."
    )


@pytest.mark.parametrize(
    "said",
    [
        "seldo",
        "it's seldo",
        "user seldo",
        "my username is seldo and my password is [secret]",
        "seldo [secret]",
        "username: seldo",
    ],
)
async def test_a_user_name_is_given_in_many_ways(said: str):
    acted = await act("authenticate", said, question="I need your username.")

    assert acted == ("login", {"username": "seldo"})


async def test_a_user_name_stands_behind_as_in_any_wish():
    acted = await act("authenticate", "transfer 500 to 1234324 as seldo")

    assert acted == ("login", {"username": "seldo"})


WISH = "I want to transfer 500 from my checking account to 1234324."


@pytest.mark.parametrize("question", [None, "I need your username."])
@pytest.mark.parametrize(
    "said",
    [
        "log me in as seldo",
        "please log me in with seldo and [secret]",
        f"{WISH} My username is seldo and my password is [secret]",
        "transfer 500 to 1234324, username seldo, password [secret]",
        "transfer 500 to 1234324 (seldo [secret])",
        "log me in and then transfer 500 to 1234324. I'm seldo, pw [secret]",
        "log me in\nusername: seldo\npassword: [secret]",
        "I'm seldo, pw [secret], what's my balance?",
        "what is my balance? seldo [secret]",
        "what is my balance? seldo, password: [secret]",
        "balance please\nseldo\n[secret]",
        "help me, seldo [secret]",
        "[secret] is the password for seldo",
        "user=seldo&password=[secret]",
        '{"username": "seldo", "password": "[secret]"}',
        "no, I am seldo",
        "my username is seldo",
        "(seldo [secret])",
        "seldo / [secret]",
        "as seldo",
        "as “seldo”, please",
        "as seldo, and quickly",
    ],
)
async def test_a_user_name_may_come_with_the_wish(said: str, question: str | None):
    acted = await act("authenticate", said, question=question)

    assert acted == ("login", {"username": "seldo"})


@pytest.mark.parametrize(
    "said",
    [
        *("my password is [secret]", "[secret]", "pw [secret] please", "password: [secret]"),
        *("transfer 500 to 1234324, password [secret]", "my balance? pw: [secret]"),
        *("I am checking my balance", "I'm stuck", "I am a customer", "I'm lost, please help"),
        "send 500 to Sam. My password is [secret]",
        *("send 50 to 1234324 as agreed", "log me in as soon as possible", "as a customer"),
    ],
)
async def test_what_is_no_user_name_is_not_taken_for_one(said: str):
    assert await act("authenticate", said) == "Please tell me your login name."


async def test_a_password_without_a_name_is_answered_by_asking_for_the_name():
    answer = await act("authenticate", "log me in", "my pw is [secret]", question="Your username?")

    assert answer == "Please tell me your login name."


@pytest.mark.parametrize("said", ["note that I like tea", "I really like tea", "a ticket, seldo"])
async def test_a_sentence_about_something_else_names_nobody_who_logs_in(said: str):
    acted = await act("authenticate", "log me in", said, question="Your username?")

    assert acted[0] != "login"


@pytest.mark.parametrize("said", ["no, I am seldo", "my username is seldo", "username: seldo"])
async def test_a_mistyped_user_name_is_put_right(said: str):
    acted = await act("authenticate", "log me in", "selbo", said, question="Your password?")

    assert acted == ("login", {"username": "seldo"})


async def test_a_secret_is_never_a_value():
    acted = await act("account_balance", "[secret]", question="Which account?")

    assert acted[0] != "balance"


@pytest.mark.parametrize("said", ["I want to do Motor", "motor please", "Not home, motor", "moto"])
async def test_a_choice_is_understood_in_a_sentence(said: str):
    acted = await act("DeclineLetterAssistance", said, question="Home or Motor?")

    assert acted == ("write_letter", {"topology": "Motor"})


async def test_an_answer_outside_the_choice_restates_it():
    assert await act("DeclineLetterAssistance", "personal injury", question="Which?") == (
        "“personal injury” does not fit. Please tell me the topology (Home or Motor)."
    )


@pytest.mark.parametrize(
    ("schema", "said", "value"),
    [
        ({"type": "integer"}, "for 3 nights", 3),
        ({"type": "integer"}, "three", 3),
        ({"type": "number"}, "2.5", 2.5),
        ({"type": "boolean"}, "yes please", True),
        ({"type": "string", "format": "email"}, "write to ana@example.org", "ana@example.org"),
        ({"type": "string", "format": "date"}, "on 2030-01-31", "2030-01-31"),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, "7", 7),
        ({"enum": [1, 2]}, "2", 2),
        ({"type": "array", "items": {"type": "string"}}, "red", ["red"]),
        ({"type": "string", "pattern": "["}, "my thing is red", "red"),
    ],
)
async def test_values_are_read_as_their_schema_says(schema: dict[str, Any], said: str, value: Any):
    tool = a_tool("book", "Book it", value=schema)

    acted = await act("booking", said, question="Which value?", tools=(tool,))

    assert acted == ("book", {"value": value})


async def test_an_optional_value_is_used_when_named_and_never_asked_for():
    days = {"type": "integer", "default": 7}
    tool = a_tool("report", "Report", city={"type": "string"}, days=days)

    assert await act("reports", "Berlin", question="City?", tools=(tool,)) == (
        "report",
        {"city": "Berlin"},
    )
    assert await act("reports", "Berlin, 3 days", question="City?", tools=(tool,)) == (
        "report",
        {"days": 3, "city": "Berlin"},
    )

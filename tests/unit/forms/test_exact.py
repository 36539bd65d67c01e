"""Which whole messages are one closed answer to what was asked."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.bank.account_balance import statement
from agents.bank.authenticate import login
from agents.kit import tool
from agents.people.agent import record_leave
from tests.fakes.form_slots import QUESTION, exact, read, send, slots_for

BANK = slots_for(send)
BOTH = ("to_account", "amount")


@tool(ends_task=True)
def decline_letter(claim_id: str, topology: Literal["Home", "Motor"], *, urgent: bool) -> str:
    """Write a letter."""
    return f"{claim_id} {topology} {urgent}"


LETTER = slots_for(decline_letter)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1234324", ("to_account", "1234324")),
        ("To account ID 1234324", ("to_account", "1234324")),
        ("the account id is 1234324, thanks", ("to_account", "1234324")),
        ("to my savings account please", ("to_account", "Savings")),
        ("to my savings account (9876543210)", ("to_account", "Savings")),
        ("500", ("amount", "500.00 USD")),
        ("$500.", ("amount", "500.00 USD")),
        ("amount: 500", ("amount", "500.00 USD")),
        ("500円", ("amount", "500 JPY")),
        ("fünfzig Euro bitte", ("amount", "50.00 EUR")),
        ("from checking", ("from_account", "Checking")),
    ],
)
def test_one_closed_answer_is_exact(text: str, answer: tuple[str, str]):
    assert exact(text, BANK, *BOTH) == answer


@pytest.mark.parametrize(
    "text",
    [
        *("hello", "yes", "no", "ok", "stop", "cancel", "help", "thanks", "", "???", "never mind"),
        *("500 to 1234324", "500 or 600", "2k", "500 Kronen", "no 60", "no, 60", "not 1234324"),
        *("500?", "is it 1234324?", "¿1234324?", "make it 600", "500 tomorrow", "500 👎"),
        *("by the way, somebody at 1234324 tried to scam me", "send it to Ben", "transfer_money"),
        "1234324 is not the account",
    ],
)
def test_anything_else_is_not(text: str):
    assert exact(text, BANK, *BOTH) is None


@pytest.mark.parametrize("word", ["hello", "bye", "1234", "seldo", "stop", "Savings"])
def test_free_text_is_never_exact(word: str):
    assert exact(word, slots_for(login), "username") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", "Checking"),
        ("2", "Savings"),
        ("2.", "Savings"),
        ("#2", "Savings"),
        ("2 please", "Savings"),
    ],
)
def test_a_number_of_the_list_is_a_choice(text: str, value: str):
    assert exact(text, BANK, "from_account") == ("from_account", value)


@pytest.mark.parametrize("text", ["0", "3", "2 cats", "1 2"])
def test_a_number_that_the_list_has_not_is_none(text: str):
    answer = exact(text, BANK, "from_account")

    assert answer is None or answer[0] == "amount"


def test_a_number_is_one_of_the_list_only_if_nothing_else_was_asked():
    assert exact("2", BANK, *BOTH) == ("amount", "2.00 USD")


def test_a_choice_is_taken_in_any_case_and_with_its_label():
    assert exact("topology: motor", LETTER, "claim_id", "topology") == ("topology", "Motor")


@pytest.mark.parametrize(
    ("text", "is_yes"), [("yes", True), ("Nein, danke", False), ("はい", True)]
)
def test_a_yes_or_no_answers_where_one_was_asked(text: str, *, is_yes: bool):
    assert exact(text, LETTER, "urgent") == ("urgent", is_yes)


def test_a_yes_answers_nothing_else():
    assert exact("yes", LETTER, "topology") is None
    assert exact("yes", LETTER, "topology", "urgent") is None


def test_what_was_asked_last_is_preferred():
    leave = slots_for(record_leave)

    assert exact("Monday", leave, "last_day") == ("last_day", "2026-11-30")
    assert exact("Monday", leave, "from_day", "last_day") is None


def test_words_of_the_question_may_stand_beside_it():
    assert exact("20 entries", slots_for(statement), "limit") == ("limit", 20)
    assert exact("send it to account 1234324", BANK, *BOTH) == ("to_account", "1234324")


PIECES = st.sampled_from(
    [*QUESTION.split(), *("500", "1234324", "savings", "please", "no", "1", "not", "motor", "yes")]
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=5).map(" ".join))


@given(TEXTS, st.sampled_from([(), ("amount",), BOTH]))
def test_what_is_exact_is_found_as_well(text: str, asked: tuple[str, ...]):
    answer = exact(text, BANK, *asked)

    if answer:
        findings = read(text, BANK, *asked)
        assert {name: one.value for name, one in findings.found.items()} == dict([answer])


@given(TEXTS)
def test_free_text_is_never_read_out_of_anything(text: str):
    answer = exact(text, LETTER, "claim_id")

    assert answer is None or answer[0] != "claim_id"

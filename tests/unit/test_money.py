"""Money: whole minor units, read and written without loss, currencies never mixed."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from agents.kit.values.money import Money, as_text

MOST = 10**14 - 1
units = st.integers(-MOST, MOST)
currencies = st.sampled_from(["USD", "EUR", "GBP", "CHF", "SEK"])
amounts = st.builds(lambda minor, name: Money(minor=minor, currency=name), units, currencies)


class Payment(BaseModel):
    """Something with an amount in it, as a tool's arguments are."""

    amount: Money


@given(amounts)
def test_what_is_written_is_read_back(amount: Money):
    assert Money(as_text(amount)) == amount


@given(amounts)
def test_what_is_stored_as_json_is_read_back(amount: Money):
    stored = Payment(amount=amount).model_dump_json()

    assert Payment.model_validate_json(stored) == Payment(amount=amount)


@pytest.mark.parametrize(
    ("text", "minor", "currency"),
    [
        ("500", 50_000, "USD"),
        ("600.00", 60_000, "USD"),
        ("25.5", 2_550, "USD"),
        ("0.01", 1, "USD"),
        ("20 EUR", 2_000, "EUR"),
        ("-5.00", -500, "USD"),
        (" 7 ", 700, "USD"),
    ],
)
def test_amounts_are_read_in_one_form(text: str, minor: int, currency: str):
    assert Money(text) == Money(minor=minor, currency=currency)


@pytest.mark.parametrize(
    "text",
    [
        *["", "much", "1e3", "nan", "inf", "0x10", "1.234", "1,23", "1,2345", "1..2", "--5"],
        *["1 2", "20 dollars", "$20", "€20", "eur 20", "20 eur", "1,000.00", "$", "EUR"],
        *["20 EUR USD", "1.", ".5", "1_000", "9" * 13],
    ],
)
def test_what_is_no_amount_is_refused(text: str):
    with pytest.raises(ValueError, match="is not an amount"):
        Money(text)


@pytest.mark.parametrize("number", [600, 600.5, True, None])
def test_what_is_no_text_is_refused_with_how_to_write_it(number: Any):
    with pytest.raises(ValueError, match=rf'such as Money\("25.50"\), not as {number}'):
        Money(number)


@pytest.mark.parametrize(
    ("amount", "written", "plain"),
    [
        (Money("1000"), "$1,000.00", "1000.00 USD"),
        (Money("-0.05"), "-$0.05", "-0.05 USD"),
        (Money("20 EUR"), "€20.00", "20.00 EUR"),
        (Money("1234.5 CHF"), "1,234.50 CHF", "1234.50 CHF"),
        (Money(), "$0.00", "0.00 USD"),
    ],
)
def test_amounts_are_written_for_people_and_for_the_store(amount: Money, written: str, plain: str):
    assert (str(amount), as_text(amount)) == (written, plain)


@given(units, units, currencies)
def test_amounts_of_one_currency_add_up_to_the_last_unit(one: int, other: int, currency: str):
    first, second = (Money(minor=minor, currency=currency) for minor in (one, other))

    assert first + second == Money(minor=one + other, currency=currency)
    assert first + second - second == first


@given(units, units, currencies)
def test_one_amount_exceeds_another_by_its_units(one: int, other: int, currency: str):
    first, second = (Money(minor=minor, currency=currency) for minor in (one, other))

    assert first.exceeds(second) is (one > other)


def test_a_tenth_and_two_tenths_are_three_tenths():
    assert Money("0.10") + Money("0.20") == Money("0.30")


@pytest.mark.parametrize("together", [Money.__add__, Money.__sub__, Money.exceeds])
def test_currencies_are_not_mixed(together: Callable[[Money, Money], object]):
    with pytest.raises(ValueError, match="cannot put USD and EUR together"):
        together(Money("20 USD"), Money("20 EUR"))


@given(amounts)
def test_an_amount_is_kept_in_whole_units(amount: Money):
    assert type(amount.minor) is int
    assert type((amount + amount).minor) is int


@pytest.mark.parametrize(
    ("given_", "minor"),
    [
        (500, 50_000),
        ("25.50", 2_550),
        (25.5, 2_550),
        (1234567890.23, 123_456_789_023),
    ],
)
def test_a_model_may_write_an_amount_as_text_or_as_a_number_that_is_exact(
    given_: object, minor: int
):
    assert Payment.model_validate({"amount": given_}).amount.minor == minor


@pytest.mark.parametrize(
    "given_",
    [
        None,
        True,
        [],
        {},
        "lots",
        float("nan"),
        float("inf"),
        19.999,
        1e20,
        0.1 + 0.2,
        99999999.999,
    ],
)
def test_what_is_no_amount_is_refused_from_a_model(given_: object):
    with pytest.raises(ValidationError):
        Payment.model_validate({"amount": given_})


def test_a_model_is_told_to_write_an_amount_as_text():
    described = Payment.model_json_schema()["properties"]["amount"]

    assert (described["type"], described["format"]) == ("string", "money")

"""Which figures are amounts, of which currency, and which are no plain amount."""

import pytest

from bot.llm.offline.values.amounts import MOST_AT_ONCE, amounts, unfit_amounts


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("send 50 to Bob", ["50"]),
        ("$1,000.50", ["1000.50 USD"]),
        ("fifty bucks", ["50 USD"]),
        ("50 US dollars", ["50"]),
        ("50 cents", ["0.50 USD"]),
        ("twenty cents", ["0.20 USD"]),
        ("50 dollars and 20 cents", ["50.20 USD"]),
        ("$50, 5 cents", ["50.05 USD"]),
        ("fifty dollars and twenty cents", ["50.20 USD"]),
        ("2 grand", ["2000"]),
        ("two grand", ["2000"]),
        ("1.5 million", ["1500000"]),
        ("2.5k", ["2500"]),
        ("50 hundred", ["5000"]),
        ("5 hundred dollars", ["500 USD"]),
        ("fifty-five", ["55"]),
        ("pay 1234324 twenty five bucks", ["1234324", "25 USD"]),
        ("minus fifty", ["-50"]),
        ("minus 50", ["-50"]),
        ("50 bitcoin", ["50 BTC"]),
        ("₿1", ["1 BTC"]),
        ("₹50", ["50 INR"]),
        ("50 rupees", ["50 INR"]),
        ("50 shekels", ["50 ILS"]),
        ("A$50", ["50 AUD"]),
        ("C$ 50", ["50 CAD"]),
        ("X$50", []),
        ("what about 800?", ["800"]),
        ("500 or 600", ["500", "600"]),
        ("2026-11-23", []),
    ],
)
def test_an_amount_is_what_was_said(text: str, money: list[str]):
    assert [found.as_money for found in amounts(text)] == money


@pytest.mark.parametrize(
    "figure",
    [
        *("50%", "50% of it", "50 percent", "1 dozen", "a dozen", "half of", "half a million"),
        *("10-20", "10 - 20", "10 to 20 dollars", "between 10 and 20"),
        *("3 x 50 dollars", "3 times 50", "twice 50", "50 twice", "50 ten times"),
        *("up to 50", "less than $50", "no more than 50", "at least 50", "50 or so"),
        *("almost 50 dollars", "about 50", "around fifty", "~50"),
        *("50 Canadian dollars", "50 Swiss francs"),
        *("1.000", "1.000,50", "50,00", "2,5"),
        *("all of it", "all my money", "everything", "the rest"),
    ],
)
def test_what_is_no_plain_amount_is_none(figure: str):
    assert [*amounts(f"send {figure} please")] == []
    assert unfit_amounts(f"send {figure} please") == [figure]


@pytest.mark.parametrize("filler", ["Nothing new here. ", "no end of words ", "line\n", "a" * 50])
def test_an_amount_is_found_where_it_stands_however_long_the_text(filler: str):
    before = filler * (3 * MOST_AT_ONCE // len(filler))
    text = f"{before}. Send $50 to Ana. {before}. And about 60. Then 70 euros."

    found = [*amounts(text)]

    assert [amount.as_money for amount in found] == ["50 USD", "70 EUR"]
    assert [text[a.start : a.end].strip() for a in found] == ["$50", "70 euros"]
    assert unfit_amounts(text) == ["about 60"]

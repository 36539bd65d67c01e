"""Looking up stock prices."""

import pytest

from agents.kit import ToolFailed
from agents.stocks.agent import QUOTES, companies, stock_lookup
from tests.fakes.turns import Desk, demo_records


def a_desk() -> Desk:
    return Desk(stock_lookup, demo_records(stock_lookup))


@pytest.mark.proves("S0-02", "S0-42")
async def test_a_price_comes_from_the_table_and_says_that_it_is_demo_data_of_a_date():
    desk = a_desk()

    reply = await desk.call("stock_price", company="AAPL")

    assert reply == (
        "One share of Apple (AAPL) costs $228.88. This is demo data as of 2024-07-17 20:00 UTC."
    )
    assert desk.progress == ["Looking up the price of AAPL"]


@pytest.mark.proves("S0-06")
async def test_the_symbol_of_a_company_is_looked_up_first():
    desk = a_desk()

    await desk.call("stock_price", company="Apple")

    assert desk.progress == ["Looking up the symbol of Apple", "Looking up the price of AAPL"]


@pytest.mark.proves("S0-06", "S0-42")
@pytest.mark.parametrize(
    ("company", "symbol"),
    [
        ("Apple", "AAPL"),
        ("apple inc.", "AAPL"),
        ("Appel", "AAPL"),
        ("the Tesla company", "TSLA"),
        ("Microsfot", "MSFT"),
        ("google", "GOOG"),
        ("Alphabet", "GOOG"),
        ("coca cola", "KO"),
        ("Coke", "KO"),
        ("Walt Disney Co", "DIS"),
        ("Disney", "DIS"),
        ("nvda", "NVDA"),
        (" msft ", "MSFT"),
        ("APPL", "AAPL"),
    ],
)
async def test_a_company_is_found_even_if_misspelled(company: str, symbol: str):
    assert f"({symbol}) costs" in await a_desk().call("stock_price", company=company)


@pytest.mark.parametrize("company", ["Frobnicators United", "stock", "??", "TOOLONG"])
async def test_an_unknown_company_is_said_to_be_unknown_and_known_ones_are_named(company: str):
    with pytest.raises(ToolFailed, match=r"No single quote fits .* Known: Apple, .* and 4 more"):
        await a_desk().call("stock_price", company=company)


@pytest.mark.proves("S0-06")
async def test_words_that_mean_two_companies_are_asked_about():
    with pytest.raises(ToolFailed, match=r"Which one is meant: AAPL \(Apple\), TSLA \(Tesla\)\?"):
        await a_desk().call("stock_price", company="Apple or Tesla")


async def test_each_company_can_be_chosen_by_every_name_it_has():
    desk = a_desk()
    choices = await companies(desk.turn())

    assert choices["Apple"] == ("AAPL",)
    assert choices["Alphabet"] == ("GOOG", "Google")
    assert choices["Walt Disney"] == ("DIS", "Disney")
    for name, others in choices.items():
        told = {await desk.call("stock_price", company=one) for one in (name, *others)}
        assert len(told) == 1


@pytest.mark.proves("S0-02", "S0-25")
def test_stock_prices_need_no_login():
    assert stock_lookup.requires == ()
    assert [tool.requires for tool in stock_lookup.tools] == [()]


def test_seeding_quotes_again_changes_nothing():
    records = demo_records(stock_lookup)
    before = records.run(lambda rows: rows.find(QUOTES))

    assert stock_lookup.demo is not None
    records.run(stock_lookup.demo)

    assert records.run(lambda rows: rows.find(QUOTES)) == before
    assert len(before) == 12

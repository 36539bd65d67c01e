"""Looking up stock prices."""

import pytest

from agents.kit import ToolFailed
from agents.kit.errors import BadToolCall
from agents.stocks.agent import stock_lookup
from agents.stocks.quotes import QUOTES
from tests.fakes.turns import Desk, demo_records


def a_desk() -> Desk:
    return Desk(stock_lookup, demo_records(stock_lookup))


@pytest.mark.proves("S0-02", "S0-42")
async def test_a_price_comes_from_the_table_and_says_that_it_is_demo_data_of_a_date():
    desk = a_desk()

    reply = await desk.call("stock_price", symbol="AAPL")

    assert reply == (
        "One share of Apple (AAPL) costs $228.88. This is demo data as of 2024-07-17 20:00 UTC."
    )
    assert desk.progress == ["Looking up the price of AAPL"]


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
        ("Walt Disney Co", "DIS"),
        ("nvda", "NVDA"),
    ],
)
async def test_a_company_gives_its_symbol_even_if_misspelled(company: str, symbol: str):
    assert await a_desk().call("find_symbol", company=company) == symbol


@pytest.mark.parametrize("company", ["Frobnicators United", "stock", "??"])
async def test_an_unknown_company_is_said_to_be_unknown(company: str):
    with pytest.raises(ToolFailed, match="Which other company or symbol"):
        await a_desk().call("find_symbol", company=company)


@pytest.mark.proves("S0-06")
async def test_words_that_mean_two_companies_are_asked_about():
    with pytest.raises(ToolFailed, match=r"Did you mean: AAPL \(Apple\), TSLA \(Tesla\)\?"):
        await a_desk().call("find_symbol", company="Apple or Tesla")


async def test_an_unknown_symbol_names_the_near_ones():
    with pytest.raises(ToolFailed, match=r"Did you mean: AAPL \(Apple\)"):
        await a_desk().call("stock_price", symbol="APPL")


async def test_a_symbol_may_be_typed_small():
    assert "(MSFT)" in await a_desk().call("stock_price", symbol=" msft ")


@pytest.mark.parametrize("symbol", ["TOOLONG", "A1", ""])
def test_what_cannot_be_a_symbol_is_not_looked_up(symbol: str):
    tool = stock_lookup.tool_named("stock_price")

    assert tool is not None
    with pytest.raises(BadToolCall, match="symbol"):
        tool.read({"symbol": symbol})


def test_the_schema_says_how_a_symbol_looks_and_where_it_can_be_found():
    tool = stock_lookup.tool_named("stock_price")

    assert tool is not None
    assert tool.spec.parameters["properties"] == {
        "symbol": {
            "description": "ticker symbol",
            "pattern": "^[A-Z]{1,5}$",
            "type": "string",
            "x-from": "find_symbol",
        }
    }


@pytest.mark.proves("S0-02", "S0-25")
def test_stock_prices_need_no_login():
    assert stock_lookup.requires == ()
    assert [tool.requires for tool in stock_lookup.tools] == [(), ()]


def test_seeding_quotes_again_changes_nothing():
    records = demo_records(stock_lookup)
    before = records.run(lambda rows: rows.find(QUOTES))

    assert stock_lookup.demo is not None
    records.run(stock_lookup.demo)

    assert records.run(lambda rows: rows.find(QUOTES)) == before
    assert len(before) == 12

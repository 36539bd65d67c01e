"""The agent that looks up stock prices, and the tools it does it with."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from agents.kit import Agent, ToolFailed, Turn, tool
from agents.stocks.quotes import COMPANIES, QUOTES, Quote, meant_by, quote_of, seed_quotes


def _in_capitals(typed: object) -> object:
    return typed.strip().upper() if isinstance(typed, str) else typed


Company = Annotated[str, Field(description="name of the company", min_length=1, max_length=80)]
Symbol = Annotated[
    str,
    Field(
        description="ticker symbol",
        pattern=r"^[A-Z]{1,5}$",
        json_schema_extra={"x-from": "find_symbol"},
    ),
    BeforeValidator(_in_capitals),
]


class NoSingleMatch(ToolFailed):
    """The words mean no company with a quote, or more than one."""

    def __init__(self, wanted: str, near: Sequence[Quote]) -> None:
        shown = ", ".join(quote.shown for quote in near)
        hint = f"Did you mean: {shown}?" if near else "Which other company or symbol?"
        super().__init__(f"No single quote fits “{wanted[:40]}”. {hint}")


@tool
async def find_symbol(turn: Turn, company: Company) -> str:
    """Find the ticker symbol of a company by its name."""
    turn.progress(f"Looking up the symbol of {company}")
    meant = await turn.records.transact(lambda rows: meant_by(rows, company))
    match meant:
        case [quote]:
            return quote.symbol
        case _:
            raise NoSingleMatch(company, meant)


@tool(ends_task=True)
async def stock_price(turn: Turn, symbol: Symbol) -> str:
    """Look up what one share costs, by its symbol."""
    turn.progress(f"Looking up the price of {symbol}")
    quote = await turn.records.transact(lambda rows: quote_of(rows, symbol))
    if quote is None:
        raise NoSingleMatch(symbol, await turn.records.transact(lambda r: meant_by(r, symbol)))
    return (
        f"One share of {quote.company} ({quote.symbol}) costs {quote.price}. "
        f"This is demo data as of {quote.as_of:%Y-%m-%d %H:%M} UTC."
    )


stock_lookup = Agent(
    name="stock_lookup",
    description="Looks up stock prices by company or symbol; needs no login.",
    introduction="Looking up a stock price",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(find_symbol, stock_price),
    examples=(
        "what is the price of Apple stock?",
        "stock price of MSFT",
        "how much is a share of Tesla?",
        "look up a stock",
        "quote for NVDA",
    ),
    names=COMPANIES,
    opening="Which company, or which ticker symbol, shall I look up?",
    tables=(QUOTES,),
    demo=seed_quotes,
)

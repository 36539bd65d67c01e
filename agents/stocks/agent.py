"""The agent that looks up stock prices, and the tool it does it with."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from agents.kit import Agent, Choices, Rows, ToolFailed, Turn, tool
from agents.stocks.quotes import (
    COMPANIES,
    QUOTES,
    Quote,
    known_companies,
    meant_by,
    quote_of,
    seed_quotes,
)

MOST_SHOWN = 8


async def companies(turn: Turn) -> dict[str, tuple[str, ...]]:
    """The companies with a quote, each with its symbol and its other names."""
    return await turn.records.transact(known_companies)


Company = Annotated[
    str,
    Field(description="the company or its symbol", min_length=1, max_length=80),
    Choices(companies, others=True),
]


class NoSingleMatch(ToolFailed):
    """The words mean no company with a quote, or more than one."""

    def __init__(self, wanted: str, near: list[str], known: list[str]) -> None:
        more = len(known) - MOST_SHOWN
        rest = f" and {more} more" if more > 0 else ""
        hint = f"I know {', '.join(known[:MOST_SHOWN])}{rest}."
        if near:
            hint = f"Did you mean {' or '.join(near)}?"
        super().__init__(f"No single quote fits “{wanted[:40]}”. {hint}")


@tool(ends_task=True)
async def stock_price(turn: Turn, company: Company) -> str:
    """Look up what one share of a company costs."""
    quote = await turn.records.transact(lambda rows: quote_of(rows, company))
    if quote is None:
        turn.progress(f"Looking up the symbol of {company}")
        quote = await turn.records.transact(lambda rows: _the_one(rows, company))
    turn.progress(f"Looking up the price of {quote.symbol}")
    return (
        f"One share of {quote.company} ({quote.symbol}) costs {quote.price}. "
        f"This is demo data as of {quote.as_of:%Y-%m-%d %H:%M} UTC."
    )


def _the_one(rows: Rows, company: str) -> Quote:
    match meant_by(rows, company):
        case [quote]:
            return quote
        case near:
            known = list(known_companies(rows))
            raise NoSingleMatch(company, [quote.shown for quote in near], known)


stock_lookup = Agent(
    name="stock_lookup",
    description="Stock prices by company or symbol.",
    introduction="Looking up a stock price",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(stock_price,),
    examples=(
        "what is the price of Apple stock?",
        "stock price of MSFT",
        "how much is a share of Tesla?",
        "look up a stock",
        "quote for NVDA",
        "what does Netflix trade at?",
        "what does AAPL trade at?",
    ),
    names=COMPANIES,
    opening="Which company, or which ticker symbol, shall I look up?",
    tables=(QUOTES,),
    demo=seed_quotes,
)

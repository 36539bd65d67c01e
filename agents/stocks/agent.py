"""The agent that looks up stock prices, and the tool it does it with."""

from typing import Annotated

from pydantic import Field

from agents.kit import Agent, Choices, Rows, Turn, tool
from agents.kit.lengths import text_beside
from agents.kit.names import NotOneOf
from agents.stocks.quotes import (
    COMPANIES,
    QUOTES,
    SYMBOLS,
    Quote,
    known_companies,
    meant_by,
    seed_quotes,
)


async def companies(turn: Turn) -> dict[str, tuple[str, ...]]:
    """The companies with a quote, each with its symbol and its other names."""
    return await turn.records.transact(known_companies)


Company = Annotated[
    str,
    Field(description="the company or its symbol", min_length=1, max_length=80),
    Choices(companies, others=True),
]


@tool(ends_task=True)
async def stock_price(turn: Turn, company: Company) -> str:
    """Look up what one share of a company costs."""
    quote = await turn.records.transact(lambda rows: _the_one(rows, company))
    if not quote.is_called(company):
        turn.progress(f"Looking up the symbol of {company}")
    turn.progress(f"Looking up the price of {quote.symbol}")
    return (
        f"One share of {quote.company} ({quote.symbol}) costs {quote.price}. "
        f"This is demo data as of {quote.as_of:%Y-%m-%d %H:%M} UTC."
    )


def _the_one(rows: Rows, company: str) -> Quote:
    near = meant_by(rows, company)
    if len(near) == 1:
        return near[0]
    raise NotOneOf("quote", company, [quote.shown for quote in near], [*known_companies(rows)])


stock_lookup = Agent(
    name="stock_lookup",
    description="Stock prices by company or symbol.",
    introduction="Looking up a stock price",
    prompt=text_beside(__file__, "prompt.md"),
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
    names=(*COMPANIES, *SYMBOLS),
    opening="Which company, or which ticker symbol, shall I look up?",
    tables=(QUOTES,),
    demo=seed_quotes,
)

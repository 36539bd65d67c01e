"""The agent that looks up stock prices, and the tool it does it with."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Annotated

from pydantic import Field

from agents.kit import Agent, Choices, Column, Money, Rows, Table, Turn, tool
from agents.kit.ports.records import Row
from agents.kit.values.names import NotOneOf
from agents.kit.values.texts import text_beside

QUOTES = Table(
    "stock_quotes",
    (
        Column("symbol", key=True),
        Column("company"),
        Column("minor", kind="integer"),
        Column("currency"),
        Column("as_of", kind="moment"),
    ),
)

# Made-up prices of one made-up closing; a product would fill this table from a feed.
_AS_OF = datetime(2024, 7, 17, 20, 0, tzinfo=UTC)
_DEMO = (
    ("AAPL", "Apple", 22888),
    ("AMZN", "Amazon", 18793),
    ("GOOG", "Alphabet (Google)", 18253),
    ("IBM", "International Business Machines", 18747),
    ("INTC", "Intel", 3444),
    ("KO", "Coca-Cola", 6517),
    ("META", "Meta Platforms (Facebook)", 46199),
    ("MSFT", "Microsoft", 44352),
    ("NFLX", "Netflix", 64791),
    ("NVDA", "Nvidia", 11799),
    ("TSLA", "Tesla", 24850),
    ("DIS", "Walt Disney", 9709),
)
# What else people call them.
_SHORT = {"DIS": "Disney", "KO": "Coke", "META": "Meta"}


def _names_in(company: str) -> tuple[str, ...]:
    return tuple(company.removesuffix(")").split(" ("))


SYMBOLS = tuple(symbol for symbol, _company, _minor in _DEMO)
COMPANIES = tuple(name for _symbol, company, _minor in _DEMO for name in _names_in(company))


@dataclass(frozen=True, slots=True)
class Quote:
    """What a share of a company cost at a moment."""

    symbol: str
    company: str
    price: Money
    as_of: datetime

    @property
    def shown(self) -> str:
        """What to call it in a text."""
        return f"{self.symbol} ({self.company})"

    def is_called(self, words: str) -> bool:
        """Say whether exactly its symbol was named, in capitals or not."""
        return words.strip().upper() == self.symbol


def seed_quotes(rows: Rows) -> None:
    """Add the demo quotes that are missing."""
    for symbol, company, minor in _DEMO:
        if not rows.find(QUOTES, symbol=symbol):
            rows.add(
                QUOTES, symbol=symbol, company=company, minor=minor, currency="USD", as_of=_AS_OF
            )


def known_companies(rows: Rows) -> dict[str, tuple[str, ...]]:
    """The companies with a quote, each with its symbol and its other names."""
    known = {}
    for quote in map(_quote, rows.find(QUOTES)):
        name, *others = _names_in(quote.company)
        short = (_SHORT[quote.symbol],) if quote.symbol in _SHORT else ()
        known[name] = (quote.symbol, *others, *short)
    return known


def meant_by(rows: Rows, company: str) -> list[Quote]:
    """List the companies these words may mean: one if they are clear, else the near ones."""
    quotes, wanted = [_quote(row) for row in rows.find(QUOTES)], _words(company)
    exact = [quote for quote in quotes if quote.is_called(company)]
    named = [quote for quote in quotes if wanted & _names(quote)]
    return exact or named or [quote for quote in quotes if _is_near(wanted, quote)]


def _quote(row: Row) -> Quote:
    price = Money(minor=row["minor"], currency=row["currency"])
    return Quote(row["symbol"], row["company"], price, row["as_of"])


def _is_near(wanted: set[str], quote: Quote) -> bool:
    return any(get_close_matches(word, _names(quote), n=1, cutoff=0.75) for word in wanted)


def _names(quote: Quote) -> set[str]:
    short = _SHORT.get(quote.symbol, "")
    return _words(f"{quote.company} {quote.symbol} {short}")


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


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

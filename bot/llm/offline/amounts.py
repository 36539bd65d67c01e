"""Finds numbers and amounts of money in a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CURRENCIES = {
    "USD": r"\$|usd|dollars?|bucks?",
    "EUR": r"€|eur|euros?",
    "GBP": r"£|gbp|pounds?|quid",
    "CHF": r"chf|francs?",
    "JPY": r"jpy|yen",
    "CAD": r"cad",
    "AUD": r"aud",
    "SEK": r"sek",
    "NOK": r"nok",
    "DKK": r"dkk",
}
_ANY_CURRENCY = "|".join(_CURRENCIES.values())
_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<sign>-)?(?P<before>{_ANY_CURRENCY})?\s?"
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d+)?)(?P<thousand>k\b)?"
    rf"(?:\s?(?P<after>{_ANY_CURRENCY})(?!\w))?(?!\w|[.,]\d|-\d)",
    re.IGNORECASE,
)
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORTH = {word: number for number, word in enumerate(_SMALL.split())}
_WORTH |= {word: 10 * number for number, word in enumerate(_TENS.split(), 2)}
_SCALES = {"hundred": 100, "thousand": 1000}
_NUMBER_WORD = "|".join([*_WORTH, *_SCALES])
_WORDS = re.compile(
    rf"\b(?P<words>(?:(?:an?|{_NUMBER_WORD})[\s-]+(?:and\s+)?)*(?:{_NUMBER_WORD}))\b"
    rf"(?:\s(?P<after>{_ANY_CURRENCY})\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a text, with its currency if one was named, and where it stands."""

    number: str
    currency: str
    start: int
    end: int

    @property
    def as_money(self) -> str:
        """Write it the way the kit's money is read."""
        return f"{self.number} {self.currency}".strip()

    @property
    def is_whole(self) -> bool:
        """True for a number that is no fraction."""
        return "." not in self.number


def amounts(text: str) -> Iterator[Amount]:
    """The numbers in a text, in digits or in words; "one" alone counts nothing."""
    for match in _NUMBER.finditer(text):
        number = match["number"].replace(",", "")
        if match["thousand"]:
            number = f"{float(number) * 1000:.10g}"
        currency = _currency(match["before"] or match["after"])
        yield Amount(f"{match['sign'] or ''}{number}", currency, *match.span())
    for match in _WORDS.finditer(text):
        if match.group().lower() != "one":
            number = str(_value(match["words"]))
            yield Amount(number, _currency(match["after"]), *match.span())


def is_bare_number(text: str) -> bool:
    """Say whether a text is a number or an amount, or several, and nothing else."""
    rest, found = text, [*amounts(text)]
    for amount in found:
        rest = rest[: amount.start] + " " * (amount.end - amount.start) + rest[amount.end :]
    return bool(found) and not re.search(r"\w", rest)


def _currency(written: str | None) -> str:
    matching = (
        code
        for code, pattern in _CURRENCIES.items()
        if written and re.fullmatch(pattern, written, re.IGNORECASE)
    )
    return next(matching, "")


def _value(words: str) -> int:
    total = current = 0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word == "hundred":
            current = max(current, 1) * 100
        elif word == "thousand":
            total, current = total + max(current, 1) * 1000, 0
        else:
            current += _WORTH.get(word, 0)
    return total + current

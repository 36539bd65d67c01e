"""Finds numbers and amounts of money in a text, and figures that are no plain amount."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

_CURRENCIES = {
    "USD": r"us\$|\$|usd|dollars?|bucks?",
    "EUR": r"€|eur|euros?",
    "GBP": r"£|gbp|pounds?|quid",
    "CHF": r"chf|francs?",
    "JPY": r"¥|jpy|yen",
    "CAD": r"ca?\$|cad",
    "AUD": r"au?\$|aud",
    "NZD": r"nz\$|nzd",
    "SEK": r"sek",
    "NOK": r"nok",
    "DKK": r"dkk",
    "INR": r"₹|inr|rupees?",
    "ILS": r"₪|ils|shekels?",
    "RUB": r"₽|rub|rubles?|roubles?",
    "MXN": r"mxn|pesos?",
    "CNY": r"cny|rmb|yuan",
    "TRY": r"₺|liras?",
    "PLN": r"pln|zloty?s?",
    "BTC": r"₿|btc|bitcoins?",
    "ETH": r"eth|ethereum|ethers?",
}
_ANY_CURRENCY = "|".join(_CURRENCIES.values())
_SIGNS = "$€£¥₹₪₽₺₿"
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORTH = {word: number for number, word in enumerate(_SMALL.split())}
_WORTH |= {word: 10 * number for number, word in enumerate(_TENS.split(), 2)}
_SCALES = {"hundred": 100, "thousand": 1000, "grand": 1000, "million": 1_000_000}
_SCALE = "|".join(_SCALES)
_NUMBER_WORD = "|".join([*_WORTH, *_SCALES])
_MOST_WORDS = 12  # before the last: enough for millions, and no long run is looked through
_NUMBER = re.compile(
    rf"(?<![\w.,{_SIGNS}])(?<!\w-)(?P<sign>-|(?:minus|negative)\s+)?(?P<before>{_ANY_CURRENCY})?\s?"
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d+)?)"
    rf"(?P<scale>k\b|\s?(?:{_SCALE})\b)?"
    rf"(?:\s?(?P<after>{_ANY_CURRENCY})(?!\w))?(?!\w|[.,]\d|-\d)",
    re.IGNORECASE,
)
_WORDS = re.compile(
    rf"\b(?P<sign>(?:minus|negative)\s+)?"
    rf"(?P<words>(?:(?:an?|{_NUMBER_WORD})[\s-]+(?:and\s+)?){{0,{_MOST_WORDS}}}"
    rf"(?:{_NUMBER_WORD}))\b"
    rf"(?:\s(?P<after>{_ANY_CURRENCY})\b)?",
    re.IGNORECASE,
)
_MINOR = re.compile(r"\s?(?:cents?\b|¢)", re.IGNORECASE)
_OF_AMOUNTS = re.compile(rf"{_ANY_CURRENCY}|{_NUMBER_WORD}|cents?|minus|negative", re.IGNORECASE)
_JOINT = re.compile(r"\s*(?:,|and|&)?\s*", re.IGNORECASE)
MOST_AT_ONCE = 400  # characters
_SENTENCE_ENDS = re.compile(r"[.;!?]\s|\n")

# What is no plain amount: a share, a range, a bound, something counted, or of an unknown kind.
_DIGITS = rf"[{_SIGNS}]?\s?\d[\d,]{{0,6}}(?:\.\d+)?k?(?:\s(?:{_SCALE})\b)?"
_SPOKEN = rf"(?:(?:an?|{_NUMBER_WORD})[\s-]+){{0,{_MOST_WORDS}}}(?:{_NUMBER_WORD})\b"
_COMPOUND = rf"(?:{_TENS.replace(' ', '|')})-(?:{'|'.join(_SMALL.split()[1:10])})\b(?!-)"
_FIGURE = rf"(?:(?<![\w.,-]){_DIGITS}(?![\w]|[.,]\d)|\b{_SPOKEN})"
_COUNTED = rf"{_FIGURE}(?:\s?(?:{_ANY_CURRENCY})(?!\w))?"
_NO_KIND = rf"(?!(?:us|american|more|extra|and|or|in|of|to|from|{_NUMBER_WORD})\b)"
_UNFIT = re.compile(
    # Elsewhere “1.000” is a thousand, and “2,50” is two and a half; nobody should have to guess.
    r"(?<![\w.,-])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\w-]|[.,]\d)"
    r"|(?<![\w.,-])\d+,\d{1,2}(?![\w-]|[.,]\d)"
    r"|\b(?:all (?:of )?(?:it|that|(?:my|the) (?!best\b)\w+)|it all|the (?:rest|remainder)|"
    r"everything(?! (?:is|else|ok)\b))\b"
    r"|(?<![\w.,-])\d[\d.,]*(?:e[+-]?\d+|x)(?![\w])|(?<!\w)x\d+(?![\w])"
    rf"|{_FIGURE}\s?(?:%|percent\b|per cent\b)(?:\s+of\s+\w+)?"
    rf"|(?:{_FIGURE}\s+|\ban?\s+)?\b(?:dozens?|couple|scores?)\b(?:\s+of)?"
    rf"|(?!{_COMPOUND}){_FIGURE}(?:\s?[\u2013\u2014]\s?|-|\s-\s)(?:{_DIGITS}|{_SPOKEN})(?![\w-])"
    rf"|\bbetween\s+{_COUNTED}\s+and\s+{_COUNTED}"
    rf"|{_FIGURE}\s+to\s+\d{{1,4}}\s(?:(?:{_ANY_CURRENCY})(?!\w)|(?=to\b))"
    rf"|{_COUNTED}\s?(?:x|\u00d7|\*|times)\s?{_COUNTED}"
    rf"|(?:{_COUNTED}\s+)?{_FIGURE}\s?(?:x|\u00d7|times)(?!\w)"
    rf"|\b(?:twice|thrice|double|triple|half|a third|a quarter)\b(?:\s+(?:of|an?|the))*"
    rf"(?:\s+{_COUNTED})?"
    rf"|{_COUNTED}\s+(?:twice|thrice|or so|or more|or less|at most|at least)\b"
    rf"|(?<!what )(?<!how )\b(?:(?:not |no )?(?:less|more|fewer) than|up to|at least|at most|"
    rf"almost|about|around|approximately|approx\.?|roughly|nearly|circa|over|under|above|below|maybe|"
    rf"max(?:imum)?|min(?:imum)?)\s+{_COUNTED}"
    rf"|[~<>≤≥]\s?{_COUNTED}"
    rf"|{_FIGURE}\s+{_NO_KIND}[a-z]+\s+(?:dollars?|francs?|pounds?|pesos?|dinars?|coins?|crowns?)\b",
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
    """The numbers in a text, in digits or in words; "one" alone counts nothing.

    What is no plain amount, as "about 50", is none.
    """
    return iter(_amounts(text))


@lru_cache(maxsize=256)
def _amounts(text: str) -> tuple[Amount, ...]:
    found = list[Amount]()
    parts = list[str]()
    for start, part in _parts(text):
        plain = _UNFIT.sub(lambda unfit: " " * len(unfit.group()), part)
        read = sorted((*_in_digits(plain), *_in_words(plain)), key=lambda amount: amount.start)
        found += [replace(a, start=a.start + start, end=a.end + start) for a in read]
        parts.append(plain)
    return tuple(_with_cents(found, "".join(parts)))


def is_of_amounts(word: str) -> bool:
    """Say whether a word stands in amounts: a number, a currency, cents."""
    return bool(_OF_AMOUNTS.fullmatch(word))


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Cut a long text where sentences end, or words: looking for amounts takes the square."""
    start = 0
    while len(text) - start > MOST_AT_ONCE:
        piece = text[start : start + MOST_AT_ONCE]
        ends = [found.end() for found in _SENTENCE_ENDS.finditer(piece)] or [piece.rfind(" ") + 1]
        end = ends[-1] or MOST_AT_ONCE
        yield start, piece[:end]
        start += end
    yield start, text[start:]


def unfit_amounts(text: str) -> list[str]:
    """The figures of a text that are no plain amount, as they were said."""
    return [
        found.group().strip() for _start, part in _parts(text) for found in _UNFIT.finditer(part)
    ]


def is_bare_number(text: str) -> bool:
    """Say whether a text is a number or an amount, or several, and nothing else."""
    rest, found = text, [*amounts(text)]
    for amount in found:
        rest = rest[: amount.start] + " " * (amount.end - amount.start) + rest[amount.end :]
    return bool(found) and not re.search(r"\w", rest)


def _in_digits(text: str) -> Iterator[Amount]:
    for match in _NUMBER.finditer(text):
        number = match["number"].replace(",", "")
        if scale := (match["scale"] or "").strip().lower():
            number = f"{Decimal(number) * _SCALES.get(scale, 1000):f}"
            number = number.rstrip("0").rstrip(".") if "." in number else number
        currency = _currency(match["before"] or match["after"])
        yield Amount(f"{'-' if match['sign'] else ''}{number}", currency, *match.span())


def _in_words(text: str) -> Iterator[Amount]:
    for match in _WORDS.finditer(text):
        follows_digit = re.match(r"\d", text[: match.start()].rstrip()[-1:])
        is_scale = bool(follows_digit) and match["words"].lower() in _SCALES  # "2 grand" is one
        if match.group().lower() != "one" and not is_scale:
            number = f"{'-' if match['sign'] else ''}{_value(match['words'])}"
            yield Amount(number, _currency(match["after"]), *match.span())


def _with_cents(found: Iterable[Amount], text: str) -> Iterator[Amount]:
    """The same amounts, with those in cents made a part of the dollars before them."""
    whole: Amount | None = None
    for amount in found:
        minor = _MINOR.match(text, amount.end)
        if minor is None or not amount.is_whole:
            if whole is not None:
                yield whole
            whole = amount
            continue
        joins = whole and whole.currency and whole.is_whole
        if whole and joins and _JOINT.fullmatch(text[whole.end : amount.start]):
            number = Decimal(whole.number) + Decimal(amount.number) / 100
            yield replace(whole, number=f"{number:.2f}", end=minor.end())
        else:
            if whole is not None:
                yield whole
            number = Decimal(amount.number) / 100
            yield Amount(f"{number:.2f}", "USD", amount.start, minor.end())
        whole = None
    if whole is not None:
        yield whole


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
        scale = _SCALES.get(word, 0)
        if word == "hundred":
            current = max(current, 1) * 100
        elif scale:
            total, current = total + max(current, 1) * scale, 0
        else:
            current += _WORTH.get(word, 0)
    return total + current

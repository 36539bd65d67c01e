"""Numbers in words: those of seven languages, and those of Japanese and Chinese."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from text_to_num import text2num

from bot.language.lists import single_words, small_words
from bot.language.normal import Token, needs_no_blank

LANGUAGES = ("en", "fr", "es", "pt", "de", "it", "nl")
LONGEST_RUN = 8  # words

_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_HALF_BEHIND = re.compile(
    r" (?:and|und|et|y|e|en) (?:an? |one |eine? |une? |un[ao]? |uma? |een )?"
    r"(?:half|halbe?[nrs]?|demie?|medi[ao]|mezz[ao]|mei[ao]|quarter|halve)\b",
    re.IGNORECASE,
)
_EASTERN = re.compile("[〇零一二三四五六七八九十百千万億亿两兩]+")
_UNITS = {char: at for at, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "億": 10**8, "亿": 10**8}


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a normal text: its places there, and the letters that touch it."""

    start: int
    end: int
    value: Decimal | None
    doubt: str = ""
    digits: str = ""
    before: str = ""
    behind: str = ""


def spelled_in(text: str, languages: frozenset[str]) -> Iterator[Number]:
    """The numbers in words that a text has; what is one in some language alone counts there."""
    yield from _eastern(text)
    tokens = [Token(m[0].casefold(), *m.span()) for m in _WORD.finditer(text)]
    at = 0
    while at < len(tokens):
        length, value = _longest(tokens, at, languages, text)
        if not length or _is_no_number(tokens, at, length, languages):
            at += length or 1
            continue
        found, at = _with_neighbours(tokens, at, length, value, text)
        yield found


def _longest(
    tokens: list[Token], at: int, languages: frozenset[str], text: str
) -> tuple[int, int | None]:
    """How many words from here on are one number, and its value if it has but one."""
    if not (spoken := _spoken(tokens[at].text)):
        return 0, None
    best, values = 1, _values(tokens[at].text, spoken, languages)
    run = tokens[at].text
    for more in range(at + 1, min(at + LONGEST_RUN, len(tokens))):
        if text[tokens[more - 1].end : tokens[more].start] != " ":
            break
        run = f"{run} {tokens[more].text}"
        if found := _values(run, spoken, languages):
            best, values = more - at + 1, found
        elif not (_spoken(tokens[more].text) or _is_link(tokens[more].text)):
            break
    return best, values.pop() if len(values) == 1 else None


def _values(run: str, spoken: tuple[str, ...], languages: frozenset[str]) -> set[int]:
    known = [language for language in spoken if language in languages] or spoken
    return {value for language in known if (value := _number(run, language)) is not None}


def _is_no_number(tokens: list[Token], at: int, length: int, languages: frozenset[str]) -> bool:
    """Say whether a single word is a number in another language than the text's, or a pronoun."""
    word = tokens[at].text
    if length > 1 or len(tokens) == 1:
        return length == 1 and len(word) == 1
    before = tokens[at - 1].text if at else ""
    if word in single_words("numbers", "articles") or (
        word == "one" and before in single_words("numbers", "which")
    ):
        return True
    if word not in single_words("numbers", "ambiguous") and word not in small_words():
        return False
    return languages.isdisjoint(_spoken(word))


def _odd_from(tokens: list[Token], at: int, text: str) -> int:
    """Up to where the words from here on make a number another one: five point two."""
    end = at
    while end < len(tokens) and text[tokens[end - 1].end : tokens[end].start] == " ":
        word = tokens[end].text
        is_point = word in single_words("numbers", "points") | single_words("numbers", "half")
        if not (is_point or (_spoken(word) and word not in single_words("numbers", "articles"))):
            break
        end += 1
    return end


def _with_neighbours(
    tokens: list[Token], at: int, length: int, value: int | None, text: str
) -> tuple[Number, int]:
    """The number, unless the words around it make it another one, and the next word."""
    start, behind = tokens[at].start, at + length
    if behind < len(tokens) and text[tokens[behind - 1].end : tokens[behind].start] == " ":
        if tokens[behind].text in single_words("numbers", "scales"):
            return Number(start, tokens[behind].end, None, "scale"), behind + 1
        odd = _odd_from(tokens, behind, text)
        if odd > behind:
            return Number(start, tokens[odd - 1].end, None, "word"), odd
    near = {token.text for token in tokens[max(0, at - 2) : at]}
    vague = single_words("numbers", "half") | single_words("numbers", "vague")
    before = tokens[at - 1].text if at else ""
    is_odd = before in single_words("numbers", "less") | single_words("numbers", "points")
    if value is None or is_odd or near & vague or half_follows(text, tokens[behind - 1].end):
        return Number(start, tokens[behind - 1].end, None, "word"), behind
    return Number(start, tokens[behind - 1].end, Decimal(value)), behind


def half_follows(text: str, end: int) -> bool:
    """Say whether a half is added to the number that ends here: two and a half."""
    return bool(_HALF_BEHIND.match(text, end))


@lru_cache(maxsize=8192)
def _spoken(word: str) -> tuple[str, ...]:
    """The languages in which a word is a number."""
    if len(word) == 1:
        return ()
    return tuple(language for language in LANGUAGES if _number(word, language) is not None)


@lru_cache(maxsize=8192)
def _number(run: str, language: str) -> int | None:
    try:
        return int(text2num(run, language))
    except ValueError:
        return None


def _is_link(word: str) -> bool:
    return word in single_words("numbers", "and")


def _eastern(text: str) -> Iterator[Number]:
    for match in _EASTERN.finditer(text):
        start, end = match.span()
        before, behind = text[start - 1 : start], text[end : end + 1]
        if before.isdigit() or before == "第" or not _counts(before, behind, match[0]):
            continue
        value = _eastern_value(match[0])
        yield Number(start, end, value, "" if value is not None else "word")


def _counts(before: str, behind: str, run: str) -> bool:
    """Say whether signs are a number and no part of a word: 三人, but not 一緒."""
    if behind and behind in next(iter(single_words("numbers", "eastern_behind"))):
        return True
    is_apart = not (behind and needs_no_blank(behind)) or len(run) > 1
    return is_apart and not (before and needs_no_blank(before) and len(run) == 1)


def _eastern_value(run: str) -> Decimal | None:
    """What a Japanese or Chinese numeral is worth; None where its signs stand in no order."""
    total, part, digit, last = 0, 0, -1, 10**12
    for char in run:
        if char in _UNITS:
            if digit > 0:
                return None
            digit = _UNITS[char]
        elif char in _TENS:
            part, digit = part + max(digit, 1) * _TENS[char], -1
        elif _MYRIADS[char] >= last:
            return None
        else:
            last = _MYRIADS[char]
            total, part, digit = total + (part + max(digit, 0)) * last, 0, -1
    return Decimal(total + part + max(digit, 0))

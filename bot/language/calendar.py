"""Counting with dates, and days as Japanese, Chinese and Korean write them, without blanks."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta

from bot.language.lists import table

WEEK = 7
LONGEST_BACK = 31  # days; a date without a year that is longer ago means the coming one


def fixed(year: int, month: int, day: int) -> date | None:
    """The date, or None where there is no such day."""
    with suppress(ValueError):
        return date(year, month, day)
    return None


def days_on(today: date, days: int) -> date:
    """So many days later; the last day there is, where that is too far."""
    try:
        return today + timedelta(days=days)
    except OverflowError:
        return date.max if days > 0 else date.min


def months_on(today: date, months: int) -> date:
    """The same day so many months later, or the last one of a shorter month."""
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    for last in range(today.day, 0, -1):
        if found := fixed(year, month + 1, last):
            return found
    return date.max


def nearest(today: date, month: int, day: int) -> date | None:
    """This year's date unless it is long past, else the coming one; None if it never is."""
    for year in range(today.year - 1, today.year + 9):  # a leap day may be eight years away
        if (found := fixed(year, month, day)) and (today - found).days <= LONGEST_BACK:
            return found
    return None


def coming(today: date, weekday: int) -> date:
    """The next such weekday after today."""
    return days_on(today, (weekday - today.weekday()) % WEEK or WEEK)


def of_next_week(today: date, weekday: int) -> date:
    """The weekday of the week that follows this one."""
    return days_on(today, WEEK - today.weekday() + weekday)


def passed(today: date, weekday: int) -> date:
    """The last such weekday before today."""
    ahead = (weekday - today.weekday()) % WEEK
    return days_on(today, ahead - WEEK)


_DATED = re.compile(r"(?:(\d{4}) ?[年년] ?)?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日号號일]")
_COUNTED = re.compile(
    r"(?<!\d)(\d{1,3}) ?(日|天|週間|周|个星期|星期|일|주) ?(?:後|后|以后|之后|뒤|후)"
)
_WEEKDAY = re.compile(
    r"(来週の?|次の|今週の?|先週の?|下个?|下個?|这个?|這個?|上个?|上個?|本|다음 ?주 ?|이번 ?주 ?)?"
    r"(?:([月火水木金土日])曜日?|(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])|([월화수목금토일])요일)"
)
_SIGNS = "月火水木金土日", "一二三四五六日", "월화수목금토일"


def days_in_signs(text: str, today: date) -> Iterator[tuple[int, int, date | None]]:
    """The days of a normal text that are written in signs, and their places."""
    if text.isascii():
        return
    for match in _DATED.finditer(text):
        year, month, day = match[1], int(match[2]), int(match[3])
        found = fixed(int(year), month, day) if year else nearest(today, month, day)
        if found and not text[match.start() - 1 : match.start()].isdigit():
            yield *match.span(), found
    for match in _COUNTED.finditer(text):
        days = int(match[1]) * (1 if match[2] in "日天일" else WEEK)
        yield *match.span(), days_on(today, days)
    for match in _WEEKDAY.finditer(text):
        yield *match.span(), _weekday(match, today)
    yield from _relative(text, today)


def _weekday(match: re.Match[str], today: date) -> date:
    sign = match[2] or match[3] or match[4]
    name = next(signs.index(sign) for signs in _SIGNS if sign in signs) if sign != "天" else 6
    if match[3]:
        name = _SIGNS[1].index("日" if sign == "天" else sign)
    which = (match[1] or "").strip()
    if which.startswith(("来週", "下", "다음")):
        return of_next_week(today, name)
    if which.startswith(("先週", "上")):
        return days_on(of_next_week(today, name), -2 * WEEK)
    if which.startswith(("今週", "这", "這", "本", "이번")):
        return days_on(of_next_week(today, name), -WEEK)
    return coming(today, name)


def _relative(text: str, today: date) -> Iterator[tuple[int, int, date | None]]:
    listed = table("days", "unspaced")
    for match in re.compile("|".join(sorted(listed, key=len, reverse=True))).finditer(text):
        yield *match.span(), days_on(today, int(listed[match[0]]))

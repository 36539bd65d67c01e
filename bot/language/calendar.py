"""Counting with dates: months on, coming weekdays, the year that a date without one means."""

from contextlib import suppress
from datetime import date, timedelta

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

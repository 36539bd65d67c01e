"""Days and times of day as people write them, in many languages, and the dates they mean."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from bot.language.calendar import (
    WEEK,
    coming,
    days_in_signs,
    days_on,
    fixed,
    months_on,
    nearest,
    of_next_week,
    passed,
)
from bot.language.currencies import months, weekdays
from bot.language.lists import phrases, single_words, table
from bot.language.normal import (
    FoundValue,
    Normalised,
    Token,
    bounded,
    fold,
    normalised,
    without_addresses,
)

LONGEST_PHRASE = 5  # words

_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['-][^\W\d_]+)*|[^\s\w]")
_WRITTEN = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})"
    r"|(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})"
    r"|(?P<first>\d{1,2})(?P<mark>[./-]) ?(?P<second>\d{1,2})(?P=mark) ?(?P<last>\d{4})"
)
_NOON = 12
_AFTERNOON = frozenset({"午後", "下午", "晚上", "오후", "夜"})
_FREE, _HALF, _SECONDS = r"(?<![\w:.,-])", r"[ap]\.?m\b\.?", r"(?::\d{2})?"
_TIME = re.compile(
    rf"{_FREE}(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}}){_SECONDS}(?: ?(?P<half>{_HALF}))?(?![\w:])"
    rf"|{_FREE}(?P<hour2>\d{{1,2}})(?:\.(?P<minute2>\d{{2}}))? ?(?P<half2>{_HALF})"
    rf"|{_FREE}(?P<hour3>\d{{1,2}})(?:[:.](?P<minute3>\d{{2}}))? ?Uhr"
    r"(?: (?P<minute4>\d{2})(?!\d))?\b"
    rf"|{_FREE}(?P<hour5>\d{{1,2}}) ?h ?(?P<minute5>\d{{2}})(?!\w)"
    r"|(?P<half6>午前|午後|上午|下午|早上|晚上|夜|오전|오후)? ?(?<!\d)(?P<hour6>\d{1,2})"
    r" ?[時点點时시](?![間间])(?: ?(?P<minute6>\d{1,2}) ?[分분]|(?P<thirty>半|반))?",
    re.IGNORECASE,
)
_BEFORE, _BEHIND = re.compile(r"[\w/.-]$"), re.compile(r"[\w/-]")


@dataclass(frozen=True, slots=True)
class _Day:
    start: int
    end: int
    value: date | None
    doubt: str = ""


def find_days(text: str, today: date) -> tuple[FoundValue[date], ...]:
    """Every day that a text speaks of, as a date seen from today."""
    read = normalised(bounded(text))
    searched = without_addresses(read.text)
    found = sorted(_days(searched, today), key=lambda day: (day.start, -day.end))
    return tuple(_as_found(read, day) for day in _in_turn(searched, _apart(found)))


def _days(text: str, today: date) -> Iterator[_Day]:
    for start, end, value in days_in_signs(text, today):
        yield _Day(start, end, value)
    for match in _WRITTEN.finditer(text):
        if (day := _written(match)) is not None:
            yield day
    yield from _in_words(text, today)


def _apart(found: list[_Day]) -> Iterator[_Day]:
    """The days that do not lie in another one, the first and longest of each."""
    end = -1
    for day in found:
        if day.start >= end:
            end = day.end
            yield day


def _in_turn(text: str, days: Iterator[_Day]) -> Iterator[_Day]:
    """The days, of which a weekday up to which something lasts follows the one before it."""
    last: _Day | None = None
    for day in days:
        last = _after(last, day, text) if last else day
        yield last


def _after(first: _Day, day: _Day, text: str) -> _Day:
    weekday = weekdays().get(fold(text[day.start : day.end]))
    between = fold(text[first.end : day.start]).strip()
    if first.value is None or weekday is None or between not in phrases("days", "until"):
        return day
    return replace(day, value=coming(first.value, weekday))


def _as_found(read: Normalised, day: _Day) -> FoundValue[date]:
    return FoundValue(*read.part(day.start, day.end), day.value, day.doubt)


def _written(match: re.Match[str]) -> _Day | None:
    """A date in digits; where month and day could be either, it is nobody's guess."""
    start, end = match.span()
    if _BEFORE.search(match.string[max(0, start - 1) : start]) or _BEHIND.match(
        match.string[end : end + 1]
    ):
        return None
    if match["year"] or match["y"]:
        names = ("year", "month", "day") if match["year"] else ("y", "m", "d")
        value = fixed(*(int(match[name]) for name in names))
        return _Day(start, end, value) if value else None
    first, second, year = int(match["first"]), int(match["second"]), int(match["last"])
    if match["mark"] == "." or first == second:
        value = fixed(year, second, first)
        return _Day(start, end, value) if value else None
    if max(first, second) <= 12:  # noqa: PLR2004 - months
        return _Day(start, end, None, "separator")
    month, day = sorted((first, second))
    value = fixed(year, month, day)
    return _Day(start, end, value) if value else None


def _in_words(text: str, today: date) -> Iterator[_Day]:
    tokens = [Token(fold(m[0]), *m.span()) for m in _TOKEN.finditer(text)]
    at = 0
    while at < len(tokens):
        read = (
            _relative(tokens, at, today)
            or _counted(tokens, at, today)
            or _dated(tokens, at, today)
            or _weekday(tokens, at, today)
        )
        if read is None:
            at += 1
            continue
        value, doubt, count = read
        yield _Day(tokens[at].start, tokens[at + count - 1].end, value, doubt)
        at += count


_Read = tuple[date | None, str, int]  # the date, why it is in doubt, and how many tokens it takes


def _relative(tokens: list[Token], at: int, today: date) -> _Read | None:
    """Today, tomorrow, next week: closed phrases of each language, the longest first."""
    listed = table("days", "relative")
    for length in range(min(LONGEST_PHRASE, len(tokens) - at), 0, -1):
        phrase = " ".join(token.text for token in tokens[at : at + length])
        is_morning = _is_morning(phrase, tokens[at - 1].text if at else "")
        if phrase in listed and not is_morning:
            return _moved(listed[phrase], today), "", length
    return None


def _is_morning(word: str, before: str) -> bool:
    """Say whether it is the morning itself, and no day: guten Morgen, por la mañana."""
    of_mornings = single_words("days", "of_mornings")
    return word in single_words("days", "mornings") and before in of_mornings


def _moved(how: str, today: date) -> date:
    if how == "week":
        return days_on(today, WEEK - today.weekday())
    return months_on(today.replace(day=1), 1) if how == "month" else days_on(today, int(how))


def _counted(tokens: list[Token], at: int, today: date) -> _Read | None:
    """In two weeks; в the words of each language, before or behind the unit."""
    words = [token.text for token in tokens[at : at + 6]]
    opens = _opening(words)
    if not opens or len(words) < opens + 2:
        return None
    count, unit = _count(words[opens]), table("days", "units").get(words[opens + 1])
    if count is None or unit is None:
        return None
    return _later(today, count, unit), "", opens + 2


def _opening(words: list[str]) -> int:
    """How many words at the beginning say that a time from now follows: in, daqui a."""
    openings = phrases("days", "in")
    return next((n for n in (2, 1) if len(words) > n and " ".join(words[:n]) in openings), 0)


def _later(today: date, count: int, unit: str) -> date:
    if unit == "month":
        return months_on(today, count)
    return days_on(today, count * (WEEK if unit == "week" else 1))


def _count(word: str) -> int | None:
    if word.isdigit():
        return int(word) if len(word) <= len("999") else None
    found = table("days", "counts").get(word)
    return int(found) if found else None


def _dated(tokens: list[Token], at: int, today: date) -> _Read | None:
    """23 November, 5. Dezember 2026, the 24th of December, Nov 23rd, 2026."""
    first = tokens[at].text
    if first.isdigit() and len(first) <= 2:  # noqa: PLR2004 - digits of a day
        return _day_first(tokens, at, today)
    if first in months() and at + 1 < len(tokens):
        return _month_first(tokens, at, today)
    return None


def _day_first(tokens: list[Token], at: int, today: date) -> _Read | None:
    if at and tokens[at - 1].end == tokens[at].start and not _is_free(tokens[at - 1].text):
        return None
    place = _past(tokens, at + 1, single_words("days", "ordinal"), most=1)
    place = _past(tokens, place, single_words("days", "of"), most=1)
    if place >= len(tokens) or tokens[place].text not in months():
        return None
    if place == at + 1 and tokens[at].end == tokens[place].start:
        return None
    return _of(tokens, at, (int(tokens[at].text), months()[tokens[place].text], place + 1), today)


def _month_first(tokens: list[Token], at: int, today: date) -> _Read | None:
    place = _past(tokens, at + 1, frozenset({"."}), most=1)
    place = _past(tokens, place, frozenset({"the"}), most=1)
    if place >= len(tokens) or not tokens[place].text.isdigit():
        return None
    if len(tokens[place].text) > 2 or _goes_on(tokens, place):  # noqa: PLR2004 - digits of a day
        return None
    day, month = int(tokens[place].text), months()[tokens[at].text]
    place = _past(tokens, place + 1, single_words("days", "ordinal") - {".", "e"}, most=1)
    return _of(tokens, at, (day, month, place), today)


def _goes_on(tokens: list[Token], place: int) -> bool:
    """Say whether a number is a part of a longer one: March 5.5, May 10:30."""
    near = tokens[place + 1 : place + 3]
    touching = (
        len(near) > 1 and near[0].start == tokens[place].end and near[1].start == near[0].end
    )
    return touching and near[0].text in {".", ":", ",", "/"} and near[1].text.isdigit()


def _of(tokens: list[Token], at: int, read: tuple[int, int, int], today: date) -> _Read | None:
    """A day and a month, with the year behind them if there is one."""
    day, month, place = read
    behind = _past(tokens, place, frozenset({".", ",", "of", "de", "del", "do"}), most=2)
    year = tokens[behind].text if behind < len(tokens) else ""
    if year.isdigit() and len(year) == len("2026"):
        value = fixed(int(year), month, day)
        return (value, "", behind + 1 - at) if value else None
    value = nearest(today, month, day)
    return (value, "", place - at) if value else None


def _past(tokens: list[Token], at: int, words: frozenset[str], *, most: int) -> int:
    end = at
    while end < len(tokens) and end < at + most and tokens[end].text in words:
        end += 1
    return end


def _is_free(mark: str) -> bool:
    return not mark[-1].isalnum() and mark not in {".", ":", "/", "-", ","}


def _weekday(tokens: list[Token], at: int, today: date) -> _Read | None:
    """Monday, next Friday, kommenden Montag, lundi prochain."""
    kinds = table("days", "which")
    which = kinds.get(tokens[at].text)
    if (
        which
        and at + 1 < len(tokens)
        and (name := weekdays().get(tokens[at + 1].text)) is not None
    ):
        return *_seen(today, name, which, tokens[at].text), 2
    if (name := weekdays().get(tokens[at].text)) is None:
        return None
    for length in (2, 1):
        behind = " ".join(token.text for token in tokens[at + 1 : at + 1 + length])
        later = table("days", "which_behind")
        if at + length < len(tokens) and behind in later:
            return *_seen(today, name, later[behind], behind), 1 + length
    return coming(today, name), "", 1


def _seen(today: date, weekday: int, which: str, word: str) -> tuple[date | None, str]:
    """The date of a weekday that is said to be this, next or last one."""
    ahead = coming(today, weekday)
    if which == "coming":
        return ahead, ""
    if which == "this":
        return (today if today.weekday() == weekday else ahead), ""
    if which == "last":
        return passed(today, weekday), ""
    following = of_next_week(today, weekday)
    # English says so of the week that follows; others may mean the coming one.
    is_settled = word in single_words("days", "of_the_next_week") or following == ahead
    return (following, "") if is_settled else (None, "word")


def find_times(text: str) -> tuple[FoundValue[str], ...]:
    """Every time of day in a text, as HH:MM; a number alone is none."""
    read = normalised(bounded(text))
    return tuple(
        FoundValue(*read.part(start, end), time) for start, end, time in _times(read.text)
    )


def _times(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _TIME.finditer(text):
        parts = {name: value for name, value in match.groupdict().items() if value}
        hour = next(int(value) for name, value in parts.items() if name.startswith("hour"))
        minute = next((int(v) for name, v in parts.items() if name.startswith("minute")), 0)
        half = next((v for name, v in parts.items() if name.startswith("half")), "")
        minute = 30 if "thirty" in parts else minute
        if (time := _on_the_clock(hour, minute, half.casefold())) is not None:
            yield match.start(), match.end(), time


def _on_the_clock(hour: int, minute: int, half: str) -> str | None:
    is_latin = half[:1] in {"a", "p"}
    if is_latin and not 1 <= hour <= _NOON:
        return None
    is_late = half[:1] == "p" or half in _AFTERNOON
    if is_late and hour < _NOON:
        hour += _NOON
    elif half[:1] == "a" and hour == _NOON:
        hour = 0
    is_time = hour < 24 and minute < 60  # noqa: PLR2004 - of a day, of an hour
    return f"{hour:02d}:{minute:02d}" if is_time else None

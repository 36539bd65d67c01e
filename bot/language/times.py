"""Times of day as people write them, and how they are written on a clock."""

import re
from collections.abc import Iterator

from bot.language.found import Found
from bot.language.normal import bounded, normalised

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


def times_in(text: str) -> tuple[Found[str], ...]:
    """Every time of day in a text, as HH:MM; a number alone is none."""
    read = normalised(bounded(text))
    return tuple(Found(*read.part(start, end), time) for start, end, time in _times(read.text))


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

"""A record of what stands in a text: found by plain rules, and compared with the text."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from agents.kit.dates import Day, days_in

MOST_SHOWN = 5

_SIGN, _NUMBER = "[$€£]", r"\d(?:[\d.,]{0,40}\d)?"
_CODE = "(?:USD|EUR|GBP|CHF|dollars?|euros?|pounds?)"
_AMOUNT = re.compile(rf"{_SIGN}\s?{_NUMBER}|{_NUMBER}\s?(?:{_SIGN}|{_CODE}\b)", re.IGNORECASE)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WRITTEN_DAY = re.compile(r"\d")
_NAME = re.compile(r"\b[A-Z]\w+(?:[ -](?:(?:de|van|von|la|der) )?[A-Z][\w']+){1,4}")
_NO_NAMES = frozenset({
    "april", "august", "dear", "december", "extract", "february", "find", "friday", "from",
    "hello", "hi", "january", "july", "june", "list", "march", "may", "monday", "november",
    "october", "please", "read", "saturday", "september", "sunday", "the", "thursday", "tuesday",
    "wednesday",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """What stands in a text, each thing as it is written there."""

    names: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was found."""
        return not any(asdict(self).values())

    @property
    def counted(self) -> str:
        """How much of each there is: “2 names, 1 date”."""
        counts = {field.name: len(getattr(self, field.name)) for field in fields(self)}
        parts = (f"{n} {name if n != 1 else name[:-1]}" for name, n in counts.items() if n)
        return ", ".join(parts) or "nothing"

    def as_json(self, now: datetime) -> str:
        """Write it for programs; each day also as the date it means at this moment."""
        values = {name: list(found) for name, found in asdict(self).items()}
        read = [{"written": day, "date": Day.read(day).on(now).isoformat()} for day in self.dates]
        return json.dumps({**values, "dates": read}, indent=2, ensure_ascii=False)


def found_in(text: str) -> Record:
    """Find what plain rules can; names are two capitalised words and more."""
    names = (_name(match) for match in _found(_NAME, text))
    return Record(
        _once(filter(None, names)), _once(_days(text)), _once(_found(_AMOUNT, text)), _emails(text)
    )


def objections(record: Record, text: str) -> list[str]:
    """What is wrong with a record of a text: made up, unreadable, or plainly left out."""
    plain, wrong = _plain(text), []
    for field in fields(record):
        made_up = [value for value in getattr(record, field.name) if _plain(value) not in plain]
        if made_up:
            wrong.append(f"not in the text: {field.name} {_shown(made_up)}")
    if odd := [day for day in record.dates if not _is_day(day)]:
        wrong.append(f"no days: {_shown(odd)}")
    if odd := [amount for amount in record.amounts if not _WRITTEN_DAY.search(amount)]:
        wrong.append(f"no amounts: {_shown(odd)}")
    return [*wrong, *_left_out(record, text)]


def _left_out(record: Record, text: str) -> Iterator[str]:
    """Amounts and addresses are found by rules without doubt; names and days may be arguable."""
    rules = found_in(text)
    for kind, given, sure in (
        ("amounts", record.amounts, rules.amounts),
        ("emails", record.emails, rules.emails),
    ):
        held = " ".join(map(_plain, given))
        if missing := [value for value in sure if _plain(value) not in held]:
            yield f"left out: {kind} {_shown(missing)}"


def _days(text: str) -> Iterator[str]:
    """Days with a number in them; “today” says nothing lasting."""
    spans = ((text[start:end], day) for day, start, end in days_in(text))
    return (written.strip() for written, _day in spans if _WRITTEN_DAY.search(written))


def _emails(text: str) -> tuple[str, ...]:
    return _once(_found(_EMAIL, text))


def _found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (match.group() for match in pattern.finditer(text))


def _name(words: str) -> str:
    """A name without the words that only begin with a capital; empty if too little is left."""
    kept = words.split(" ")
    while kept and kept[0].casefold() in _NO_NAMES:
        kept.pop(0)
    while kept and kept[-1].casefold() in _NO_NAMES:
        kept.pop()
    return " ".join(kept) if len(kept) > 1 else ""


def _is_day(written: str) -> bool:
    try:
        Day.read(written)
    except ValueError:
        return False
    return True


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _shown(values: Sequence[str]) -> str:
    return ", ".join(f"“{value[:60]}”" for value in values[:MOST_SHOWN])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

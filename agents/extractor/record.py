"""A record of what stands in a text, as a model took it, and what in it cannot be right."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date

MOST_SHOWN = 5

_SIGN, _CODE = r"[$¢£¤¥\u20a0-\u20cf]", "(?:USD|EUR|GBP|CHF|JPY)"
_NUMBER = r"\d(?:[\d.,]{0,40}\d)?"
_AMOUNT = re.compile(rf"(?:{_SIGN}|\b{_CODE})\s?{_NUMBER}|{_NUMBER}\s?(?:{_SIGN}|{_CODE}\b)")
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


@dataclass(frozen=True, slots=True)
class Record:
    """What stands in a text, each thing as it is written there; dates with the day they mean."""

    names: Sequence[str] = ()
    dates: Mapping[str, date] = field(default_factory=dict)
    amounts: Sequence[str] = ()
    emails: Sequence[str] = ()

    @property
    def held(self) -> dict[str, list[str]]:
        """All of it, by what it is."""
        return {kind.name: [*getattr(self, kind.name)] for kind in fields(self)}

    @property
    def counted(self) -> str:
        """How much of each there is: “2 names, 1 date”; empty for a record of nothing."""
        held = ((len(found), kind) for kind, found in self.held.items() if found)
        return ", ".join(f"{n} {kind if n != 1 else kind[:-1]}" for n, kind in held)

    def as_json(self) -> str:
        """Write it for programs."""
        read = [{"written": text, "date": day.isoformat()} for text, day in self.dates.items()]
        return json.dumps({**self.held, "dates": read}, indent=2, ensure_ascii=False)


def objections(record: Record, text: str) -> list[str]:
    """What is wrong with a record of a text: made up, unreadable, or plainly left out."""
    plain, wrong = _plain(text), []
    for kind, found in record.held.items():
        if made_up := [value for value in found if _plain(value) not in plain]:
            wrong.append(f"not in the text: {kind} {_shown(made_up)}")
    if odd := [amount for amount in record.amounts if not any(map(str.isdecimal, amount))]:
        wrong.append(f"no amounts: {_shown(odd)}")
    return [*wrong, *_left_out(record, text)]


def _left_out(record: Record, text: str) -> Iterator[str]:
    """What has a shape that nothing else has: amounts with a currency, and e-mail addresses."""
    for kind, shape in (("amounts", _AMOUNT), ("emails", _EMAIL)):
        held = " ".join(map(_plain, record.held[kind]))
        if missing := [one[0] for one in shape.finditer(text) if _plain(one[0]) not in held]:
            yield f"left out: {kind} {_shown([*dict.fromkeys(missing)])}"


def _shown(values: Sequence[str]) -> str:
    return ", ".join(f"“{value[:60]}”" for value in values[:MOST_SHOWN])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

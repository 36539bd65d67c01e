"""What a check-up finds: good, worth a look, or bad."""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from typing_extensions import override


class Mark(StrEnum):
    """How a thing looked at is."""

    GOOD = "ok  "
    LOOK = "look"
    BAD = "BAD "


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at."""

    mark: Mark
    what: str
    text: str

    @override
    def __str__(self) -> str:
        return f"{self.mark}  {self.what}: {self.text}"


good = partial(Finding, Mark.GOOD)
look = partial(Finding, Mark.LOOK)
bad = partial(Finding, Mark.BAD)


def without_hasty(findings: list[Finding]) -> list[Finding]:
    """Leave out that a thing is well where a closer look has found it bad."""
    is_bad = {finding.what for finding in findings if finding.mark is Mark.BAD}
    return [one for one in findings if one.mark is not Mark.GOOD or one.what not in is_bad]

"""The table at the end of a run of the fault tests: what was tried, how often, what went wrong."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

REQUIREMENTS = {
    "R1": "only the right person decides",
    "R2": "what was approved is what runs",
    "R3": "side effects under kill -9",
    "R4": "nothing acknowledged is lost",
    "R5": "no confused deputy",
    "R6": "a hijacked model cannot act alone",
    "R7": "nothing gets out through posts",
    "R8": "secrets stay secret",
    "R9": "duplicates and lone retries",
    "R10": "front door",
    "R11": "model faults",
    "R12": "loops and spending",
    "R13": "two workers, one session",
    "R14": "database faults",
    "R15": "admin commands and REST",
    "R16": "tool arguments",
    "R17": "outbound faults",
    "R18": "broken connections",
    "R19": "hostile input",
    "R20": "edits, deletes, expiry",
    "R21": "upgrade while running",
    "R22": "load",
    "R23": "long random histories",
    "R24": "audit equals reality",
    "R25": "approval fatigue",
    "R26": "poison messages",
    "R27": "tokens, scopes, clock",
}
"""What must never happen, by its id: a test names it with `proves`."""

BAD_ENDINGS = ("_that_ended_badly", "_lost")
TESTS = "tests without a figure of their own"
HEAD = ("", "requirement", "what was tried", "store", "N", "bad", "seconds")
MANY_IDS = 3


@dataclass(frozen=True, slots=True)
class Tried:
    """What one test tells: the requirements it is for, and its figures."""

    requirements: tuple[str, ...]
    store: str
    seconds: float = 0.0
    figures: dict[str, int] = field(default_factory=dict)
    has_failed: bool = False
    not_run_because: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Figures of one name added up."""

    requirements: tuple[str, ...]
    what: str
    store: str
    tried: int = 0
    bad: int = 0
    seconds: float = 0.0
    is_run: bool = True

    def with_(self, other: "Row") -> "Row":
        """Both together."""
        return Row(
            *(self.requirements, self.what, self.store),
            self.tried + other.tried,
            self.bad + other.bad,
            self.seconds + other.seconds,
            self.is_run,
        )


def rows(tries: Iterable[Tried]) -> list[Row]:
    """Add up what the tests told, in the order of the requirements."""
    found = dict[tuple[object, ...], Row]()
    for one in tries:
        for row in _rows_of(one):
            key = (row.requirements, row.what, row.store)
            found[key] = found[key].with_(row) if key in found else row
    return sorted(found.values(), key=lambda row: (_place(row), row.what, row.store))


def missing(found: Iterable[Row]) -> list[Row]:
    """A row for each requirement that no test of the run was for."""
    known = {name for row in found for name in row.requirements}
    why = "not run: none of its tests is among these"
    return [Row((name,), why, "-", is_run=False) for name in REQUIREMENTS if name not in known]


def written(found: Sequence[Row]) -> list[str]:
    """The table, line by line."""
    lines = [HEAD, *(_cells(row) for row in sorted(found, key=_place))]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return [_aligned(line, widths) for line in lines]


def _rows_of(one: Tried) -> list[Row]:
    if one.not_run_because:
        what = f"not run: {one.not_run_because}"
        return [Row(one.requirements, what, one.store, tried=1, is_run=False)]
    figures = {name: n for name, n in one.figures.items() if not _base(name, one.figures)}
    bad = {_base(name, one.figures): n for name, n in one.figures.items()}
    failed = int(one.has_failed)
    return [
        Row(
            *(one.requirements, name.replace("_", " "), one.store),
            tried,
            max(bad.get(name, 0), failed),
            one.seconds,
        )
        for name, tried in (figures or {TESTS: 1}).items()
    ]


def _base(name: str, figures: dict[str, int]) -> str:
    """The figure of which this one counts the bad ends; empty if it counts something else."""
    bases = (name.removesuffix(ending) for ending in BAD_ENDINGS if name.endswith(ending))
    return next((base for base in bases if base in figures), "")


def _place(row: Row) -> int:
    return min((list(REQUIREMENTS).index(name) for name in row.requirements), default=len(HEAD))


def _cells(row: Row) -> tuple[str, ...]:
    first, *rest = row.requirements
    ids = " ".join((first, *rest)) if len(rest) < MANY_IDS else f"{first} and {len(rest)} more"
    figures = (f"{row.tried:,}", f"{row.bad:,}", f"{row.seconds:,.1f}")
    return (
        *(ids, REQUIREMENTS[first], row.what, row.store),
        *(figures if row.is_run else ("-", "-", "-")),
    )


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    words, figures = slice(0, 4), slice(4, None)
    left = [f"{c:<{w}}" for c, w in zip(cells[words], widths[words], strict=True)]
    right = [f"{c:>{w}}" for c, w in zip(cells[figures], widths[figures], strict=True)]
    return "  ".join([*left, *right]).rstrip()

"""The figures as a table for people, and as JSON for programs."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from statistics import median
from typing import Any

from tests.benchmarks.bot import DIALOGUE
from tests.benchmarks.counting import Counted
from tests.benchmarks.floor import Kind
from tests.benchmarks.measuring import OLD, YOUNG, Ages, Pair, Side
from tests.benchmarks.taking import QUESTIONS, Report
from tests.benchmarks.tokens import Prefixes

MILLI = 1000.0


def as_json(report: Report) -> str:
    """All figures, with every single ratio."""
    return json.dumps(_figures(report), indent=2)


def as_text(report: Report) -> str:
    """The same, to read."""
    figures = _figures(report)
    return "\n".join(
        [
            "The dialogue, turn by turn; tokens of prompts, their tools and schemas apart",
            *_table(["turn", *_COUNTS], _lines_of(figures["dialogue"]["turns"])),
            "",
            "Each request of the dialogue, played twice, then of the other question; new: what no",
            "earlier one of its kind begins with",
            *_table(["question", "prompt", "new", "schema"], _asked_lines(figures)),
            "",
            "The same question in one session",
            *_table(["turn", *_COUNTS], _lines_of(figures["session"]["turns"])),
            "",
            "CPU of the bot, and of its floors, each right behind the bot; strict: the same calls",
            "by the raw `post` of the official client, its JSON written and read, and as many",
            "commits of one row; unread: bytes made beforehand are posted, no answer is read;",
            "typed: the same by its `create`; separate: by `create`, a commit for each statement",
            "that writes",
            *_table(_CPU_HEAD, list(_cpu_lines(figures))),
            "",
            "Targets",
            *_table(["figure", "measured", "target"], _targets(figures)),
        ]
    )


_COUNTS = {
    "calls": "model_calls",
    "prompt": "prompt_tokens",
    "schemas": "schema_tokens",
    "SQL": "statements",
    "writes": "writes",
    "commits": "commits",
    "reads": "reads",
}
_CPU = ("dialogue", "session")
_CPU_HEAD = ["", "ms/turn", "floor", "ratio", "middle half", "from - to", "N"]


def _figures(report: Report) -> dict[str, Any]:
    whole = _sum(report.dialogue)
    named = zip((*DIALOGUE, "all"), (*report.dialogue, whole), strict=True)
    ages = {f"turn {turn}": counted for turn, counted in report.aged.items()}
    hashing = [side.hashing * MILLI for pair in report.dialogues for side in pair.values()]
    return {
        "asked": _asked(report),
        "dialogue": {
            "turns": {name: _counts(counted) for name, counted in named},
            "cpu": _cpu(report.dialogues, len(DIALOGUE)),
            "hash_ms": median(hashing),
        },
        "session": {
            "turns": {name: _counts(counted) for name, counted in ages.items()},
            "cpu": _cpu(report.questions, QUESTIONS),
            "growth": _growth(report),
        },
    }


def _asked(report: Report) -> list[dict[str, Any]]:
    """Each request of the dialogue, played twice, and of another question; in tokens."""
    prefixes = Prefixes()
    turns = (*report.dialogue, *report.again, report.aged[YOUNG])
    return [asdict(prefixes.count(post)) for turn in turns for post in turn.posts]


def _sum(turns: Sequence[Counted]) -> Counted:
    whole = turns[0]
    for turn in turns[1:]:
        whole = whole.with_(turn)
    return whole


def _counts(counted: Counted) -> dict[str, int]:
    read = list(map(Prefixes().count, counted.posts))
    return {
        "model_calls": len(counted.posts),
        "prompt_tokens": sum(one.prompt for one in read),
        "schema_tokens": sum(one.shapes for one in read),
        "statements": counted.sql.statements,
        "writes": counted.sql.writes,
        "commits": counted.sql.writing,
        "reads": counted.sql.reading,
    }


def _cpu(pairs: Sequence[Pair], turns: int) -> dict[str, Any]:
    return {kind: _beside([pair[kind] for pair in pairs], turns) for kind in Kind}


def _beside(sides: Sequence[Side], turns: int) -> dict[str, Any]:
    return {
        "ms_per_turn": median(side.overhead * MILLI / turns for side in sides),
        "floor_ms_per_turn": median(side.floor * MILLI / turns for side in sides),
        "ratio": _spread([side.ratio for side in sides]),
    }


def _growth(report: Report) -> dict[str, Any]:
    young, old = report.aged[YOUNG], report.aged[OLD]
    each: dict[str, Callable[[Ages], float]] = {
        "young": lambda age: age.young,
        "middle": lambda age: age.middle,
        "old": lambda age: age.old,
    }
    return {
        "cpu_ms": {
            name: median(get(a) * MILLI for a in report.ages) for name, get in each.items()
        },
        "cpu": _spread([age.old / age.young for age in report.ages]),
        "prompt": _counts(old)["prompt_tokens"] / _counts(young)["prompt_tokens"],
        "statements": old.sql.statements / young.sql.statements,
    }


def _spread(ratios: Sequence[float]) -> dict[str, Any]:
    in_order = sorted(ratios)
    quarter = len(in_order) // 4
    return {
        "median": median(in_order),
        "middle_half": [in_order[quarter], in_order[-1 - quarter]],
        "range": [in_order[0], in_order[-1]],
        "pairs": len(in_order),
    }


def _lines_of(turns: dict[str, dict[str, int]]) -> list[list[str]]:
    return [
        [name, *(f"{counts[key]:,}" for key in _COUNTS.values())] for name, counts in turns.items()
    ]


def _asked_lines(figures: dict[str, Any]) -> list[list[str]]:
    return [
        [one["kind"], *(f"{one[key]:,}" for key in ("prompt", "new", "shapes"))]
        for one in figures["asked"]
    ]


def _cpu_lines(figures: dict[str, Any]) -> Iterator[list[str]]:
    for name in _CPU:
        for kind, cpu in figures[name]["cpu"].items():
            milliseconds = [f"{cpu[key]:.2f}" for key in ("ms_per_turn", "floor_ms_per_turn")]
            yield [f"{name}, {kind}", *milliseconds, *_spread_cells(cpu["ratio"])]


def _spread_cells(spread: dict[str, Any]) -> list[str]:
    (low, high), (least, most) = spread["middle_half"], spread["range"]
    return [
        f"{spread['median']:.2f}",
        f"{low:.2f} - {high:.2f}",
        f"{least:.2f} - {most:.2f}",
        str(spread["pairs"]),
    ]


def _targets(figures: dict[str, Any]) -> list[list[str]]:
    whole = figures["dialogue"]["turns"]["all"]
    growth = figures["session"]["growth"]
    ms = growth["cpu_ms"]
    asked = figures["session"]["turns"][f"turn {YOUNG}"]
    hashing = figures["dialogue"]["hash_ms"]
    return [
        ["model calls of the dialogue", str(whole["model_calls"]), "4"],
        ["prompt tokens of the dialogue", f"{whole['prompt_tokens']:,}", "2,000"],
        *_asked_targets(figures["asked"]),
        ["CPU per turn / strict floor, dialogue", _strict(figures["dialogue"]), "1.5"],
        ["CPU per turn / strict floor, question", _strict(figures["session"]), "1.5"],
        ["SQL of the question, its tool's included", str(asked["statements"]), "14"],
        ["commits of the question, with its calls", str(asked["commits"]), "7"],
        [f"CPU at turn {OLD} / turn {YOUNG}", _ratio(growth["cpu"]), "1.2"],
        [f"prompt at turn {OLD} / turn {YOUNG}", f"{growth['prompt']:.2f}", "1.1"],
        [f"SQL at turn {OLD} / turn {YOUNG}", f"{growth['statements']:.2f}", "1.1"],
        ["CPU ms at turns 10, 100, 1000", " ".join(f"{value:.2f}" for value in ms.values()), ""],
        ["password hash, taken off the dialogue", f"{hashing:.0f} ms", ""],
    ]


def _asked_targets(asked: Sequence[dict[str, Any]]) -> list[list[str]]:
    questions = [one for one in asked if one["is_question"]]
    most = max((one["prompt"] for one in questions), default=0)
    new = max((one["new"] for one in questions if not one["is_first"]), default=0)
    return [
        ["prompt tokens of a question, at most", f"{most:,}", "600"],
        ["new ones, from the second of a kind on", f"{new:,}", "100"],
    ]


def _strict(figures: dict[str, Any]) -> str:
    return _ratio(figures["cpu"][Kind.STRICT]["ratio"])


def _ratio(spread: dict[str, Any]) -> str:
    return f"{spread['median']:.2f}"


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    rows = [head, *lines]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [_row(row, widths) for row in rows]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    return "  ".join([f"  {first[0]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in rest)])

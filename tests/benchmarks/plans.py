"""What plans cost over HTTP with few of them in the store, and with a thousand."""

import contextlib
import tempfile
from dataclasses import dataclass, replace
from datetime import timedelta
from statistics import median
from time import perf_counter

from agents.kit import Person
from bot.cli.application import QUIET
from bot.domain.ids import PlanId
from bot.domain.messages import Thread
from bot.logs import set_up_logs
from bot.storage.turns.plans import ADD, write_plan
from tests.benchmarks.counting import Watch
from tests.fakes.plans import a_plan_with
from tests.fakes.stand_in import StandIn
from tests.fakes.world import NOON
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.http.plans import GOAL, make_plan

FEW, MANY = 1, 1_000
TRIES = 15
MILLI = 1000.0
CALLS = (
    "GET /plans",
    "GET /plans?limit=100",
    "GET /plans?session_id=s1",
    "GET /steps/{plan}",
    "GET /requests",
    "GET /messages",
    "POST /input_task",
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one call costs: statements of SQL, and milliseconds until its answer is there."""

    statements: int
    ms: float


Costs = dict[str, tuple[Cost, Cost]]
"""Of each call, with few plans and with many."""


async def costs() -> Costs:
    """Measure every call, first with one plan, then with a thousand."""
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), watch.set_up():
        async with served(model=StandIn()) as desk:
            set_up_logs(QUIET, secrets=())
            key = await desk.key("ana")
            plan = str((await make_plan(desk, key))["id"])
            few = {line: await _cost(desk, watch, key, line.format(plan=plan)) for line in CALLS}
            await _plant(desk)
            many = {line: await _cost(desk, watch, key, line.format(plan=plan)) for line in CALLS}
    return {line: (few[line], many[line]) for line in CALLS}


async def _plant(desk: HttpDesk) -> None:
    """Plans of six steps of Ana's, half of them in the session that is asked about."""
    six = a_plan_with("completed", "running", "approved", "awaiting", "planned", "rejected")
    ana = Person("http", "main", "ana")
    plans = [
        replace(
            six,
            id=PlanId(f"p{number:04}"),
            owner=ana,
            session=Thread("http", "main", "ana", f"s{number % 2}").session,
            created_at=NOON - timedelta(days=number),
            kept_version=1,
        )
        for number in range(MANY)
    ]
    await desk.app.ports.database.write(lambda sql: sql.change_each(ADD, map(write_plan, plans)))


async def _cost(desk: HttpDesk, watch: Watch, key: str, line: str) -> Cost:
    """The fewest statements of some tries, for other work runs beside, and the median time."""
    body = {"description": GOAL, "session_id": "s1"} if line.startswith("POST") else None
    counts, seconds = [], []
    for _ in range(TRIES):
        with watch.counting() as counted:
            await desk.call(line, body, key=key)
        counts.append(counted.statements)
        began = perf_counter()
        await desk.call(line, body, key=key)
        seconds.append(perf_counter() - began)
    return Cost(min(counts), median(seconds) * MILLI)


def as_text(found: Costs) -> str:
    """The figures, to read."""
    lines = [
        f"  {line:<28}{few.statements:>8}{many.statements:>8}{few.ms:>10.1f}{many.ms:>10.1f}"
        for line, (few, many) in found.items()
    ]
    head = f"  {'':<28}{'SQL':>8}{'':>8}{'ms':>10}"
    sizes = f"  {'plans in the store':<28}{FEW:>8}{MANY:>8,}{FEW:>10}{MANY:>10,}"
    title = f"Plans over HTTP (target: as much SQL with {MANY:,} as with {FEW}; N = {TRIES})"
    return "\n".join([title, head, sizes, *lines])

"""Turns that keep plans in whatever store there is."""

from datetime import timedelta
from itertools import count
from typing import Any

from bot.core.ports.turns import Beginning
from bot.domain.ids import PlanId
from bot.domain.plans.plan import Plan
from tests.contract.conftest import Ports
from tests.fakes.events import SESSION, a_message, a_thread, the_ending
from tests.fakes.plans import a_plan, a_step
from tests.fakes.world import NOON

OTHER_SESSION = a_thread("other").session
EVENTS = count()


async def begun(ports: Ports, id_: str) -> Beginning:
    await ports.inbox.accept(a_message(id_))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    return beginning


async def kept(ports: Ports, *plans: Plan, **more: Any) -> None:
    """Let a turn keep these plans, new or changed."""
    beginning = await begun(ports, f"keeps {next(EVENTS)}")
    await ports.turns.commit(the_ending(beginning, plans=plans, **more))


async def found(ports: Ports, id_: str = "p1") -> Plan:
    plan = await ports.plans.find(PlanId(id_))
    assert plan is not None
    return plan


def numbered(number: int, **changes: Any) -> Plan:
    """A plan of its own, made so many minutes after noon."""
    at = NOON + timedelta(minutes=number)
    return a_plan(a_step(), **{"id": PlanId(f"p{number}"), "created_at": at, **changes})


def ids(plans: list[Plan]) -> list[str]:
    return [plan.id for plan in plans]

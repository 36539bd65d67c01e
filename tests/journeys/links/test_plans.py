"""A plan of one person, followed and decided from wherever they are."""

import pytest

from agents.kit import Person
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import StepStatus
from bot.domain.requests import Request, RequestKind
from tests.journeys.links.linked import (
    ANNS_KEY,
    AT_HOME,
    BY_HTTP,
    CONSOLE,
    EVES_KEY,
    Linked,
    an_office_with_links,
    texts,
)
from tests.journeys.office import ANN, HERE
from tests.journeys.plans.planned import GOAL

pytestmark = pytest.mark.proves("R1", "R5")


async def planned() -> Linked:
    """Ann's plan is open in Slack; she is linked with her key and the console."""
    office = await an_office_with_links()
    await office.link(ANN, ANNS_KEY)
    await office.link(ANN, AT_HOME)
    await office.says(ANN, GOAL, HERE)
    return office


def the_plan(office: Linked) -> Plan:
    (plan,) = office.store.tables.plans.values()
    return plan


def the_card(office: Linked) -> Request:
    (card,) = [r for r in office.pending if r.kind is RequestKind.PLAN]
    return card


async def pressed(office: Linked, person: Person, place: Thread, verb: str, **values: str) -> str:
    """Press a button of the card in one's own place."""
    press = Press(the_card(office).id, verb, dict(values))
    id_ = f"{verb} of {person.key}"
    replies = await office.takes(Incoming(id_, place, person, Kind.PRESS, press=press))
    return texts(replies, place)


async def test_one_plan_is_decided_from_two_places_step_by_step():
    office = await planned()

    await pressed(office, ANNS_KEY, BY_HTTP, "reject-3", reason="she has one")
    told = await office.words(AT_HOME, f"decide {the_card(office).id} approve", slash=True)

    assert "Approved by Ann" in told
    steps = [step.status for step in the_plan(office).steps]
    done, rejected = StepStatus.COMPLETED, StepStatus.REJECTED
    assert steps == [done, done, rejected, done]
    decisions = [d for d in office.acts("decision") if d["kind"] == "plan"]
    assert [d["via"] for d in decisions] == [ANNS_KEY.key, AT_HOME.key]
    assert {d["by"] for d in decisions} == {ANN.key}


async def test_a_plan_is_listed_and_shown_with_its_card_elsewhere():
    office = await planned()
    plan = the_plan(office)

    assert plan.id in await office.words(ANNS_KEY, "plans")
    shown = await office.says(ANNS_KEY, f"plan show {plan.id}", BY_HTTP)

    assert all(reply.private for reply in shown)
    (card,) = [reply for reply in shown if reply.request == the_card(office).id]
    assert "Approve 1" in [button.label for button in card.buttons]
    assert plan.id not in await office.words(EVES_KEY, "plans")
    assert "You have no plan" in await office.words(EVES_KEY, f"plan show {plan.id}")


async def test_a_remark_from_elsewhere_is_answered_there():
    """The stand-in for a planner revises nothing; its words come back to who said it."""
    office = await planned()

    told = await office.words(
        AT_HOME, f"decide {the_card(office).id} clarify: leave it out", slash=True
    )

    assert "I know no other way." in told


async def test_an_edit_from_elsewhere_is_what_runs():
    office = await planned()

    await office.words(ANNS_KEY, f"decide {the_card(office).id} edit 4 time=10:30", slash=True)
    await pressed(office, AT_HOME, CONSOLE, "approve")

    step = the_plan(office).step(4)
    assert (step.status, step.arguments["time"]) == (StepStatus.COMPLETED, "10:30")


async def test_nobody_else_decides_a_step():
    office = await planned()
    place = Thread("http", "main", "eve", "s1")

    for verb in ("approve", "approve-1", "reject-1", "edit-2", "respond"):
        await pressed(office, EVES_KEY, place, verb, text="x", employee="Eve")

    assert {step.status for step in the_plan(office).steps} == {StepStatus.AWAITING}
    assert len(office.acts("press_refused")) == 5

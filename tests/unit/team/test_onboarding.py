"""One goal that takes several desks: everything the steps need is in the goal itself."""

import pytest
from pydantic import JsonValue

from agents.catalogue import AGENTS
from agents.it_support.agent import LaptopModel, System
from agents.it_support.desk import ACCOUNTS, LAPTOPS
from agents.kit import Agent
from agents.kit.slots import literals_of
from agents.legal.agent import Kind
from agents.legal.contracts import CONTRACTS
from agents.people.staff import EMPLOYEES, ORIENTATIONS
from agents.procurement.orders import OFFERS, ORDERS
from bot.core.prompts.arguments import make_canonical
from tests.fakes.records import FakeRecords
from tests.fakes.team import TeamDesk
from tests.fakes.turns import NOON

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"
JESSICA, DAY = "Jessica Smith", "Monday"
STEPS: tuple[tuple[str, str, dict[str, JsonValue]], ...] = (
    (
        "people",
        "register_employee",
        {"name": JESSICA, "role": "marketing manager", "start_date": DAY},
    ),
    ("it_support", "create_account", {"employee": JESSICA}),
    ("procurement", "order_item", {"item": "laptop", "for_whom": JESSICA}),
    ("it_support", "set_up_laptop", {"employee": JESSICA, "ready_by": DAY}),
    (
        "legal",
        "draft_contract",
        {"kind": "employment", "party": JESSICA, "start_date": DAY},
    ),
    ("people", "schedule_orientation", {"employee": JESSICA, "day": DAY}),
)
CHOICES = {*literals_of(System), *literals_of(LaptopModel), *literals_of(Kind)}
OFFERED = {offer.item for offer in OFFERS}
BY_NAME = {agent.name: agent for agent in AGENTS}


def shared_records() -> FakeRecords:
    names = {name for name, _, _ in STEPS}
    tables = {table.name: table for name in names for table in BY_NAME[name].tables}
    return FakeRecords(*tables.values())


def agent_of(name: str) -> Agent:
    return BY_NAME[name]


@pytest.mark.proves("S2-02", "S2-73")
async def test_a_newcomer_is_all_set_after_six_steps_of_four_desks():
    kept = shared_records()

    for number, (name, tool, arguments) in enumerate(STEPS):
        await TeamDesk(agent_of(name), kept).do(tool, f"step-{number}", **arguments)

    desk = TeamDesk(agent_of("people"), kept)
    (employee,), (account,) = desk.rows(EMPLOYEES), desk.rows(ACCOUNTS)
    (order,), (job,) = desk.rows(ORDERS), desk.rows(LAPTOPS)
    (contract,), (orientation,) = desk.rows(CONTRACTS), desk.rows(ORIENTATIONS)
    assert (employee["name"], employee["role"]) == (JESSICA, "marketing manager")
    assert (account["employee"], account["user_name"]) == (JESSICA, "jsmith")
    assert (order["item"], order["for_whom"], order["status"]) == ("laptop", JESSICA, "ordered")
    assert (contract["party"], contract["status"]) == (JESSICA, "draft")
    days = [employee["starts_on"], job["ready_by"], contract["starts_on"], orientation["day"]]
    assert days == ["2024-07-22"] * 4


def test_there_are_no_more_steps_than_a_plan_may_have():
    assert len(STEPS) <= 6


@pytest.mark.parametrize(("name", "tool", "arguments"), STEPS)
def test_every_argument_follows_from_the_goal_or_is_a_choice_of_the_tool(
    name: str, tool: str, arguments: dict[str, JsonValue]
):
    found = agent_of(name).tool_named(tool)
    assert found is not None
    found.read(make_canonical(arguments, found.spec.parameters, NOON.date()))

    free = {str(value) for value in arguments.values()} - CHOICES - OFFERED
    assert [value for value in free if value not in GOAL] == []


async def test_none_of_the_steps_waits_for_an_approval():
    for name, tool, arguments in STEPS:
        found = agent_of(name).tool_named(tool)
        assert found is not None
        read = found.read(make_canonical(arguments, found.spec.parameters, NOON.date()))
        assert found.approval is None or not found.approval.needed(read)

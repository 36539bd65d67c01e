"""The team's agents over every store: what they answer, once per key, also all at once."""

import asyncio
from typing import Any

import pytest

from agents.general.agent import general
from agents.general.notes import CONTACTS
from agents.it_support.agent import it_support
from agents.it_support.desk import ACCOUNTS, TICKETS
from agents.kit import Agent, Table, ToolFailed
from agents.legal.agent import legal
from agents.marketing.agent import marketing
from agents.marketing.campaigns import CAMPAIGNS
from agents.people.agent import people
from agents.people.staff import EMPLOYEES, LEAVES
from agents.procurement.agent import procurement
from agents.product.agent import product
from agents.product.features import FEATURES
from tests.contract.conftest import Ports
from tests.fakes.team import TeamDesk
from tests.fakes.team_stories import STORIES, Story
from tests.fakes.turns import Desk

pytestmark = pytest.mark.timeout(60)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.agent.name)
async def test_a_story_goes_as_it_does_without_a_store_and_happens_once(
    ports: Ports, story: Story
):
    desk, alone = Desk(story.agent, ports.records), TeamDesk(story.agent)

    for number, (tool, arguments) in enumerate(story.steps):
        key = f"key-{number}"
        expected = await alone.do(tool, key, **arguments)
        for _ in range(2):
            assert await desk.call(tool, key=key, secrets={}, **arguments) == expected

    free = (tool for tool in story.agent.tools if not tool.spec.parameters.get("required"))
    for reading in (tool for tool in free if not tool.effect):
        assert await desk.call(reading.name) == await alone.do(reading.name)


async def test_tickets_opened_at_the_same_moment_have_numbers_of_their_own(ports: Ports):
    desk = Desk(it_support, ports.records)
    calls = [desk.call("open_ticket", key=f"k{at}", problem=f"problem {at}") for at in range(6)]

    replies = await asyncio.gather(*calls)

    rows = await ports.records.transact(lambda found: found.find(TICKETS))
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert len(set(replies)) == 6


async def test_the_same_effect_at_the_same_moment_happens_once(ports: Ports):
    desk = Desk(it_support, ports.records)
    calls = [desk.call("open_ticket", key="same", problem="no network") for _ in range(4)]

    replies = await asyncio.gather(*calls)

    rows = await ports.records.transact(lambda found: found.find(TICKETS))
    assert len(rows) == 1
    assert set(replies) == {"Ticket 1 is open (normal): no network."}


async def test_accounts_created_at_the_same_moment_have_names_of_their_own(ports: Ports):
    desk = Desk(it_support, ports.records)
    names = ("John Smith", "Jane Smith", "Jill Smith")
    calls = [desk.call("create_account", key=name, employee=name) for name in names]

    await asyncio.gather(*calls)

    rows = await ports.records.transact(lambda found: found.find(ACCOUNTS))
    assert [row["user_name"] for row in rows] == ["jsmith", "jsmith2", "jsmith3"]


async def test_contacts_kept_at_the_same_moment_for_one_thing_are_one(ports: Ports):
    desk = Desk(general, ports.records)
    calls = [
        desk.call("add_contact", key=name, topic="parking", contact=name)
        for name in ("Ana", "Ben", "Cleo", "Dan")
    ]

    await asyncio.gather(*calls)

    rows = await ports.records.transact(lambda found: found.find(CONTACTS))
    assert [row["topic"] for row in rows] == ["parking"]


Call = tuple[str, dict[str, Any]]
MOVES: dict[str, tuple[Agent, Call, str, tuple[Call, Call]]] = {
    "orders": (
        procurement,
        ("order_item", {"item": "mouse", "for_whom": "Ana"}),
        "order",
        (("receive_order", {}), ("cancel_order", {})),
    ),
    "tickets": (
        it_support,
        ("open_ticket", {"problem": "no network"}),
        "ticket",
        (("close_ticket", {"solution": "a new cable"}), ("close_ticket", {"solution": "rest"})),
    ),
    "contracts": (
        legal,
        ("draft_contract", {"kind": "nda", "party": "Acme"}),
        "contract",
        (
            ("record_signature", {"signed_by": "Ana", "day": "today"}),
            ("record_signature", {"signed_by": "Ben", "day": "today"}),
        ),
    ),
}
MANY = range(1, 9)
STARTED = ("register_employee", {"name": "Ana Ruiz", "role": "cook", "start_date": "today"})
CAMPAIGN = ("create_campaign", {"name": "May", "start": "today"})
TWICE: dict[str, tuple[Agent, list[Call], Call, Table]] = {
    "accounts": (it_support, [], ("create_account", {"employee": "Ana Ruiz"}), ACCOUNTS),
    "employees": (people, [], STARTED, EMPLOYEES),
    "leaves": (
        people,
        [STARTED],
        (
            "record_leave",
            {"employee": "Ana Ruiz", "kind": "vacation", "from_day": "today", "last_day": "today"},
        ),
        LEAVES,
    ),
    "campaigns": (
        marketing,
        [],
        ("create_campaign", {"name": "May", "start": "today"}),
        CAMPAIGNS,
    ),
    "features": (product, [], ("register_feature", {"title": "Dark mode"}), FEATURES),
}


ANA = {"employee": "Ana Ruiz"}
ENDED: dict[str, tuple[Agent, Call, Call, Call, str]] = {
    "accounts": (
        it_support,
        ("create_account", ANA),
        ("create_account", {"employee": "Ana Ruizz"}),
        ("close_account", ANA),
        "The account aruiz of Ana Ruiz is closed already.",
    ),
    "employments": (
        people,
        STARTED,
        ("register_employee", {"name": "Ana Ruizz", "role": "cook", "start_date": "today"}),
        ("end_employment", {**ANA, "last_day": "today"}),
        "Ana Ruiz leaves already, on ",
    ),
}


@pytest.mark.parametrize("ended", ENDED)
async def test_what_several_end_at_the_same_moment_one_ends_and_the_others_are_told(
    ports: Ports, ended: str
):
    agent, *made, (tool, how), already = ENDED[ended]
    desk = Desk(agent, ports.records)
    for number, (make, what) in enumerate(made):
        await desk.call(make, key=f"make-{number}", **what)

    calls = [desk.call(tool, key=f"end-{number}", **how) for number in MANY]
    replies = await asyncio.gather(*calls, return_exceptions=True)

    told = [str(reply) for reply in replies if isinstance(reply, ToolFailed)]
    assert len(told) == len(MANY) - 1
    assert all(one.startswith(already) for one in told)


@pytest.mark.parametrize("moved", MOVES)
async def test_what_two_people_move_at_the_same_moment_moves_once(ports: Ports, moved: str):
    agent, (make, what), name, moves = MOVES[moved]
    desk = Desk(agent, ports.records)
    for number in MANY:
        await desk.call(make, key=f"make-{number}", **what)

    calls = [
        desk.call(tool, key=f"{number}-{place}", **{**how, name: number})
        for number in MANY
        for place, (tool, how) in enumerate(moves)
    ]
    replies = await asyncio.gather(*calls, return_exceptions=True)

    assert len([reply for reply in replies if isinstance(reply, str)]) == len(MANY)
    assert len([reply for reply in replies if isinstance(reply, ToolFailed)]) == len(MANY)


@pytest.mark.parametrize("added", TWICE)
async def test_what_several_people_add_at_the_same_moment_is_there_once(ports: Ports, added: str):
    agent, before, (tool, what), table = TWICE[added]
    desk = Desk(agent, ports.records)
    for first, how in before:
        await desk.call(first, key=first, **how)

    calls = [desk.call(tool, key=f"key-{number}", **what) for number in MANY]
    replies = await asyncio.gather(*calls, return_exceptions=True)

    assert len([reply for reply in replies if isinstance(reply, ToolFailed)]) == len(MANY) - 1
    rows = await ports.records.transact(lambda found: found.find(table))
    assert len([row for row in rows if row["workspace"]]) == 1

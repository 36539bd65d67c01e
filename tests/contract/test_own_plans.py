"""What every database promises to a plan's owner: their plans, page by page, and nobody else's."""

import pytest

from bot.core.ports.turns import Beginning
from bot.domain.ids import PlanId
from bot.storage.turns.plans import SqlOwnPlans
from tests.contract.keeping import OTHER_SESSION, ids, numbered
from tests.fakes.events import ANA, BEN, SESSION, a_message, the_ending
from tests.fakes.opened import Store


@pytest.fixture
def own(store: Store) -> SqlOwnPlans:
    return SqlOwnPlans(store.database)


async def a_turn(store: Store, id_: str) -> Beginning:
    await store.inbox.accept(a_message(id_, message=id_))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    return beginning


async def keep(store: Store, *numbers: int) -> None:
    """Let a turn make plans of Ana's, and one of Ben's."""
    beginning = await a_turn(store, "keeps")
    plans = [numbered(number) for number in numbers]
    ending = the_ending(beginning, plans=(*plans, numbered(99, owner=BEN)))
    await store.turns.commit(ending)


async def test_a_plan_is_found_by_its_owner_alone(store: Store, own: SqlOwnPlans):
    await keep(store, 1)

    found = await own.find(PlanId("p1"), ANA)

    assert found is not None
    assert ids([found]) == ["p1"]
    assert await own.find(PlanId("p1"), BEN) is None
    assert await own.find(PlanId("p99"), ANA) is None
    assert await own.find(PlanId("nowhere"), ANA) is None


async def test_plans_of_a_session_come_newest_first_and_page_by_page(
    store: Store, own: SqlOwnPlans
):
    await keep(store, 1, 2, 3)

    first = await own.of_session(SESSION, ANA, 2)
    rest = await own.of_session(SESSION, ANA, 2, first[-1].id)

    assert (ids(first), ids(rest)) == (["p3", "p2"], ["p1"])
    assert ids(await own.of_session(SESSION, BEN, 9)) == ["p99"]
    assert await own.of_session(SESSION, BEN, 9, PlanId("p3")) == []
    assert await own.of_session(OTHER_SESSION, ANA, 9) == []


async def test_what_came_of_an_event_is_known_by_its_id(store: Store, own: SqlOwnPlans):
    one = await a_turn(store, "e1")
    plan = numbered(1, id=PlanId(f"{one.turn}.2"))
    await store.turns.commit(the_ending(one, plans=(plan,)))
    other = await a_turn(store, "e2")
    await store.turns.commit(the_ending(other, plans=(numbered(2),)))

    made = await own.made_by("e1", SESSION, ANA)

    assert made is not None
    assert made.id == f"{one.turn}.2"
    assert await own.made_by("e1", SESSION, BEN) is None
    assert await own.made_by("e1", OTHER_SESSION, ANA) is None
    assert await own.made_by("e2", SESSION, ANA) is None
    assert await own.made_by("", SESSION, ANA) is None

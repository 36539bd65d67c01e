"""What every store promises of plans to whoever wants to be forgotten."""

import pytest

from bot.domain.errors import PlanOvertaken
from bot.domain.operations import Forgotten, TurnOperations
from bot.domain.plans import transitions
from tests.contract.conftest import Ports
from tests.contract.keeping import OTHER_SESSION, found, ids, kept, numbered
from tests.fakes.events import ANA, BEN, SESSION
from tests.fakes.plans import LATER, a_message_of, a_plan_with


async def test_a_person_is_forgotten_with_all_their_plans_and_nobody_elses(ports: Ports):
    theirs, bens = numbered(1), numbered(2, owner=BEN)
    said = (a_message_of(theirs, "a"), a_message_of(bens, "b"))
    await kept(ports, theirs, bens, numbered(3, session=OTHER_SESSION), agent_messages=said)

    assert await ports.plans.forget(ANA) == 2

    assert await ports.plans.of_person(ANA, 9) == []
    assert await ports.plans.messages(ANA, 9) == []
    assert ids(await ports.plans.of_session(SESSION)) == ["p2"]
    assert len(await ports.plans.messages(BEN, 9)) == 1
    assert await ports.plans.forget(ANA) == 0


async def test_a_plan_that_was_forgotten_meanwhile_does_not_come_back(ports: Ports):
    await kept(ports, a_plan_with("awaiting"))
    read = await found(ports)

    await ports.plans.forget(ANA)

    with pytest.raises(PlanOvertaken, match="changed or deleted meanwhile"):
        await kept(ports, transitions.reject(read, 1, "no", LATER))
    assert await ports.plans.of_session(SESSION) == []


async def test_who_is_forgotten_in_a_session_loses_the_plans_of_that_session(ports: Ports):
    theirs, elsewhere = numbered(1), numbered(2, session=OTHER_SESSION)
    bens = numbered(3, owner=BEN)
    said = (a_message_of(theirs, "a"), a_message_of(elsewhere, "b"), a_message_of(bens, "c"))
    await kept(ports, theirs, elsewhere, bens, agent_messages=said)

    cancelled = transitions.cancel(await found(ports), LATER)
    await kept(ports, cancelled, besides=TurnOperations((Forgotten(SESSION, ANA),)))

    assert ids(await ports.plans.of_session(SESSION)) == ["p3"]
    assert ids(await ports.plans.of_person(ANA, 9)) == ["p2"]
    assert [one.id for one in await ports.plans.messages(ANA, 9)] == ["b"]
    assert [one.id for one in await ports.plans.messages(BEN, 9)] == ["c"]

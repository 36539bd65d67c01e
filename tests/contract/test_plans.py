"""What every store promises about plans: changed by one turn at a time, found and listed, kept."""

import asyncio
from dataclasses import replace

import pytest

from bot.domain.errors import Fenced, PlanOvertaken
from bot.domain.ids import AgentMessageId, PlanId, StepId
from bot.domain.messages import Kind
from bot.domain.plans import transitions
from bot.domain.plans.plan import Clarification, PlanStatus
from tests.contract.conftest import Ports
from tests.contract.keeping import OTHER_SESSION, begun, found, ids, kept, numbered
from tests.fakes.events import ANA, BEN, SESSION, a_message, a_reply, a_thread, the_ending
from tests.fakes.plans import (
    DIGEST,
    LATER,
    STATES,
    a_message_of,
    a_plan,
    a_plan_with,
    a_step,
    a_step_in,
    in_states,
)
from tests.fakes.world import NOON


@pytest.mark.proves("S2-75")
async def test_a_plan_is_found_as_it_was_left(ports: Ports):
    steps = [a_step_in(state, n) for n, state in enumerate(STATES, start=1)]
    whole = a_plan(
        *(replace(step, needs=(1,) if step.number > 1 else ()) for step in steps[:6]),
        clarifications=(Clarification("When?", "On Monday", is_heeded=True),),
        former=tuple(steps[6:]),
        replans=1,
        version=7,
    )
    arguments = {"n": 1, "list": [1.5, None, {"a": True}]}
    odd = a_step(arguments=arguments, action="half a \ud83d\x00")

    await kept(ports, whole, a_plan(odd, id=PlanId("odd")))

    again = await found(ports)
    assert again == whole
    assert (again.kept_version, again.owner.name) == (7, "Ana")
    assert (await found(ports, "odd")).step(1).arguments == arguments
    assert await ports.plans.find(PlanId("nowhere")) is None


async def test_every_change_is_kept(ports: Ports):
    await kept(ports, a_plan_with("approved", "planned"))

    running = transitions.start(await found(ports), 1, DIGEST, LATER)
    await kept(ports, running)
    completed = transitions.complete(await found(ports), 1, "she is in", LATER)
    await kept(ports, completed)

    again = await found(ports)
    assert again == completed
    assert (again.version, again.kept_version) == (3, 3)


async def test_a_plan_that_was_not_changed_is_not_written(ports: Ports):
    await kept(ports, a_plan_with("planned"))
    unchanged = await found(ports)
    await kept(ports, transitions.cancel(unchanged, LATER))

    await kept(ports, unchanged)

    assert (await found(ports)).status is PlanStatus.CANCELLED


async def test_of_two_changes_of_one_version_the_second_changes_nothing(ports: Ports):
    await kept(ports, a_plan_with("awaiting", "awaiting"))
    read = await found(ports)
    await kept(ports, transitions.reject(read, 1, "no", LATER))
    beginning = await begun(ports, "late")
    # More moves than the other: what counts is what it began with.
    late = transitions.reject(transitions.reject(read, 1, "no", LATER), 2, "no", LATER)
    ending = the_ending(
        beginning,
        plans=(late,),
        replies=(a_reply(beginning),),
        agent_messages=(a_message_of(late),),
        next=(a_message("never", kind=Kind.TIMER),),
    )

    with pytest.raises(PlanOvertaken, match="plan p1 was changed"):
        await ports.turns.commit(ending)

    assert in_states(await found(ports)) == ["rejected", "awaiting"]
    assert await ports.outbox.unsent(SESSION) == []
    assert await ports.plans.messages(ANA, 9) == []
    again = await ports.turns.begin(SESSION)
    assert again is not None
    assert (again.turn, again.attempt) == (beginning.turn, 2)


async def test_of_turns_of_several_sessions_at_once_one_changes_a_plan(ports: Ports):
    await kept(ports, a_plan_with(*["awaiting"] * 6))
    read = await found(ports)

    async def rejects(number: int) -> bool:
        thread = a_thread(f"session {number}")
        await ports.inbox.accept(a_message(f"reject {number}", thread))
        beginning = await ports.turns.begin(thread.session)
        assert beginning is not None
        changed = transitions.reject(read, number, f"no {number}", LATER)
        try:
            await ports.turns.commit(the_ending(beginning, plans=(changed,)))
        except PlanOvertaken:
            return False
        return True

    won = await asyncio.gather(*(rejects(number) for number in range(1, 7)))

    assert sum(won) == 1
    assert in_states(await found(ports)).count("rejected") == 1


async def test_a_new_plan_never_takes_the_place_of_another(ports: Ports):
    await kept(ports, a_plan_with("planned"))

    with pytest.raises(PlanOvertaken):
        await kept(ports, a_plan_with("completed"))

    assert in_states(await found(ports)) == ["planned"]


async def test_one_stale_plan_keeps_back_all_others(ports: Ports):
    await kept(ports, numbered(1))
    stale = numbered(1, version=5)

    with pytest.raises(PlanOvertaken):
        await kept(ports, numbered(2), stale)

    assert await ports.plans.find(PlanId("p2")) is None


async def test_a_worker_that_was_thought_dead_keeps_no_plan(ports: Ports):
    zombie = await begun(ports, "1")
    owner = await ports.turns.begin(SESSION)
    assert owner is not None

    with pytest.raises(Fenced):
        await ports.turns.commit(the_ending(zombie, plans=(a_plan(),)))

    assert await ports.plans.find(PlanId("p1")) is None


async def test_committing_twice_keeps_one_plan(ports: Ports):
    beginning = await begun(ports, "1")
    plan = a_plan_with("planned")
    ending = the_ending(beginning, plans=(plan,), agent_messages=(a_message_of(plan),))

    await ports.turns.commit(ending)
    await ports.turns.commit(ending)

    assert ids(await ports.plans.of_session(SESSION)) == ["p1"]
    assert len(await ports.plans.messages(ANA, 9)) == 1


async def test_the_plans_of_a_session_are_listed_newest_first(ports: Ports):
    await kept(ports, numbered(2), numbered(1, owner=BEN), numbered(3, status=PlanStatus.FAILED))
    await kept(ports, numbered(4, session=OTHER_SESSION))

    assert ids(await ports.plans.of_session(SESSION)) == ["p3", "p2", "p1"]
    assert ids(await ports.plans.open_plans(SESSION)) == ["p2", "p1"]
    assert await ports.plans.of_session(a_thread("nowhere").session) == []


async def test_the_plans_of_a_person_are_listed_across_sessions_page_by_page(ports: Ports):
    theirs = [numbered(n, session=OTHER_SESSION if n % 2 else SESSION) for n in range(1, 8)]
    await kept(ports, *theirs, numbered(9, owner=BEN))

    first = await ports.plans.of_person(ANA, 3)
    second = await ports.plans.of_person(ANA, 3, before=first[-1].id)
    third = await ports.plans.of_person(ANA, 3, before=second[-1].id)

    assert [ids(page) for page in (first, second, third)] == [
        ["p7", "p6", "p5"],
        ["p4", "p3", "p2"],
        ["p1"],
    ]
    assert first == theirs[:3:-1]
    assert await ports.plans.of_person(ANA, 3, before=PlanId("p1")) == []
    assert await ports.plans.of_person(ANA, 3, before=PlanId("nowhere")) == []
    assert await ports.plans.of_person(ANA, 3, before=PlanId("p9")) == []


async def test_plans_of_one_moment_are_each_on_one_page(ports: Ports):
    await kept(ports, *(numbered(n, created_at=NOON) for n in range(5)))

    pages, before = [], None
    while page := await ports.plans.of_person(ANA, 2, before):
        pages += ids(page)
        before = page[-1].id

    assert sorted(pages) == ["p0", "p1", "p2", "p3", "p4"]


async def test_what_was_said_about_plans_is_read_in_order_page_by_page(ports: Ports):
    plan, bens = a_plan(), a_plan(owner=BEN)
    said = [a_message_of(plan, f"m{n}", step=StepId("s1") if n % 2 else None) for n in range(5)]
    elsewhere = a_message_of(plan, "elsewhere", session=OTHER_SESSION)
    odd = a_message_of(bens, "bens", content="half a \ud83d\x00")
    await kept(ports, plan, agent_messages=(*said[:2], odd))
    await kept(ports, agent_messages=(elsewhere, *said[2:]))

    first = await ports.plans.messages(ANA, 3, session=SESSION)
    rest = await ports.plans.messages(ANA, 3, first[-1].id, SESSION)
    everywhere = await ports.plans.messages(ANA, 9)

    assert [*first, *rest] == said
    assert everywhere == [*said[:2], elsewhere, *said[2:]]
    assert await ports.plans.messages(ANA, 9, said[-1].id) == []
    assert await ports.plans.messages(ANA, 9, AgentMessageId("nowhere")) == []
    assert await ports.plans.messages(ANA, 9, AgentMessageId("bens")) == []
    assert [one.id for one in await ports.plans.messages(BEN, 9)] == ["bens"]


@pytest.mark.proves("S2-63")
async def test_nothing_of_a_commit_is_kept_when_a_message_is_there_already(ports: Ports):
    await kept(ports, agent_messages=(a_message_of(a_plan()),))

    with pytest.raises(Exception, match=r"(?i)unique|already"):
        await kept(ports, a_plan(), agent_messages=(a_message_of(a_plan(), content="other"),))

    assert await ports.plans.find(PlanId("p1")) is None

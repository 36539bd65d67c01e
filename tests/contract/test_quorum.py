"""What every store promises about requests that several must approve, or that wait for long."""

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest

from agents.kit.values.person import Person
from bot.core.ports.turns import DECIDED
from bot.domain.errors import ApprovedAlready, NotYours, Refused, RequestClosed
from bot.domain.ids import RequestId, TurnId
from bot.domain.messages import Kind, Press
from bot.domain.requests import Request, RequestStatus
from tests.contract.conftest import Ports
from tests.fakes.events import ANA, BEN, SESSION, a_message, a_request, a_verdict, the_ending
from tests.fakes.world import NOON, FakeClock

R1 = RequestId("r1")
CLEO = Person("console", "local", "cleo", "Cleo")
DORA = Person("console", "local", "dora", "Dora")
RACES = 100


def for_two(id_: str = "r1", **changes: Any) -> Request:
    """A request of Ana's that two of three others must approve."""
    rule = {"policy": "four_eyes", "approvers": ("ben", "cleo", "dora"), "quorum": 2}
    return a_request(id_, **{**rule, **changes})


async def opened(ports: Ports, *requests: Request) -> None:
    await ports.inbox.accept(a_message(f"opens {requests[0].id}"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.turns.commit(the_ending(beginning, opened=requests))


async def pressed(ports: Ports, number: int, request: RequestId = R1) -> TurnId:
    """Accept a press; its turn does not begin yet."""
    press = Press(request, "approve")
    turn = await ports.inbox.accept(a_message(f"press {number}", kind=Kind.PRESS, press=press))
    assert turn is not None
    return turn


async def found(ports: Ports, request: str = "r1") -> Request:
    stored = await ports.requests.find(RequestId(request))
    assert stored is not None
    return stored


async def test_the_last_of_several_approvals_ends_it(ports: Ports):
    await opened(ports, for_two())

    first = await ports.requests.decide(R1, a_verdict("approve", "t1", BEN), NOON)
    last = await ports.requests.decide(R1, a_verdict("approve", "t2", CLEO), NOON)

    assert (first.status, first.approvals) == (RequestStatus.PENDING, (BEN,))
    assert (last.status, last.approvals, last.decided_in) == (
        RequestStatus.ANSWERED,
        (BEN, CLEO),
        "t2",
    )
    assert await found(ports) == last


async def test_one_person_counts_once_whatever_they_are_called_by_then(ports: Ports):
    await opened(ports, for_two())
    await ports.requests.decide(R1, a_verdict("approve", "t1", BEN), NOON)
    renamed = Person(BEN.platform, BEN.workspace, BEN.user, "Cleo")

    with pytest.raises(ApprovedAlready, match="waiting for 1 of"):
        await ports.requests.decide(R1, a_verdict("approve", "t2", renamed), NOON)

    assert (await found(ports)).approvals == (BEN,)


async def test_the_same_turn_may_approve_again_and_changes_nothing(ports: Ports):
    await opened(ports, for_two())
    await ports.requests.decide(R1, a_verdict("approve", "t1", BEN), NOON)
    ended = await ports.requests.decide(R1, a_verdict("approve", "t2", CLEO), NOON)

    again = await ports.requests.decide(R1, a_verdict("approve", "t1", BEN), NOON)

    assert again == ended


async def test_what_is_refused_changes_nothing(ports: Ports):
    await opened(ports, for_two())

    with pytest.raises(NotYours):
        await ports.requests.decide(R1, a_verdict("approve", "t1", ANA), NOON)

    assert await found(ports) == for_two()


async def test_the_turn_of_a_verdict_knows_of_it(ports: Ports):
    await opened(ports, for_two())
    turn = await pressed(ports, 1)
    await ports.requests.decide(R1, a_verdict("approve", turn, BEN), NOON)

    beginning = await ports.turns.begin(SESSION)

    assert beginning is not None
    assert beginning.journal == {DECIDED: "r1"}
    assert [request.approvals for request in beginning.pending] == [(BEN,)]


@pytest.mark.parametrize(
    "verbs", [("approve", "approve"), ("approve", "reject"), ("approve", "edit")]
)
async def test_races_end_each_request_exactly_once(ports: Ports, verbs: tuple[str, str]):
    """R2: of two verdicts at the same time one ends a request, and the other hears of it."""
    chance = random.Random(7)  # noqa: S311 - an order of clicks
    winners: list[str] = []
    for number in range(RACES):
        id_ = RequestId(f"race {verbs} {number}")
        await opened(ports, a_request(id_, policy="four_eyes", approvers=("ben", "cleo")))
        verdicts = [
            a_verdict(verb, f"{id_} {place}", by)
            for place, (verb, by) in enumerate(zip(verbs, (BEN, CLEO), strict=True))
        ]
        chance.shuffle(verdicts)

        outcomes = await asyncio.gather(
            *(ports.requests.decide(id_, verdict, NOON) for verdict in verdicts),
            return_exceptions=True,
        )

        won = [o for o in outcomes if isinstance(o, Request)]
        assert [type(o) for o in outcomes if not isinstance(o, Request)] == [RequestClosed]
        assert [await found(ports, id_)] == won
        winners.append(won[0].verdict)
    assert len(winners) == RACES


async def test_no_approval_is_lost_when_all_press_at_once(ports: Ports):
    """R2: however three approvals and a repeat meet, two end it and the third comes too late."""
    for number in range(RACES):
        id_ = RequestId(f"quorum {number}")
        await opened(ports, for_two(id_))
        presses = [a_verdict("approve", f"{id_} {by.user}", by) for by in (BEN, CLEO, DORA)]
        presses.append(a_verdict("approve", f"{id_} again", BEN))

        outcomes = await asyncio.gather(
            *(ports.requests.decide(id_, press, NOON) for press in presses),
            return_exceptions=True,
        )

        ended = await found(ports, id_)
        assert ended.status is RequestStatus.ANSWERED
        assert len(set(ended.approvals)) == 2
        taken = [o for o in outcomes if isinstance(o, Request)]
        assert [o.status for o in taken].count(RequestStatus.ANSWERED) == 1
        assert all(isinstance(o, Refused) for o in outcomes if o not in taken)


async def test_a_verdict_at_acceptance_counts_from_its_turn_on(ports: Ports):
    await opened(ports, a_request())
    await ports.inbox.accept(a_message("before"))
    turn = await pressed(ports, 1)
    decided = await ports.requests.decide(R1, a_verdict("approve", turn), NOON)

    before = await ports.turns.begin(SESSION)
    assert before is not None
    assert [(r.id, r.status, r.decided_by) for r in before.pending] == [
        ("r1", RequestStatus.PENDING, None)
    ]
    await ports.turns.commit(the_ending(before))

    itself = await ports.turns.begin(SESSION)
    assert itself is not None
    assert (itself.turn, itself.pending) == (turn, ())
    assert await found(ports) == decided


async def test_what_an_earlier_turn_closes_stays_closed_whatever_was_pressed(ports: Ports):
    """R2, R20: a verdict that waits for its turn does not outlive what it is about."""
    await opened(ports, a_request())
    await ports.inbox.accept(a_message("stop"))
    turn = await pressed(ports, 1)
    await ports.requests.decide(R1, a_verdict("approve", turn), NOON)
    before = await ports.turns.begin(SESSION)
    assert before is not None

    withdrawn = tuple(request.close(RequestStatus.CANCELLED) for request in before.pending)
    await ports.turns.commit(the_ending(before, closed=withdrawn))

    assert await found(ports) == a_request().close(RequestStatus.CANCELLED)


async def test_what_its_own_turn_has_decided_is_not_closed_by_it(ports: Ports):
    await opened(ports, a_request())
    turn = await pressed(ports, 1)
    itself = await ports.turns.begin(SESSION)
    assert itself is not None
    decided = await ports.requests.decide(R1, a_verdict("approve", turn), NOON)

    closed = (a_request().close(RequestStatus.CANCELLED),)
    await ports.turns.commit(the_ending(itself, closed=closed))

    assert await found(ports) == decided


async def test_requests_of_which_to_remind_are_found_until_that_is_noted(
    ports: Ports, clock: FakeClock
):
    at = NOON + timedelta(hours=4)
    await opened(ports, a_request(remind_at=at), a_request("never"))
    assert await ports.upkeep.remindable(clock.now()) == []

    clock.pass_time(hours=4)

    assert [r.id for r in await ports.upkeep.remindable(clock.now())] == ["r1"]
    await told(ports, reminded=(R1,))
    assert await ports.upkeep.remindable(clock.now()) == []
    assert (await found(ports)).reminded_at == clock.now()


async def test_a_request_goes_on_to_the_next_ones_and_keeps_its_approvals(
    ports: Ports, clock: FakeClock
):
    at = NOON + timedelta(hours=8)
    await opened(ports, for_two(escalate_at=at, escalate_to=("eve", "ben")))
    clock.pass_time(hours=8)
    assert [r.id for r in await ports.upkeep.escalatable(clock.now())] == ["r1"]

    await ports.inbox.accept(a_message("escalates"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.requests.decide(R1, a_verdict("approve", "t1", BEN), clock.now())
    await ports.turns.commit(the_ending(beginning, escalated=(R1,)))

    stored = await found(ports)
    assert stored.approvers == ("ben", "cleo", "dora", "eve")
    assert (stored.approvals, stored.escalated_at) == ((BEN,), clock.now())
    assert await ports.upkeep.escalatable(clock.now()) == []


async def test_nobody_is_reminded_of_what_is_closed_or_over(ports: Ports, clock: FakeClock):
    due: dict[str, Any] = {"remind_at": NOON, "escalate_at": NOON, "escalate_to": ("eve",)}
    over = a_request("over", expires_at=NOON + timedelta(minutes=1), **due)
    await opened(ports, a_request(**due), over)
    await ports.requests.decide(R1, a_verdict("reject", "t1"), NOON)
    clock.pass_time(minutes=1)

    assert await ports.upkeep.remindable(clock.now()) == []
    assert await ports.upkeep.escalatable(clock.now()) == []


async def test_a_reminder_changes_no_decision(ports: Ports):
    await opened(ports, a_request(remind_at=NOON))
    decided = await ports.requests.decide(R1, a_verdict("approve", "t1"), NOON)

    await told(ports, reminded=(R1,), escalated=(R1,))

    assert await found(ports) == decided


async def told(ports: Ports, **changes: Any) -> None:
    await ports.inbox.accept(a_message("tells"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.turns.commit(the_ending(beginning, **changes))

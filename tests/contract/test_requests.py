"""What every store promises about requests: each is decided once."""

import asyncio
from datetime import timedelta

import pytest

from bot.domain.errors import RequestClosed
from bot.domain.ids import RequestId, TurnId
from bot.domain.requests import Request, RequestStatus
from bot.storage.turns.requests import TurnOver
from tests.contract.conftest import Ports
from tests.fakes.events import SESSION, a_message, a_request, a_verdict, the_ending
from tests.fakes.world import NOON, FakeClock

R1 = RequestId("r1")
PRESS, OTHER_PRESS = TurnId("press"), TurnId("other press")


async def opened(ports: Ports, *requests: Request) -> None:
    await ports.inbox.accept(a_message("opens"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.turns.commit(the_ending(beginning, opened=requests))


async def test_a_request_is_found_by_its_id(ports: Ports):
    await opened(ports, a_request())

    assert await ports.requests.find(RequestId("r1")) == a_request()
    assert await ports.requests.find(RequestId("r2")) is None


async def test_a_decision_is_kept_with_the_turn_that_made_it(ports: Ports):
    await opened(ports, a_request())

    decided = await ports.requests.decide(R1, a_verdict("approve", PRESS), NOON)

    assert (decided.status, decided.decided_in) == (RequestStatus.ANSWERED, PRESS)
    assert await ports.requests.find(decided.id) == decided


async def test_the_same_turn_may_decide_again_and_changes_nothing(ports: Ports):
    await opened(ports, a_request())
    decided = await ports.requests.decide(R1, a_verdict("approve", PRESS), NOON)

    again = await ports.requests.decide(R1, a_verdict("reject", PRESS), NOON)

    assert again == decided


async def test_another_turn_comes_too_late(ports: Ports):
    await opened(ports, a_request())
    await ports.requests.decide(R1, a_verdict("reject", PRESS), NOON)

    with pytest.raises(RequestClosed, match="already rejected by Ana"):
        await ports.requests.decide(R1, a_verdict("approve", OTHER_PRESS), NOON)


async def test_a_verdict_whose_turn_is_over_comes_too_late(ports: Ports):
    """Nobody would carry it out, and nobody could decide again."""
    await opened(ports, a_request())
    press = await ports.inbox.accept(a_message("press"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    assert beginning.turn == press
    await ports.turns.commit(the_ending(beginning))  # it refused: there was a pause, say

    with pytest.raises(TurnOver, match="press again"):
        await ports.requests.decide(R1, a_verdict("approve", beginning.turn), NOON)

    found = await ports.requests.find(R1)
    assert found is not None
    assert found.status is RequestStatus.PENDING


async def test_an_unknown_request_is_closed(ports: Ports):
    with pytest.raises(RequestClosed):
        await ports.requests.decide(R1, a_verdict("approve", PRESS), NOON)


async def test_of_many_decisions_at_once_one_wins(ports: Ports):
    await opened(ports, a_request())

    async def decides(number: int) -> str | None:
        verdict = "approve" if number % 2 else "reject"
        turn = TurnId(f"press {number}")
        try:
            await ports.requests.decide(R1, a_verdict(verdict, turn), NOON)
        except RequestClosed:
            return None
        return turn

    winners = [turn for turn in await asyncio.gather(*map(decides, range(20))) if turn]

    assert len(winners) == 1
    stored = await ports.requests.find(RequestId("r1"))
    assert stored is not None
    assert stored.decided_in == winners[0]


async def test_requests_whose_time_is_over_are_found(ports: Ports, clock: FakeClock):
    short = a_request("short", expires_at=NOON + timedelta(minutes=1))
    await opened(ports, short, a_request("long"))
    assert await ports.upkeep.overdue(clock.now()) == []

    clock.pass_time(minutes=1)

    assert await ports.upkeep.overdue(clock.now()) == [short]

"""Two workers with connections of their own decide the same requests at the same time."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from agents.kit.values.person import Person
from bot.core.ports.environment import Cipher
from bot.domain.errors import Refused, RequestClosed
from bot.domain.ids import RequestId
from bot.domain.requests import Request, RequestStatus, Verdict
from tests.fakes.events import BEN, SESSION, a_message, a_request, a_verdict, the_ending
from tests.fakes.opened import Store, open_store
from tests.fakes.world import NOON, FakeClock, FakeIds

pytestmark = pytest.mark.timeout(60)

RACES = 100
CLEO = Person("console", "local", "cleo", "Cleo")


@pytest.fixture
async def other(address: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Store]:
    """A second worker on the same database."""
    store = open_store(address, cipher, clock, FakeIds())
    yield store
    await store.database.close()


async def opened(store: Store, request: Request) -> None:
    await store.inbox.accept(a_message(f"opens {request.id}"))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    await store.turns.commit(the_ending(beginning, opened=(request,)))


async def decides(store: Store, request: RequestId, verdict: Verdict) -> Request | None:
    try:
        return await store.requests.decide(request, verdict, NOON)
    except RequestClosed:
        return None


@pytest.mark.parametrize("second", ["approve", "reject", "edit"])
async def test_one_of_two_verdicts_ends_a_request(store: Store, other: Store, second: str):
    """R2: a hundred races of each kind, and exactly one decision each."""
    won: list[str] = []
    for number in range(RACES):
        id_ = RequestId(f"race-{number}")
        await opened(store, a_request(id_, policy="four_eyes", approvers=("ben", "cleo")))
        first_verdict = a_verdict("approve", f"{id_}-1", BEN)
        second_verdict = a_verdict(second, f"{id_}-2", CLEO)
        workers = (store, other) if number % 2 else (other, store)

        outcomes = await asyncio.gather(
            decides(workers[0], id_, first_verdict), decides(workers[1], id_, second_verdict)
        )

        (ended,) = [outcome for outcome in outcomes if outcome is not None]
        assert await other.requests.find(id_) == await store.requests.find(id_) == ended
        won.append(ended.verdict)

    assert len(won) == RACES


async def test_both_approvals_of_two_are_counted(store: Store, other: Store):
    """R2: two approvals that come together are two, and the second of them ends it."""
    for number in range(RACES):
        id_ = RequestId(f"both-{number}")
        rule = {"policy": "four_eyes", "approvers": ("ben", "cleo"), "quorum": 2}
        await opened(store, a_request(id_, SESSION, **rule))

        outcomes = await asyncio.gather(
            store.requests.decide(id_, a_verdict("approve", f"{id_}-1", BEN), NOON),
            other.requests.decide(id_, a_verdict("approve", f"{id_}-2", CLEO), NOON),
        )

        statuses = sorted(outcome.status for outcome in outcomes)
        assert statuses == [RequestStatus.ANSWERED, RequestStatus.PENDING]
        stored = await store.requests.find(id_)
        assert stored is not None
        assert set(stored.approvals) == {BEN, CLEO}


async def test_one_person_at_two_workers_counts_once(store: Store, other: Store):
    for number in range(RACES):
        id_ = RequestId(f"twice-{number}")
        rule = {"policy": "four_eyes", "approvers": ("ben", "cleo"), "quorum": 2}
        await opened(store, a_request(id_, SESSION, **rule))

        outcomes = await asyncio.gather(
            store.requests.decide(id_, a_verdict("approve", f"{id_}-1", BEN), NOON),
            other.requests.decide(id_, a_verdict("approve", f"{id_}-2", BEN), NOON),
            return_exceptions=True,
        )

        assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
        stored = await store.requests.find(id_)
        assert stored is not None
        assert (stored.status, stored.approvals) == (RequestStatus.PENDING, (BEN,))

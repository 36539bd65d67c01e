"""What every store promises about links: codes, two yeses, groups, and what stays of them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from agents.kit import Person
from bot.core.ports.environment import Cipher
from bot.domain.accounts import MOST_ATTEMPTS, CannotLink, Fault, LinkOffer
from bot.domain.ids import LinkId, SessionId
from tests.contract.conftest import ON_POSTGRES
from tests.contract.linking import ANN, ANNS_KEY, ELSEWHERE, EVE, HERSELF, LATER, Linking, a_claim
from tests.fakes.opened import open_store
from tests.fakes.store.admin import MemoryOversight
from tests.fakes.store.linked_accounts import MemoryLinks
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import NOON, FakeClock, FakeIds

pytestmark = pytest.mark.proves("R1")

YEAR = timedelta(days=365)
ROUNDS = 20  # of a race


@pytest.fixture(params=["memory", "sqlite", ON_POSTGRES])
async def linking(
    request: pytest.FixtureRequest, cipher: Cipher, clock: FakeClock
) -> AsyncIterator[Linking]:
    if request.param == "memory":
        memory = MemoryStore(clock, FakeIds())
        links = MemoryLinks(memory, FakeIds())
        yield Linking(links, MemoryOversight(memory))
        return
    address = request.getfixturevalue(f"migrated_{request.param}")
    store = open_store(address, cipher, clock, FakeIds())
    yield Linking(store.links, store.operations)
    await store.database.close()


async def test_two_are_linked_once_both_have_said_yes(linking: Linking):
    offer = await linking.redeem(await linking.code())
    assert await linking.linked(ANN) == set()

    first = await linking.links.answer(offer.id, ANNS_KEY, NOON, yes=True)
    assert not first.is_linked
    assert await linking.linked(ANN) == set()

    second = await linking.links.answer(offer.id, ANN, NOON, yes=True)
    assert second.is_linked
    assert await linking.linked(ANN) == {ANNS_KEY}
    assert await linking.linked(ANNS_KEY) == {ANN}
    assert await linking.linked(EVE) == set()


async def test_one_side_cannot_say_yes_for_both(linking: Linking):
    offer = await linking.redeem(await linking.code())

    for _again in range(2):
        answered = await linking.links.answer(offer.id, ANNS_KEY, NOON, yes=True)
        assert not answered.is_linked
    with pytest.raises(CannotLink):
        await linking.links.answer(offer.id, EVE, NOON, yes=True)

    assert await linking.linked(ANN) == set()


async def test_a_no_ends_it_for_good(linking: Linking):
    offer = await linking.redeem(await linking.code())

    await linking.links.answer(offer.id, ANN, NOON, yes=False)

    with pytest.raises(CannotLink):
        await linking.links.answer(offer.id, ANNS_KEY, NOON, yes=True)
    assert await linking.linked(ANN) == set()


async def test_a_code_is_good_for_once_and_for_ten_minutes(linking: Linking):
    used, late = await linking.code(), ""
    await linking.redeem(used)
    late = await linking.code(HERSELF)

    assert await linking.fault(used, EVE) is Fault.USED
    assert await linking.fault(late, EVE, LATER) is Fault.EXPIRED
    assert await linking.fault("AAAAA-AAAAA-AAAAA-AAAAA", EVE) is Fault.UNKNOWN


async def test_a_newer_code_takes_the_place_of_the_one_before(linking: Linking):
    old = await linking.code()
    new = await linking.code()

    assert await linking.fault(old) is Fault.UNKNOWN
    assert (await linking.redeem(new)).maker == ANN


async def test_a_code_may_be_typed_in_any_way_that_reads_the_same(linking: Linking):
    code = await linking.code()

    offer = await linking.redeem(f" {code.lower().replace('-', ' ').replace('0', 'o')} ")

    assert offer.maker == ANN


async def test_nobody_links_with_themselves_or_a_neighbour(linking: Linking):
    code = await linking.code()

    assert await linking.fault(code, ANN) is Fault.OWN
    assert await linking.fault(code, Person("slack", "T1", "U2")) is Fault.SAME_SIDE


async def test_a_turn_that_begins_again_finds_its_code_redeemed(linking: Linking):
    code = await linking.code()

    first = await linking.links.redeem(code, a_claim(ANNS_KEY, "t1"), NOON)

    assert await linking.links.redeem(code, a_claim(ANNS_KEY, "t1"), NOON) == first
    assert await linking.links.find(first.id) == first
    assert await linking.links.find(LinkId("none")) is None


async def test_guessing_ends_after_some_tries(linking: Linking):
    code = await linking.code()
    for _guess in range(MOST_ATTEMPTS):
        assert await linking.fault("AAAAA-AAAAA-AAAAA-AAAAA", EVE) is Fault.UNKNOWN

    assert await linking.fault(code, EVE) is Fault.TOO_MANY

    assert (await linking.redeem(code)).claim is not None
    fresh = await linking.code(HERSELF, NOON + timedelta(hours=2))
    later = await linking.redeem(fresh, EVE, NOON + timedelta(hours=2))
    assert later.maker == HERSELF


async def test_tries_noted_by_a_clock_that_ran_ahead_keep_nobody_out(linking: Linking):
    for _guess in range(MOST_ATTEMPTS):
        fault = await linking.fault("AAAAA-AAAAA-AAAAA-AAAAA", EVE, NOON + YEAR)
        assert fault is Fault.UNKNOWN

    assert (await linking.redeem(await linking.code(), EVE)).claim is not None


async def test_of_two_who_redeem_at_once_one_does(linking: Linking):
    code = await linking.code()
    claims = [a_claim(Person("http", "main", f"p{n}")) for n in range(8)]

    done = await asyncio.gather(
        *(linking.links.redeem(code, claim, NOON) for claim in claims), return_exceptions=True
    )

    assert sum(isinstance(one, LinkOffer) for one in done) == 1
    assert sum(isinstance(one, CannotLink) and one.fault is Fault.USED for one in done) == 7


async def test_who_is_linked_twice_at_once_is_in_one_group(linking: Linking):
    for number in range(ROUNDS):
        ann, *makers = (
            replace(who, user=f"{who.user}{number}") for who in (ANN, ANNS_KEY, HERSELF)
        )
        offers = [await linking.redeem(await linking.code(maker), ann) for maker in makers]
        for offer, maker in zip(offers, makers, strict=True):
            await linking.links.answer(offer.id, maker, NOON, yes=True)

        done = await asyncio.gather(
            *(linking.links.answer(offer.id, ann, NOON, yes=True) for offer in offers),
            return_exceptions=True,
        )

        assert sum(isinstance(one, LinkOffer) and one.is_linked for one in done) == 1
        assert sum(isinstance(one, CannotLink) and one.fault is Fault.CHANGED for one in done) == 1
        assert len(await linking.linked(ann)) == 1
    assert len(await linking.links.everybody()) == 2 * ROUNDS


async def test_who_unlinks_while_others_join_stays_unlinked(linking: Linking):
    """Each order is right but one: nobody is told that they are linked no more, and is."""
    for number in range(ROUNDS):
        ann, key, herself = (
            replace(who, user=f"{who.user}{number}") for who in (ANN, ANNS_KEY, HERSELF)
        )
        one, other = (ann, herself) if number % 2 else (herself, ann)
        await linking.link(ann, key)
        offer = await linking.redeem(await linking.code(one), other)
        await linking.links.answer(offer.id, one, NOON, yes=True)

        _, joined = await asyncio.gather(
            linking.unlink(key),
            linking.links.answer(offer.id, other, NOON, yes=True),
            return_exceptions=True,
        )

        assert isinstance(joined, LinkOffer) or joined.fault is Fault.CHANGED  # type: ignore[attr-defined]
        assert await linking.linked(key) == set()
        assert key not in await linking.linked(ann) | await linking.linked(herself)


async def test_links_make_groups(linking: Linking):
    await linking.link(ANN, ANNS_KEY)
    await linking.link(HERSELF, ELSEWHERE)

    await linking.link(ANNS_KEY, HERSELF)

    assert await linking.linked(ANN) == {ANNS_KEY, HERSELF, ELSEWHERE}
    groups = {member.group for member in await linking.links.everybody()}
    assert len(groups) == 1


async def test_a_group_has_one_identity_of_each_side(linking: Linking):
    await linking.link(ANN, ANNS_KEY)
    await linking.link(HERSELF, Person("slack", "T1", "U9"))

    code = await linking.code(ANNS_KEY)

    assert await linking.fault(code, HERSELF) is Fault.SAME_SIDE


async def test_a_group_has_a_size(linking: Linking):
    several = [Person("slack", f"T{number}", "U1") for number in range(6)]
    for one in several[1:]:
        await linking.link(several[0], one)

    assert await linking.fault(await linking.code(several[2]), EVE) is Fault.FULL
    assert await linking.fault(await linking.code(several[2]), several[4]) is Fault.LINKED


async def test_what_joins_must_be_what_both_were_shown(linking: Linking):
    offer = await linking.redeem(await linking.code())
    await linking.links.answer(offer.id, ANN, NOON, yes=True)
    await linking.link(ANNS_KEY, HERSELF)

    with pytest.raises(CannotLink) as refused:
        await linking.links.answer(offer.id, ANNS_KEY, NOON, yes=True)

    assert refused.value.fault is Fault.CHANGED
    assert await linking.linked(ANN) == set()


async def test_unlinking_ends_what_one_may_do_and_not_who_they_are(linking: Linking):
    await linking.link(ANN, ANNS_KEY)
    await linking.link(ANN, HERSELF)

    await linking.unlink(ANNS_KEY)

    assert await linking.linked(ANNS_KEY) == set()
    assert await linking.linked(ANN) == {HERSELF}
    assert await linking.known(ANNS_KEY) == {ANN, HERSELF}
    assert await linking.known(ANN) == {ANNS_KEY, HERSELF}


async def test_who_is_left_alone_is_in_no_group(linking: Linking):
    await linking.link(ANN, ANNS_KEY)

    await linking.unlink(ANN)

    assert await linking.links.everybody() == []
    assert await linking.linked(ANNS_KEY) == set()


async def test_who_unlinked_can_be_linked_again(linking: Linking):
    await linking.link(ANN, ANNS_KEY)
    await linking.unlink(ANN)

    await linking.link(ANNS_KEY, ANN)

    assert await linking.linked(ANN) == {ANNS_KEY}


async def test_whom_two_ended_links_have_in_common_is_known_too(linking: Linking):
    await linking.link(ANN, ANNS_KEY)
    await linking.unlink(ANN)
    await linking.link(ANNS_KEY, HERSELF)

    assert await linking.known(ANN) == {ANNS_KEY, HERSELF}
    assert await linking.linked(ANN) == set()


async def test_no_code_stands_in_the_database(cipher: Cipher, clock: FakeClock, address: str):
    store = open_store(address, cipher, clock, FakeIds())
    code = await store.links.make(ANN, SessionId("s"), NOON)

    rows = await store.database.read(lambda sql: sql.rows("SELECT * FROM link_offers"))
    await store.database.close()

    assert code not in str(rows)
    assert code.replace("-", "") not in str(rows)

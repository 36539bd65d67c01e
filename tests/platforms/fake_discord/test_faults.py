"""What goes wrong on request: rate limits, errors, silence, and calls that came through."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from tests.fakes.discord import Buckets, FakeDiscord, Fault, ManualClock, Rates
from tests.fakes.discord.listening import Ear, logged_in

SEND = "POST /channels/{channel}/messages"
CALLBACK = "POST /interactions/{interaction}/{token}/callback"


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as server:
        yield server


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def post(fake: FakeDiscord, http: aiohttp.ClientSession, text: str = "x") -> int:
    """Post without retries, and tell the HTTP status of the answer; 0 is none at all."""
    url = f"{fake.api_url}/channels/{fake.general.id}/messages"
    headers = {"Authorization": f"Bot {fake.token}"}
    body: dict[str, Any] = {"content": text, "flags": 4, "allowed_mentions": {"parse": []}}
    try:
        async with http.post(url, json=body, headers=headers) as response:
            return response.status
    except aiohttp.ClientError:
        return 0


async def test_a_rate_limit_holds_until_retry_after(
    fake: FakeDiscord, http: aiohttp.ClientSession
):
    fake.faults.next(SEND, Fault.RATE_LIMITED, seconds=5)

    first = await post(fake, http)
    await fake.advance(4)
    early = await post(fake, http)
    await fake.advance(1)
    late = await post(fake, http)

    assert (first, early, late) == (429, 429, 200)
    assert [call.is_early for call in fake.record.of(SEND)] == [False, True, False]
    assert [said for said in fake.findings() if "before the Retry-After" in said]
    assert len(fake.answers(fake.general)) == 1


async def test_a_rate_limit_is_for_its_channel_alone(
    fake: FakeDiscord, http: aiohttp.ClientSession
):
    fake.faults.next(SEND, Fault.RATE_LIMITED, seconds=5)
    await post(fake, http)
    fake.general = fake.channel("elsewhere")

    assert await post(fake, http) == 200


async def test_the_global_limit_is_for_all_but_interactions(
    fake: FakeDiscord, http: aiohttp.ClientSession
):
    fake.patience_seconds = 0
    ana = fake.user("ana")
    fake.world.commands[None] = {1: {"id": "1", "name": "bot", "type": 1}}
    asked = await fake.command(ana, fake.general, "bot")
    fake.faults.next(SEND, Fault.GLOBALLY_LIMITED, seconds=5)
    await post(fake, http)

    headers = {"Authorization": f"Bot {fake.token}"}
    async with http.get(f"{fake.api_url}/users/@me", headers=headers) as other:
        said = await other.json()
    callback = f"{fake.api_url}/interactions/{asked.id}/{asked.token}/callback"
    async with http.post(callback, json={"type": 5}) as answered:
        assert answered.status == 204

    assert (other.status, said["global"], said["retry_after"]) == (429, True, 5.001)
    assert (other.headers["X-RateLimit-Global"], other.headers["Via"]) == ("true", "1.1 google")


async def test_discord_py_waits_as_it_was_told():
    async with FakeDiscord() as fake, logged_in(fake) as client:
        fake.faults.next("GET /users/{user}", Fault.RATE_LIMITED, seconds=0.2)
        fake.faults.next("GET /users/{user}", Fault.GLOBALLY_LIMITED, seconds=0.2)

        user = await client.fetch_user(fake.bot.id)

        assert user.id == fake.bot.id
        assert [row.status for row in fake.record.of("GET /users/{user}")] == [429, 429, 200]
        assert fake.record.early == []


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.BAD_GATEWAY, Fault.UNAVAILABLE])
async def test_a_server_error_does_nothing(
    fake: FakeDiscord, http: aiohttp.ClientSession, fault: Fault
):
    fake.faults.next("*", fault, times=2)

    statuses = [await post(fake, http) for _ in range(3)]

    assert statuses == [fault.value, fault.value, 200]
    assert len(fake.answers(fake.general)) == 1


@pytest.mark.parametrize(
    ("fault", "shown"),
    [
        (Fault.RESET, 0),
        (Fault.HANG, 0),
        (Fault.DONE_THEN_RESET, 1),
        (Fault.DONE_THEN_HANG, 1),
    ],
)
async def test_without_an_answer_it_may_have_happened_or_not(
    fake: FakeDiscord, http: aiohttp.ClientSession, fault: Fault, shown: int
):
    fake.faults.next(SEND, fault)

    try:
        status = await asyncio.wait_for(post(fake, http), 0.2)
    except TimeoutError:
        status = 0

    assert status == 0
    assert len(fake.answers(fake.general)) == shown
    call = fake.record.calls[-1]
    assert (call.status, call.fault) == (None, fault.name)


async def test_a_nonce_makes_a_lost_answer_harmless(fake: FakeDiscord):
    fake.faults.next(SEND, Fault.DONE_THEN_RESET)
    async with logged_in(fake) as client:
        room = client.get_partial_messageable(fake.general.id)
        with pytest.raises(aiohttp.ClientError):
            await room.send("once", nonce="job-1", suppress_embeds=True)

        await room.send("once", nonce="job-1", suppress_embeds=True)

    assert [row.shown for row in fake.answers(fake.general)] == ["once"]


async def test_an_answer_may_take_its_time(fake: FakeDiscord, http: aiohttp.ClientSession):
    fake.faults.next(SEND, Fault.DELAY, seconds=30)
    posting = asyncio.create_task(post(fake, http))
    await fake.until(lambda: fake.answers(fake.general))
    await fake.advance(29)
    assert not posting.done()
    await fake.advance(1)

    assert await posting == 200


async def test_faults_come_in_order_and_for_their_route_only(
    fake: FakeDiscord, http: aiohttp.ClientSession
):
    fake.faults.next(SEND, Fault.SERVER_ERROR)
    fake.faults.next(SEND, Fault.UNAVAILABLE)

    headers = {"Authorization": f"Bot {fake.token}"}
    async with http.get(f"{fake.api_url}/users/@me", headers=headers) as other:
        assert other.status == 200
    assert [await post(fake, http) for _ in range(3)] == [500, 503, 200]


async def test_chance_is_the_same_for_the_same_seed(http: aiohttp.ClientSession):
    async def statuses(seed: int) -> list[int]:
        async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as fake:
            rates = Rates(rate_limited=0.3, server_error=0.1, done_then_lost=0.05)
            fake.faults.at_random(rates, seed)
            answers = []
            for _ in range(100):
                answers.append(await post(fake, http))
                await fake.advance(2)
            fake.faults.stop()
            assert await post(fake, http) == 200
            return answers

    first, again, other = await statuses(1), await statuses(1), await statuses(2)

    assert first == again != other
    assert 15 <= first.count(429) <= 45
    assert 3 <= first.count(500) + first.count(503) <= 20
    assert 1 <= first.count(0) <= 12


async def test_buckets_are_kept_on_request(fake: FakeDiscord, http: aiohttp.ClientSession):
    fake.faults.buckets = Buckets()

    burst = [await post(fake, http) for _ in range(6)]
    await fake.advance(5)
    later = await post(fake, http)

    assert burst == [200] * 5 + [429]
    assert later == 200


async def test_fifty_calls_a_second_are_enough(fake: FakeDiscord, http: aiohttp.ClientSession):
    fake.faults.buckets = Buckets(per_route={SEND: (100, 1.0)})

    statuses = [await post(fake, http) for _ in range(51)]

    assert statuses == [200] * 50 + [429]
    assert fake.record.calls[-1].fault == Fault.GLOBALLY_LIMITED.name


async def test_discord_py_keeps_to_the_headers_of_buckets():
    async with FakeDiscord() as fake, logged_in(fake) as client:
        fake.faults.buckets = Buckets(per_route={SEND: (3, 0.3)})
        room = client.get_partial_messageable(fake.general.id)

        for number in range(7):
            await room.send(str(number), suppress_embeds=True)

        assert [row.status for row in fake.record.of(SEND)] == [200] * 7
        assert fake.record.early == []


async def test_a_revoked_token_is_worth_nothing(fake: FakeDiscord):
    async with logged_in(fake) as client:
        fake.revoke_token()
        with pytest.raises(discord.HTTPException) as refused:
            await client.http.request(Route("GET", "/users/@me"))

    assert refused.value.status == 401
    assert fake.record.invalid(fake.world.clock.now()) == 1
    other = Ear()
    with fake.pointed_at(), pytest.raises(discord.LoginFailure):
        await other.login("old")
    await other.close()

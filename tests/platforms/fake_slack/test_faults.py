"""What goes wrong on request: rate limits, errors, silence, and calls that came through."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientError
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.fakes.slack import FakeSlack, Fault, ManualClock, Rates
from tests.fakes.slack.tiers import Tiers


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(clock=ManualClock(), door="none") as slack:
        slack.user("U1", name="ana")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client(retry_handlers=[], timeout=1)


async def post(client: AsyncWebClient, text: str = "x") -> int:
    """Post, and tell the HTTP status of the answer; 0 is none at all."""
    try:
        await client.chat_postMessage(channel="C1", text=text)
    except SlackApiError as refused:
        return int(refused.response.status_code)
    except (ClientError, TimeoutError):
        return 0
    return 200


async def test_a_rate_limit_holds_until_retry_after(fake: FakeSlack, client: AsyncWebClient):
    fake.faults.next("chat.postMessage", Fault.RATE_LIMITED, seconds=5)

    with pytest.raises(SlackApiError) as refused:
        await client.chat_postMessage(channel="C1", text="x")
    assert refused.value.response["error"] == "ratelimited"
    assert refused.value.response.headers["Retry-After"] == "5"
    await fake.advance(4)
    early = await post(client)
    await client.auth_test()
    await fake.advance(1)
    late = await post(client)

    assert (early, late) == (429, 200)
    assert [call.status for call in fake.record.early] == [429]
    assert len(fake.answers("C1")) == 1


async def test_the_retry_handler_of_the_sdk_is_not_early():
    async with FakeSlack(door="none") as fake:
        fake.faults.next("chat.postMessage", Fault.RATE_LIMITED, seconds=1)
        client = fake.client(retry_handlers=[AsyncRateLimitErrorRetryHandler()])

        await client.chat_postMessage(channel="C1", text="x")

        assert fake.record.early == []
        assert [call.status for call in fake.record] == [429, 200]


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.BAD_GATEWAY, Fault.UNAVAILABLE])
async def test_a_server_error_does_nothing(fake: FakeSlack, client: AsyncWebClient, fault: Fault):
    fake.faults.next("*", fault, times=2)

    statuses = [await post(client) for _ in range(3)]

    assert statuses == [fault.value, fault.value, 200]
    assert len(fake.answers("C1")) == 1


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
    fake: FakeSlack, fault: Fault, shown: int
):
    fake.faults.next("chat.postMessage", fault)
    client = fake.client(retry_handlers=[])

    try:
        status = await asyncio.wait_for(post(client), 0.2)
    except TimeoutError:
        status = 0

    assert status == 0
    assert len(fake.answers("C1")) == shown
    call = fake.record.calls[-1]
    assert (call.status, call.fault, call.is_ok) == (None, fault.name, bool(shown))


async def test_response_urls_fail_too(fake: FakeSlack):
    delivery = await fake.command("U1", "C1", "/bot")
    hook = AsyncWebhookClient(str(delivery.payload["response_url"]), retry_handlers=[])
    fake.faults.next("response_url", Fault.SERVER_ERROR)
    fake.faults.next("response_url", Fault.DONE_THEN_RESET)

    first = await hook.send(text="one")
    with pytest.raises(ClientError):
        await hook.send(text="two")

    assert first.status_code == 500
    assert [row.text for row in fake.ephemerals("U1")] == ["two"]


async def test_faults_come_in_order_and_for_their_method_only(
    fake: FakeSlack, client: AsyncWebClient
):
    fake.faults.next("chat.postMessage", Fault.SERVER_ERROR)
    fake.faults.next("chat.postMessage", Fault.UNAVAILABLE)

    await client.auth_test()
    statuses = [await post(client) for _ in range(3)]

    assert statuses == [500, 503, 200]


async def test_chance_is_the_same_for_the_same_seed():
    async def statuses(seed: int) -> list[int]:
        async with FakeSlack(clock=ManualClock(), door="none") as fake:
            rates = Rates(rate_limited=0.3, server_error=0.1, done_then_lost=0.05)
            fake.faults.at_random(rates, seed)
            client = fake.client(retry_handlers=[])
            answers = []
            for _ in range(100):
                answers.append(await post(client))
                await fake.advance(2)
            fake.faults.stop()
            assert await post(client) == 200
            return answers

    first, again, other = await statuses(1), await statuses(1), await statuses(2)

    assert first == again != other
    assert 15 <= first.count(429) <= 45
    assert 3 <= first.count(500) + first.count(503) <= 20
    assert 1 <= first.count(0) <= 12


async def test_slacks_own_limits_are_kept_on_request(fake: FakeSlack, client: AsyncWebClient):
    fake.faults.tiers = Tiers()

    burst = [await post(client) for _ in range(7)]
    await fake.advance(6)
    later = await post(client)
    reads = []
    for _ in range(21):
        try:
            await client.usergroups_users_list(usergroup="S1")
        except SlackApiError as refused:
            reads.append(refused.response["error"])

    assert burst == [200] * 5 + [429] * 2
    assert later == 200
    assert reads == ["no_such_subteam"] * 20 + ["ratelimited"]

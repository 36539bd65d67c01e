"""Socket Mode of the fake, with the SDK's own client at the other end."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, WSMsgType

from tests.fakes.slack import FakeSlack, Fault, ManualClock
from tests.fakes.slack.listening import listening


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(clock=ManualClock(1_800_000_000.0)) as slack:
        slack.user("U1", name="ana")
        yield slack


async def test_an_envelope_goes_to_one_connection_and_its_ack_is_recorded(fake: FakeSlack):
    async with listening(fake) as one, listening(fake) as two:
        messages = [await fake.say("U1", "C1", str(number)) for number in range(4)]

    assert sorted([*one.texts, *two.texts]) == ["0", "1", "2", "3"]
    assert len(one.texts) == len(two.texts) == 2
    attempts = [message.deliveries[0].attempts for message in messages]
    assert [len(rows) for rows in attempts] == [1, 1, 1, 1]
    assert {rows[0].via for rows in attempts} == {"socket-0", "socket-1"}
    assert all(message.deliveries[0].ack_delay == 0 for message in messages)


async def test_what_an_ack_carries_is_recorded(fake: FakeSlack):
    async with listening(fake) as ear:
        ear.answer = {"text": "hello"}
        delivery = await fake.command("U1", "C1", "/bot status")

    assert delivery.ack_payload == {"text": "hello"}
    assert fake.record.of("ack")[0].arguments == {"text": "hello"}
    assert ear.heard[0].accepts_response_payload is True


async def test_an_event_without_ack_comes_again_at_once_after_a_minute_and_after_five(
    fake: FakeSlack,
):
    start = fake.world.clock.now()
    async with listening(fake, acks=False) as ear:
        fake.patience_seconds = 0.05
        message = await fake.say("U1", "C1", "hello?")
        await fake.advance(400)

    delivery = message.deliveries[0]
    assert [row.sent_at - start for row in delivery.attempts] == [0, 3, 66, 369]
    assert [row.failure for row in delivery.attempts] == ["timeout"] * 4
    assert [req.retry_attempt for req in ear.heard] == [0, 1, 2, 3]
    assert [req.retry_reason for req in ear.heard] == ["", "timeout", "timeout", "timeout"]
    assert len({req.payload["event_id"] for req in ear.heard}) == 1
    assert not delivery.is_acked


async def test_when_the_first_copy_is_lost_only_the_retry_arrives(fake: FakeSlack):
    async with listening(fake) as ear:
        fake.lose()
        message = await fake.say("U1", "C1", "hello?")
        assert ear.heard == []
        await fake.advance(10)

    assert [req.retry_attempt for req in ear.heard] == [1]
    assert message.deliveries[0].is_acked


async def test_a_press_is_not_sent_again(fake: FakeSlack):
    async with listening(fake, acks=False) as ear:
        fake.patience_seconds = 0.05
        await fake.command("U1", "C1", "/bot status")
        await fake.advance(400)

    assert len(ear.heard) == 1


async def test_a_late_ack_does_not_count(fake: FakeSlack):
    async with listening(fake, acks=False) as ear:
        fake.patience_seconds = 0.05
        message = await fake.say("U1", "C1", "hello?")
        clock = fake.world.clock
        assert isinstance(clock, ManualClock)
        await clock.advance(3)
        ear.acks = True
        await ear(ear.client, ear.heard[0])
        first = message.deliveries[0].attempts[0]
        await fake.until(lambda: first.acked_at is not None)

    assert (first.failure, message.deliveries[0].ack_delay) == ("timeout", 3.0)
    assert len(message.deliveries[0].attempts) == 2


async def test_an_ack_of_nothing_is_kept_as_stray(fake: FakeSlack):
    async with listening(fake) as ear:
        await ear.client.send_socket_mode_response({"envelope_id": "nobody's"})
        await fake.until(lambda: fake.socket.stray_acks)

    assert fake.socket.stray_acks == [{"envelope_id": "nobody's"}]


@pytest.mark.parametrize("reason", ["warning", "refresh_requested", "too_many_websockets"])
async def test_a_client_told_to_go_comes_back(fake: FakeSlack, reason: str):
    async with listening(fake) as ear:
        await fake.socket.disconnect(reason)
        await fake.until(lambda: len(fake.socket.connections) == 2)
        await fake.until(lambda: len(fake.socket.open_connections) == 1)
        await fake.say("U1", "C1", "still there?")

    assert ear.texts == ["still there?"]


async def test_a_client_that_stays_is_cut_off_after_ten_seconds(fake: FakeSlack):
    url = (await fake.client().apps_connections_open(app_token=fake.app_token))["url"]
    async with ClientSession() as session, session.ws_connect(url) as socket:
        await fake.until(lambda: fake.socket.open_connections)
        await fake.socket.disconnect("refresh_requested")
        said = [(await socket.receive_json())["type"] for _ in range(2)]
        await fake.advance(10)
        end = await socket.receive()

    assert said == ["hello", "disconnect"]
    assert end.type in (WSMsgType.CLOSE, WSMsgType.CLOSED)


async def test_a_retiring_connection_gets_nothing_new(fake: FakeSlack):
    async with listening(fake) as one, listening(fake) as two:
        one.client.auto_reconnect_enabled = False
        fake.socket.connections[0].is_retiring = True
        for number in range(3):
            await fake.say("U1", "C1", str(number))

    assert (one.texts, two.texts) == ([], ["0", "1", "2"])


async def test_a_refused_handshake_is_tried_again(fake: FakeSlack):
    fake.socket.refusals = 1
    async with listening(fake) as ear:
        await fake.say("U1", "C1", "made it")

    assert ear.texts == ["made it"]


@pytest.mark.parametrize("kind", ["reset", "cut_mid_frame", "hang_up"])
async def test_a_broken_connection_is_replaced(fake: FakeSlack, kind: str):
    async with listening(fake) as ear:
        broken = getattr(fake.socket, kind)()
        if kind == "hang_up":
            await broken
        await fake.until(lambda: len(fake.socket.connections) == 2)
        await fake.say("U1", "C1", "still there?")

    assert ear.texts == ["still there?"]


async def test_a_half_open_connection_takes_everything_and_says_nothing(fake: FakeSlack):
    async with listening(fake) as ear:
        deaf = fake.socket.deafen()
        fake.patience_seconds = 0.05
        message = await fake.say("U1", "C1", "into the void")
        await fake.until(lambda: len(fake.socket.connections) == 2)
        assert (deaf.is_open, message.deliveries[0].is_acked) == (True, False)
        await fake.advance(70)

    assert ear.texts == ["into the void"]
    assert not deaf.is_open


async def test_an_unacked_event_of_a_broken_connection_comes_over_the_next(fake: FakeSlack):
    async with listening(fake, acks=False) as ear:
        fake.patience_seconds = 0.05
        message = await fake.say("U1", "C1", "hello?")
        ear.acks = True
        fake.socket.reset()
        await fake.until(lambda: len(fake.socket.connections) == 2)
        await fake.advance(61)

    failures = [row.failure for row in message.deliveries[0].attempts]
    assert failures[0] == "connection_lost"
    assert failures[-1] is None
    assert message.deliveries[0].is_acked


async def test_without_a_connection_an_event_waits_for_its_retries(fake: FakeSlack):
    message = await fake.say("U1", "C1", "anybody?")
    async with listening(fake) as ear:
        await fake.advance(61)

    assert message.deliveries[0].attempts[0].failure == "no_connection"
    assert ear.texts == ["anybody?"]


async def test_the_eleventh_connection_is_one_too_many(fake: FakeSlack):
    async with ClientSession() as session:
        sockets = []
        for _ in range(11):
            answer = await fake.client().apps_connections_open(app_token=fake.app_token)
            sockets.append(await session.ws_connect(answer["url"]))
        hellos = [await socket.receive_json() for socket in sockets]
        end = await sockets[10].receive()

    assert [hello["type"] for hello in hellos] == ["hello"] * 10 + ["disconnect"]
    assert hellos[10]["reason"] == "too_many_websockets"
    assert end.type in (WSMsgType.CLOSE, WSMsgType.CLOSED)


async def test_a_ticket_admits_once(fake: FakeSlack):
    url = (await fake.client().apps_connections_open(app_token=fake.app_token))["url"]
    async with ClientSession() as session:
        await session.ws_connect(url)
        async with session.get(url.replace("ws://", "http://")) as again:
            assert again.status == 403


async def test_slack_pings_too(fake: FakeSlack):
    async with listening(fake):
        connection = await fake.socket.ping(b"are you there")
        await fake.until(lambda: connection.pongs)

    assert connection.pongs == [b"are you there"]


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.RATE_LIMITED, Fault.RESET])
async def test_the_opener_may_fail_first(fake: FakeSlack, fault: Fault):
    fake.faults.next("apps.connections.open", fault, seconds=0)

    async with listening(fake) as ear:
        await fake.say("U1", "C1", "made it")

    assert ear.texts == ["made it"]
    assert len(fake.record.of("apps.connections.open")) >= 2


async def test_the_same_event_comes_again_on_request(fake: FakeSlack):
    async with listening(fake) as ear:
        message = await fake.say("U1", "C1", "once")
        await fake.repeat(message.deliveries[0], retry_num=1, retry_reason="timeout")
        await fake.repeat(message.deliveries[0], is_new_event=True)

    first, retry, twin = ear.heard
    assert (retry.retry_attempt, retry.payload) == (1, first.payload)
    assert twin.payload["event_id"] != first.payload["event_id"]
    assert twin.payload["event"] == first.payload["event"]


async def test_acts_may_run_side_by_side(fake: FakeSlack):
    async with listening(fake) as ear:
        await asyncio.gather(*(fake.say("U1", "C1", str(number)) for number in range(30)))

    assert len(ear.texts) == len(set(ear.texts)) == 30

"""R18: connections break in eight ways; nothing is missed, and nothing answered twice."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles

import pytest

from bot.platforms.slack.receive import socket_mode
from tests.effort import IN_FULL
from tests.fakes.slack import FakeSlack, Fault
from tests.fakes.slack.sockets import Connection
from tests.platforms import small_desk
from tests.platforms.quick_clock import QuickClock
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900), pytest.mark.proves("R18")]

SPEED = 10.0  # what is measured in seconds must not be made of the machine's own work
Break = Callable[[FakeSlack], Awaitable[object]]
CHANNELS = tuple(f"C{number}" for number in range(10, 20))
MESSAGES_PER_BREAK = 10
ANSWER = re.compile(r"answer (\d+)\.")
LOOK_AGAIN_SECONDS = 5.0
PATIENCE_SECONDS, ALL_ANSWERED_SECONDS = 60.0, 600.0


async def _both(fake: FakeSlack) -> None:
    fake.socket.reset()
    fake.socket.reset(0)


async def _with_a_limited_opener(fake: FakeSlack) -> None:
    fake.faults.next("apps.connections.open", Fault.RATE_LIMITED, seconds=2)
    fake.socket.reset()


async def _with_a_failing_opener(fake: FakeSlack) -> None:
    fake.faults.next("apps.connections.open", Fault.UNAVAILABLE, times=3)
    fake.socket.reset()


async def _reset(fake: FakeSlack) -> None:
    fake.socket.reset()


async def _half_open(fake: FakeSlack) -> None:
    fake.socket.deafen()


async def _cut(fake: FakeSlack) -> None:
    fake.socket.cut_mid_frame()


def _told(reason: str) -> Break:
    return lambda fake: fake.socket.disconnect(reason)


BREAKS: dict[str, Break] = {
    "refresh": _told("refresh_requested"),
    "warning": _told("warning"),
    "too many": _told("too_many_websockets"),
    "reset": _reset,
    "half-open": _half_open,
    "cut": _cut,
    "opener limited": _with_a_limited_opener,
    "opener failing": _with_a_failing_opener,
    "both": _both,
}


def asked() -> int:
    """How many breaks there are: one of each kind with every run, two hundred in full."""
    return 200 if IN_FULL else len(BREAKS)


async def test_every_message_is_answered_once_whatever_breaks(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    settings = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    clock = QuickClock(SPEED)
    async with FakeSlack(clock=clock) as fake, running(fake, tmp_path, **settings):
        fake.user("U1", name="ann")
        for channel in CHANNELS:
            fake.channel(channel)
        await _connected(fake)
        kinds = list(BREAKS.values())
        took = [await _broken(fake, kinds[n % len(kinds)], n) for n in range(asked())]
        sent = asked() * MESSAGES_PER_BREAK
        async with asyncio.timeout(ALL_ANSWERED_SECONDS):
            while len(_answers(fake)) < sent:
                await clock.pause(LOOK_AGAIN_SECONDS)

        assert set(_answers(fake).values()) == {1}
        assert len(took) == asked()
        record_property("faults:breaks_of_Slack_connections", asked())
        record_property("faults:messages_answered_once_across_breaks", sent)
        p95 = round(quantiles(took, n=20, method="inclusive")[-1] * 1_000)
        record_property("faults:ms_to_reconnect_to_Slack_95th_percentile", p95)
        record_property("faults:ms_to_reconnect_to_Slack_at_most", round(max(took) * 1_000))


async def _broken(fake: FakeSlack, breaks: Break, number: int) -> float:
    """Break something while people talk; the seconds until both connections were up again.

    The next break waits until all that was said has arrived, with the repeats by which Slack
    brings it: a message that meets breaks in all its four tries is one that Slack gives up.
    """
    clock = fake.world.clock
    known = {row.number for row in _sound(fake)}
    began = clock.now()
    await breaks(fake)
    said = []
    for one in range(MESSAGES_PER_BREAK):
        text = f"echo {number * MESSAGES_PER_BREAK + one}"
        said.append(await fake.mention("U1", CHANNELS[one % len(CHANNELS)], text, wait=False))
    await fake.until(lambda: {row.number for row in _sound(fake)} - known, PATIENCE_SECONDS)
    await _connected(fake)
    took = clock.now() - began
    brought = [delivery for message in said for delivery in message.deliveries]
    await fake.until(lambda: all(one.is_acked for one in brought), PATIENCE_SECONDS)
    return took


async def _connected(fake: FakeSlack) -> None:
    await fake.until(lambda: len(_sound(fake)) >= socket_mode.CONNECTIONS, PATIENCE_SECONDS)


def _sound(fake: FakeSlack) -> list[Connection]:
    """The connections that really carry something."""
    up = fake.socket.open_connections
    return [row for row in up if not row.is_deaf and not row.is_retiring]


def _answers(fake: FakeSlack) -> Counter[str]:
    shown = (message.shown for channel in CHANNELS for message in fake.answers(channel))
    return Counter(number for text in shown for number in ANSWER.findall(text))

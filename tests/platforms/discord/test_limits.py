"""Nothing is sent to Discord before a Retry-After has ended, whoever was told of it."""

import asyncio
from pathlib import Path

import pytest

from bot.platforms.discord.wire.rest_client import route_of
from tests.fakes.discord import FakeDiscord, Fault
from tests.platforms.discord.bot import line_of, running
from tests.platforms.quick_clock import QuickClock

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R17")]

TYPING, READING = "POST /channels/{channel}/typing", "GET /channels/{channel}"
LONG_SECONDS = 4.0
WAITS_SECONDS = 10.0
UNLIMITED = "GET /guilds/{guild}"  # its answers tell of no limit


async def test_a_call_that_is_tried_again_waits_until_any_call_is_taken(tmp_path: Path):
    async with FakeDiscord(clock=QuickClock()) as fake, running(fake, tmp_path) as bot:
        line, place = line_of(bot.app), {"channel_id": str(fake.general.id)}
        fake.faults.next(TYPING, Fault.SERVER_ERROR)
        fake.faults.next(READING, Fault.GLOBALLY_LIMITED, seconds=LONG_SECONDS)

        typing = asyncio.create_task(line.call("POST", "/channels/{channel_id}/typing", **place))
        await fake.until(lambda: fake.record.of(TYPING))
        await asyncio.gather(typing, line.call("GET", "/channels/{channel_id}", **place))

        assert [call.status for call in fake.record.of(TYPING)] == [500, 204]
        assert fake.record.early == []


async def test_what_a_call_was_told_that_nobody_waits_for_any_more_still_counts(tmp_path: Path):
    async with FakeDiscord(clock=QuickClock()) as fake, running(fake, tmp_path) as bot:
        line, place = line_of(bot.app), {"channel_id": str(fake.general.id)}
        fake.faults.next(TYPING, Fault.RATE_LIMITED, seconds=LONG_SECONDS)

        given_up = asyncio.create_task(line.call("POST", "/channels/{channel_id}/typing", **place))
        await fake.until(lambda: fake.record.of(TYPING))
        await asyncio.sleep(0.05)  # until it has read the answer
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        await line.call("POST", "/channels/{channel_id}/typing", **place)

        assert [call.status for call in fake.record.of(TYPING)] == [429, 204]
        assert fake.record.early == []


async def test_a_limit_of_all_calls_ends_though_the_call_that_met_it_was_given_up(tmp_path: Path):
    async with FakeDiscord(clock=QuickClock()) as fake, running(fake, tmp_path) as bot:
        line, place = line_of(bot.app), {"channel_id": str(fake.general.id)}
        fake.faults.next(TYPING, Fault.GLOBALLY_LIMITED, seconds=LONG_SECONDS)

        given_up = asyncio.create_task(line.call("POST", "/channels/{channel_id}/typing", **place))
        await fake.until(lambda: fake.record.of(TYPING))
        await asyncio.sleep(0.05)  # until it has read the answer
        waiting = asyncio.create_task(line.call("GET", "/channels/{channel_id}", **place))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        await line.call("POST", "/channels/{channel_id}/typing", **place)
        await waiting

        assert [call.status for call in fake.record.of(TYPING)] == [429, 204]
        assert fake.record.early == []


@pytest.mark.parametrize("steps", range(4))
async def test_a_call_that_is_given_up_once_it_is_answered_leaves_its_route_free(
    tmp_path: Path, steps: int
):
    """Whoever presses waits three seconds, and discord.py looks again after thirty."""
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        line, place = line_of(bot.app), {"guild_id": str(fake.home.id)}
        known = len(fake.record.of(UNLIMITED))

        given_up = asyncio.create_task(line.call("GET", "/guilds/{guild_id}", **place))
        await fake.until(lambda: len(fake.record.of(UNLIMITED)) > known)
        for _ in range(steps):
            await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)

        async with asyncio.timeout(WAITS_SECONDS):
            await line.call("GET", "/guilds/{guild_id}", **place)


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/api/v10/channels/1234567890123456/messages", "same"),
        ("/api/v10/channels/1234567890123456/messages/9876543210987654321", "same/*"),
        ("/api/v10/users/@me/channels", "/api/v10/users/@me/channels"),
        ("/api/v10/webhooks/1234567890123456/a-token-of-twenty-letters", "same"),
    ],
)
def test_what_limits_are_counted_by(path: str, counted: str):
    kept = path.removesuffix("/9876543210987654321")
    assert route_of("POST", path) == f"POST {counted.replace('same', kept)}"

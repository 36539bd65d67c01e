"""What takes longer to keep than Slack waits is kept nonetheless, and once, whoever waits."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.domain.errors import StoreAway
from bot.platforms.slack.receive import events, webhook
from bot.platforms.slack.wire.messages import SlackEvent, read_message
from bot.platforms.slack.wire.workspaces import Me
from tests.fakes.slack import Message
from tests.fakes.slack.delivery import Delivery
from tests.platforms.slack.bot import Bot
from tests.platforms.slack.test_doors import over_http

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R4", "R9")]

COPIES = 5
PRICE = "what is the price of GOOG?"


class Held:
    """Keeps events once it is let go, as a store does that others hold up; it counts the tries."""

    def __init__(self, inbox: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tries, self.fails = 0, 0
        self.released = asyncio.Event()
        self._accept = inbox.accept
        monkeypatch.setitem(vars(inbox), "accept", self.accept)

    async def accept(self, *given: Any, **named: Any) -> Any:
        self.tries += 1
        await self.released.wait()
        if self.tries <= self.fails:
            raise StoreAway
        return await self._accept(*given, **named)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> asyncio.Semaphore:
    """Is released with every event that the door has read."""
    read = asyncio.Semaphore(0)

    def reading(body: Mapping[str, Any], me: Me) -> SlackEvent | None:
        read.release()
        return read_message(body, me)

    monkeypatch.setattr(events, "read_message", reading)
    return read


async def test_what_slack_did_not_wait_for_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(webhook, "ANSWER_SECONDS", 0.05)
    async with over_http(tmp_path) as (bot, _door):
        held = Held(bot.app.ports.inbox, monkeypatch)
        message = await bot.fake.say("U1", None, PRICE, wait=False)
        attempts = message.deliveries[0].attempts
        await bot.fake.until(lambda: [one.status for one in attempts] == [503, 503])
        held.released.set()  # the next attempt follows in a minute

        await bot.talk("U1", root=message.ts).until_turn(1)
        assert held.tries == 1


@pytest.mark.parametrize(("fails", "first"), [(0, 200), (1, 503)])
async def test_copies_that_come_meanwhile_share_its_fate(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    heard: asyncio.Semaphore,
    fails: int,
    first: int,
):
    async with over_http(tmp_path) as (bot, _door):
        held = Held(bot.app.ports.inbox, monkeypatch)
        held.fails = fails
        message, copies = await with_copies(bot, heard)
        held.released.set()

        await bot.fake.until(lambda: all(one.is_acked for one in copies))
        await bot.talk("U1", root=message.ts).until_turn(1)
        assert {one.attempts[0].status for one in copies} == {first}
        assert fails or held.tries == 1


async def test_who_stops_does_not_wait_for_ever_for_what_is_being_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(webhook, "ANSWER_SECONDS", 0.05)
    monkeypatch.setattr(events, "LAST_SECONDS", 0.05)
    async with over_http(tmp_path) as (bot, _door):
        held = Held(bot.app.ports.inbox, monkeypatch)
        message = await bot.fake.say("U1", None, PRICE, wait=False)
        await bot.fake.until(lambda: held.tries == 1)

    assert not message.deliveries[0].is_acked


async def with_copies(bot: Bot, heard: asyncio.Semaphore) -> tuple[Message, list[Delivery]]:
    """A message that is being kept, and the deliveries of it that have come."""
    message = await bot.fake.say("U1", None, PRICE, wait=False)
    original = message.deliveries[0]
    copies = [await bot.fake.repeat(original, wait=False) for _copy in range(COPIES)]
    for _delivery in (original, *copies):
        await heard.acquire()
    return message, [original, *copies]

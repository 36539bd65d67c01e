"""R17 on Discord: with nearly half of the calls limited, failing or lost, each answer stands once.

Thirty of a hundred calls are answered 429, some for one route, some for all of them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.platforms.discord.wire.rest_client import DiscordRateLimit
from tests.effort import IN_FULL
from tests.fakes.discord import FakeDiscord, Message, Rates
from tests.platforms import small_desk
from tests.platforms.discord.bot import running
from tests.platforms.quick_clock import QuickClock
from tests.platforms.slack.test_ambiguous import (
    FOUND,
    LOOK_AGAIN_SECONDS,
    wanted_of,
    way_of,
)

pytestmark = [pytest.mark.timeout(3_000 if IN_FULL else 600), pytest.mark.proves("R17")]

ALL = "all"
CHANNELS = 10
LIMITED_SECONDS = 2.0
RATES = Rates(0.28, 0.10, 0.05, globally_limited=0.02, retry_after_seconds=LIMITED_SECONDS)
AT_ONCE = 20
TIDY_SECONDS = 100.0  # by then what showed progress is gone, too
ASKED = {"reset": 1_000 if IN_FULL else 20, "hang": 100 if IN_FULL else 10}


@dataclass
class Witness:
    """Sees when calls are sent, and when it was told that they may not be: the fake sees later."""

    clock: QuickClock
    until: dict[str, float] = field(default_factory=dict)
    early: list[str] = field(default_factory=list)

    def watch(self, trace: Callable[[DiscordRateLimit], aiohttp.TraceConfig]) -> Any:
        """See what passes by a trace."""

        def watched(limits: DiscordRateLimit) -> aiohttp.TraceConfig:
            config = trace(limits)
            config.on_request_start.append(self._sent)
            config.on_request_end.insert(0, self._told)
            return config

        return watched

    async def _sent(self, *happened: Any) -> None:
        call = happened[-1]
        route = f"{call.method} {call.url.path}"
        names = (route,) if "/webhooks/" in route else (route, ALL)
        if self.clock.now() < max(self.until.get(name, 0.0) for name in names):
            self.early.append(route)

    async def _told(self, *happened: Any) -> None:
        call, headers = happened[-1], happened[-1].response.headers
        if call.response.status == HTTPStatus.TOO_MANY_REQUESTS:
            name = ALL if "X-RateLimit-Global" in headers else f"{call.method} {call.url.path}"
            ends = self.clock.now() + float(headers["Retry-After"])
            self.until[name] = max(self.until.get(name, 0.0), ends)


@pytest.mark.parametrize(("loses_with", "asked"), ASKED.items())
async def test_every_answer_stands_once_whatever_goes_wrong(
    tmp_path: Path,
    loses_with: str,
    asked: int,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
):
    wanted = {name for number in range(asked) for name in wanted_of(number)}
    settings = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    clock = QuickClock()
    witness = Witness(clock)
    monkeypatch.setattr(DiscordRateLimit, "trace", witness.watch(DiscordRateLimit.trace))
    async with FakeDiscord(clock=clock) as fake, running(fake, tmp_path, **settings) as bot:
        ann = fake.user("ann")
        channels = [fake.channel(f"room-{number}") for number in range(CHANNELS)]
        fake.faults.at_random(replace(RATES, loses_with=loses_with), seed=7)
        fake.faults.under_way_seconds = LIMITED_SECONDS  # of these the witness knows better
        for number in range(asked):
            await fake.mention(ann, channels[number % CHANNELS], f"{way_of(number)} {number}")
            await bot.ends.until(number + 1 - AT_ONCE)
        while not wanted <= {*_said(fake), *_attached(fake)}:
            await clock.pause(LOOK_AGAIN_SECONDS)
        await clock.pause(TIDY_SECONDS)

        failed = Counter(call.fault for call in fake.record if call.fault)
        said, attached = _said(fake), _attached(fake)
        assert {*said, *attached} == wanted
        assert {*said.values(), *attached.values()} == {1}
        assert [row.shown for row in _messages(fake) if row.shown.startswith("-# ⏳")] == []
        # Only of what is too long is the beginning said, too.
        assert {name.partition(" ")[0] for name in {*said} & {*attached}} == {"part"}
        assert (fake.record.early, witness.early) == ([], [])
        record_property("faults:answers_on_Discord_that_stand_once", asked)
        record_property("faults:calls_to_Discord_limited", failed["RATE_LIMITED"])
        record_property("faults:calls_to_Discord_limited_globally", failed["GLOBALLY_LIMITED"])
        record_property("faults:calls_to_Discord_that_failed", failed.total())
        record_property("faults:calls_to_Discord_that_came_too_early", len(fake.record.early))


def _said(fake: FakeDiscord) -> Counter[str]:
    """What stands in messages, with how often."""
    return _found(re.sub(r"what: `?(\d+)`?", r"card \1.", row.shown) for row in _messages(fake))


def _attached(fake: FakeDiscord) -> Counter[str]:
    """What stands in files, with how often."""
    return _found(file.content.decode() for row in _messages(fake) for file in row.attachments)


def _messages(fake: FakeDiscord) -> Iterator[Message]:
    for place in fake.world.channels.values():
        yield from fake.answers(place)


def _found(texts: Iterable[str]) -> Counter[str]:
    return Counter(name for text in texts for name in FOUND.findall(text))

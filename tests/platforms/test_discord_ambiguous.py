"""R17 on Discord: with nearly half of the calls limited, failing or lost, each answer stands once.

Thirty of a hundred calls are answered 429, some for one route, some for all of them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.effort import IN_FULL
from tests.fakes.discord import FakeDiscord, Message, Rates
from tests.platforms import small_desk
from tests.platforms.discord_bot import running
from tests.platforms.quick_clock import QuickClock
from tests.platforms.test_slack_ambiguous import (
    FOUND,
    LOOK_AGAIN_SECONDS,
    wanted_of,
    way_of,
)

pytestmark = [pytest.mark.timeout(3_000), pytest.mark.proves("R17")]

CHANNELS = 10
SPEED = 10.0  # a call that is under way takes longer by a quicker clock
LIMITED_SECONDS, UNDER_WAY_SECONDS = 2.0, 1.0
RATES = Rates(0.28, 0.10, 0.05, globally_limited=0.02, retry_after_seconds=LIMITED_SECONDS)
AT_ONCE = 20
ASKED = {"reset": 1_000 if IN_FULL else 40, "hang": 100 if IN_FULL else 10}


@pytest.mark.parametrize(("loses_with", "asked"), ASKED.items())
async def test_every_answer_stands_once_whatever_goes_wrong(
    tmp_path: Path, loses_with: str, asked: int, record_property: Callable[[str, object], None]
):
    wanted = {name for number in range(asked) for name in wanted_of(number)}
    settings = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    clock = QuickClock(SPEED)
    async with FakeDiscord(clock=clock) as fake, running(fake, tmp_path, **settings) as bot:
        ann = fake.user("ann")
        channels = [fake.channel(f"room-{number}") for number in range(CHANNELS)]
        fake.faults.at_random(replace(RATES, loses_with=loses_with), seed=7)
        fake.faults.under_way_seconds = UNDER_WAY_SECONDS
        for number in range(asked):
            await fake.mention(ann, channels[number % CHANNELS], f"{way_of(number)} {number}")
            await bot.ends.until(number + 1 - AT_ONCE)
        while not wanted <= {*_said(fake), *_attached(fake)}:
            await clock.pause(LOOK_AGAIN_SECONDS)

        failed = Counter(call.fault for call in fake.record if call.fault)
        said, attached = _said(fake), _attached(fake)
        assert {*said, *attached} == wanted
        assert {*said.values(), *attached.values()} == {1}
        # Only of what is too long is the beginning said, too.
        assert {name.partition(" ")[0] for name in {*said} & {*attached}} == {"part"}
        assert fake.record.early == []
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

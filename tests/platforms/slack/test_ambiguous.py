"""R17: with a third of the calls limited, failing or lost, each answer stands once."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.effort import IN_FULL
from tests.fakes.slack import FakeSlack, Fault, Message, Rates
from tests.platforms import small_desk
from tests.platforms.quick_clock import QuickClock
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.timeout(900), pytest.mark.proves("R17")]

RATES = Rates(rate_limited=0.30, server_error=0.10, done_then_lost=0.05)
CHANNELS = tuple(f"C{number}" for number in range(10, 20))
WAYS = ("echo", "letter", "echo", "whisper", "echo", "pay", "echo", "essay", "echo", "echo")
LOOK_AGAIN_SECONDS = 5.0
LOST = {Fault.DONE_THEN_RESET.name, Fault.DONE_THEN_HANG.name}
FOUND = re.compile(r"(?:answer|card|letter|part) \d+(?:/\d+)?[.:]")


def asked() -> int:
    """How many answers are tried: few with every run, a thousand in full."""
    return 1_000 if IN_FULL else 30


async def test_every_answer_stands_once_whatever_goes_wrong(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    wanted = {name for number in range(asked()) for name in wanted_of(number)}
    whispered = {wanted_of(number)[0] for number in range(asked()) if way_of(number) == "whisper"}
    settings = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    clock = QuickClock()
    async with FakeSlack(clock=clock) as fake, running(fake, tmp_path, **settings):
        fake.user("U1", name="ann")
        for channel in CHANNELS:
            fake.channel(channel)
        fake.faults.at_random(RATES, seed=7)
        for number in range(asked()):
            await _ask(fake, number)
        while not wanted <= {*_standing(fake)}:
            await clock.pause(LOOK_AGAIN_SECONDS)

        failed = [call for call in fake.record if call.fault]
        lost = sum(call.fault in LOST and call.method == "chat.postEphemeral" for call in failed)
        times = _standing(fake)
        assert wanted == {*times}
        assert sum(times[name] - 1 for name in wanted - whispered) == 0
        assert sum(times[name] - 1 for name in whispered) <= lost
        assert fake.record.early == []
        record_property("faults:answers_in_Slack_that_stand_once", asked())
        record_property("faults:calls_to_Slack_that_failed", len(failed))
        record_property("faults:calls_to_Slack_that_came_too_early", len(fake.record.early))
        record_property("faults:answers_for_one_person_that_may_show_twice", lost)


async def _ask(fake: FakeSlack, number: int) -> Message:
    channel = CHANNELS[number // len(WAYS) % len(CHANNELS)]
    return await fake.mention("U1", channel, f"{way_of(number)} {number}")


def way_of(number: int) -> str:
    return WAYS[number % len(WAYS)]


def wanted_of(number: int) -> list[str]:
    """What is to be found in Slack of an answer."""
    match way_of(number):
        case "essay":
            return [f"part {number}/{part}:" for part in range(small_desk.PARTS)]
        case "letter":
            return [f"answer {number}.", f"letter {number}."]
        case "pay":
            return [f"card {number}."]
        case _:
            return [f"answer {number}."]


def _standing(fake: FakeSlack) -> Counter[str]:
    """All that people see or can open, with how often it stands there."""
    return Counter(name for text in _texts(fake) for name in FOUND.findall(text))


def _texts(fake: FakeSlack) -> Iterator[str]:
    for channel in CHANNELS:
        for message in fake.answers(channel):
            yield re.sub(r"what: `(\d+)`", r"card \1.", message.shown)
    for message in fake.ephemerals("U1"):
        yield message.shown
    for file in fake.world.files.values():
        yield from [file.content.decode()] * len(file.shared_in)

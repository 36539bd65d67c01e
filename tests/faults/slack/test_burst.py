"""Five hundred messages at once over both doors: none is lost or doubled, threads keep order."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.faults.conftest import Count, asked_kills
from tests.platforms.two_doors import two_doors

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R9", "R22")]

THREADS = 50
PATIENCE_SECONDS = 30.0
PEOPLE = tuple(f"U{number}" for number in range(100, 100 + THREADS))
LONGEST_SECONDS = 200.0
ANSWER = re.compile(r"answer (\d+)/(\d+)\.")


def asked() -> int:
    """How many messages come at once."""
    return 500 if asked_kills() else 50


async def test_all_that_comes_at_once_is_answered_once(tmp_path: Path, count: Count):
    async with FakeSlack() as fake, two_doors(fake, tmp_path) as doors:
        _people(fake)
        for number in range(asked()):
            fake.door = doors[number % 2]
            await fake.say(PEOPLE[number % THREADS], None, f"echo {number}/0", wait=False)

        assert sorted(await _answered(fake)) == [(number, 0) for number in range(asked())]
        count(messages_at_once_in_Slack_answered_once=asked())


async def test_threads_beside_each_other_keep_their_order(tmp_path: Path, count: Count):
    each = asked() // THREADS
    async with FakeSlack() as fake, two_doors(fake, tmp_path) as doors:
        _people(fake)
        first = [
            await fake.say(PEOPLE[number], None, f"echo {number}/0", wait=False)
            for number in range(THREADS)
        ]

        async def talk(number: int) -> None:
            """Say one thing after the other, each once Slack knows that the last one came."""
            for turn in range(1, each):
                fake.door = doors[turn % 2]
                text = f"echo {number}/{turn}"
                await fake.say(PEOPLE[number], None, text, thread_ts=first[number].ts)

        fake.patience_seconds = PATIENCE_SECONDS
        await fake.until(lambda: not fake.courier.pending, PATIENCE_SECONDS)
        await asyncio.gather(*(talk(number) for number in range(THREADS)))

        in_order = [(number, turn) for number in range(THREADS) for turn in range(each)]
        assert await _answered(fake) == in_order
        count(messages_of_busy_threads_in_Slack_answered_in_order=len(in_order))


def _people(fake: FakeSlack) -> None:
    for person in PEOPLE:
        fake.user(person, name=f"name of {person}")


async def _answered(fake: FakeSlack) -> list[tuple[int, int]]:
    """Wait for all answers; person by person, in the order in which they stand there."""
    await fake.until(lambda: len(_found(fake)) >= asked(), LONGEST_SECONDS)
    return _found(fake)


def _found(fake: FakeSlack) -> list[tuple[int, int]]:
    shown = [message.shown for person in PEOPLE for message in fake.answers(fake.dm(person))]
    return [(int(one), int(two)) for text in shown for one, two in ANSWER.findall(text)]

"""R9: copies by every way are one message, a retry that comes alone is one, repeats are many."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.effort import ON_EVERY_STORE
from tests.fakes.slack import FakeSlack, Message
from tests.faults.conftest import Count, asked_kills
from tests.platforms.quick_clock import QuickClock
from tests.platforms.two_doors import Doors, two_doors

pytestmark = [pytest.mark.faults, pytest.mark.timeout(3_000), pytest.mark.proves("R9")]

MOST_COPIES = 11
PATIENCE_SECONDS = 600.0
REASONS = ("http_timeout", "http_error", "timeout")
PEOPLE = tuple(f"U{number}" for number in range(10, 30))
LOOK_AGAIN_SECONDS = 5.0
AT_ONCE = 20
FEWER = 5
TALK = 10  # messages of a thread
ANSWER = re.compile(r"answer (\w+)\.")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest) -> dict[str, str]:
    """The settings of a store; none are those of a file."""
    if request.param == "sqlite":
        return {}
    return {"DATABASE_URL": request.getfixturevalue("migrated_postgres")}


@asynccontextmanager
async def _slack(folder: Path, **store: str) -> AsyncIterator[tuple[FakeSlack, Doors]]:
    async with FakeSlack(clock=QuickClock()) as fake, two_doors(fake, folder, **store) as doors:
        for person in PEOPLE:
            fake.user(person, name=f"name of {person}")
        yield fake, doors


def _many(in_full: int, at_once: int, store: Mapping[str, str] = MappingProxyType({})) -> int:
    """How many there are; on Postgres a fifth, unless all is tried on every store."""
    many = in_full if asked_kills() else at_once
    return many // FEWER if store and not ON_EVERY_STORE else many


async def test_up_to_eleven_copies_are_answered_once(
    tmp_path: Path, store: dict[str, str], count: Count
):
    chance, sent = random.Random(9), 0  # noqa: S311 - the same copies every time
    messages = _many(5_000, 60, store)
    async with _slack(tmp_path, **store) as (fake, doors):
        for number in range(messages):
            fake.door = chance.choice(doors)
            message = await _said(fake, number)
            copies = chance.randint(0, MOST_COPIES - 1)
            for _copy in range(copies):
                fake.door = chance.choice(doors)
                await _copied(fake, message, chance)
            sent += 1 + copies
        answers = await _answered(fake, messages)

    assert set(answers.values()) == {1}
    count(messages_in_Slack_with_copies=messages, deliveries_of_them=sent)


async def test_a_retry_that_comes_alone_is_answered(
    tmp_path: Path, store: dict[str, str], count: Count
):
    chance, messages = random.Random(9), _many(1_000, 40, store)  # noqa: S311 - always the same
    async with _slack(tmp_path, **store) as (fake, doors):
        for number in range(messages):
            fake.door = None
            message = await _said(fake, number)
            fake.door = chance.choice(doors)
            await fake.repeat(
                message.deliveries[0],
                retry_num=chance.randint(1, 3),
                retry_reason=chance.choice(REASONS),
            )
        answers = await _answered(fake, messages)

    assert set(answers.values()) == {1}
    count(lone_retries_of_Slack_answered=messages)


async def test_the_same_words_again_are_another_message(tmp_path: Path, count: Count):
    threads = -(-_many(1_000, 36) // (TALK - 1))  # the first line of each says something else
    async with _slack(tmp_path) as (fake, doors):
        roots = [await _said(fake, number) for number in range(threads)]
        for turn in range(TALK - 1):
            fake.door = doors[turn % 2]
            for number, root in enumerate(roots):
                await fake.say(_person(number), None, "echo yes", thread_ts=root.ts)
        yes = threads * (TALK - 1)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while _answers(fake)["yes"] < yes:
                await _later(fake)

        assert _answers(fake) == {"yes": yes} | {str(number): 1 for number in range(threads)}
    count(genuine_repeats_in_Slack_answered=yes)


async def _said(fake: FakeSlack, number: int) -> Message:
    return await fake.say(_person(number), None, f"echo {number}", wait=number % AT_ONCE == 0)


def _person(number: int) -> str:
    return PEOPLE[number % len(PEOPLE)]


async def _copied(fake: FakeSlack, message: Message, chance: random.Random) -> None:
    """Send a message once more: as a retry or not, under its own event id or another."""
    await fake.repeat(
        message.deliveries[0],
        retry_num=chance.choice((0, 0, 1, 2, 3)),
        retry_reason=chance.choice(REASONS),
        is_new_event=chance.random() < 0.5,
        wait=chance.random() < 1 / AT_ONCE,
    )


async def _answered(fake: FakeSlack, messages: int) -> Counter[str]:
    """Wait until all are answered and no copy is under way."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(_answers(fake)) < messages or fake.courier.pending:
            await _later(fake)
    await _later(fake)
    return _answers(fake)


async def _later(fake: FakeSlack) -> None:
    clock = fake.world.clock
    assert isinstance(clock, QuickClock)
    await clock.pause(LOOK_AGAIN_SECONDS)


def _answers(fake: FakeSlack) -> Counter[str]:
    shown = (message.shown for one in PEOPLE for message in fake.answers(fake.dm(one)))
    return Counter(name for text in shown for name in ANSWER.findall(text))

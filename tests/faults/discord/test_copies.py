"""R9 on Discord: what is told many times is one message, and the same words again are another."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord, User
from tests.faults.conftest import Count, asked_kills
from tests.platforms import small_desk
from tests.platforms.discord.bot import running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1_500), pytest.mark.proves("R9")]

MOST_COPIES, PEOPLE, AT_ONCE = 11, 20, 20
PATIENCE_SECONDS = 300.0
ANSWER = re.compile(r"answer (\w+)\.")
GIVEN = {"FRONTDESK_AGENTS": small_desk.MODULE}


def _many(in_full: int, at_once: int) -> int:
    return in_full if asked_kills() else at_once


async def test_up_to_eleven_copies_are_answered_once(tmp_path: Path, count: Count):
    chance, sent, messages = random.Random(9), 0, _many(5_000, 60)  # noqa: S311 - always the same
    async with (
        FakeDiscord() as fake,
        running(fake, tmp_path, model=small_desk.model(), **GIVEN) as bot,
    ):
        people = _people(fake)
        said = []
        for number in range(messages):
            said.append(await fake.say(people[number % PEOPLE], None, f"echo {number}"))
            copied = chance.choices(said[-AT_ONCE:], k=chance.randint(0, MOST_COPIES - 1))
            for message in copied:
                await fake.repeat(message)
            sent += 1 + len(copied)
            await bot.ends.until(number + 1 - AT_ONCE)
        answers = await _answered(fake, people, messages)

        assert answers == {str(number): 1 for number in range(messages)}
        await bot.ends.until(messages)
        assert bot.ends.count == messages
    count(messages_on_Discord_with_copies=messages, deliveries_of_them_on_Discord=sent)


async def test_commands_that_are_told_again_are_carried_out_once(tmp_path: Path, count: Count):
    commands = _many(300, 12)
    async with (
        FakeDiscord() as fake,
        running(fake, tmp_path, model=small_desk.model(), **GIVEN) as bot,
    ):
        people = _people(fake)
        for number in range(commands):
            person = people[number % PEOPLE]
            given = await fake.command(person, None, "frontdesk help")
            await fake.repeat(given)
            await fake.repeat(given)
            await bot.ends.until(number + 1)
            shown = [row.shown for row in given.messages]
            assert len({*shown}) == len(shown)
        assert bot.ends.count == commands
    count(commands_on_Discord_told_three_times=commands)


async def test_the_same_words_again_are_another_message(tmp_path: Path, count: Count):
    repeats = _many(1_000, 40)
    async with (
        FakeDiscord() as fake,
        running(fake, tmp_path, model=small_desk.model(), **GIVEN) as bot,
    ):
        people = _people(fake)
        for number in range(repeats):
            await fake.say(people[number % PEOPLE], None, "echo yes")
            await bot.ends.until(number + 1 - AT_ONCE)
        answers = await _answered(fake, people, repeats)

        assert answers == {"yes": repeats}
    count(genuine_repeats_on_Discord_answered=repeats)


def _people(fake: FakeDiscord) -> list[User]:
    return [fake.user(f"user{number}") for number in range(PEOPLE)]


async def _answered(fake: FakeDiscord, people: list[User], messages: int) -> Counter[str]:
    """Wait until there are as many answers as messages."""

    def answers() -> Counter[str]:
        shown = (row.shown for person in people for row in fake.answers(person))
        return Counter(name for text in shown for name in ANSWER.findall(text))

    await fake.until(lambda: answers().total() >= messages, PATIENCE_SECONDS)
    return answers()

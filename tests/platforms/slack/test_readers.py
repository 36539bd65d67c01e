"""Who reads along in a channel is asked for once, and again when a moment has passed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.domain.ids import SessionId
from bot.platforms.slack.wire.directory import (
    KEPT_SECONDS,
    MOST_CHANNELS,
    ChannelReaders,
    SlackDirectory,
)
from bot.platforms.slack.wire.slack_wire import SlackPlace
from tests.fakes.slack import FakeSlack
from tests.platforms.slack.bot import Bot
from tests.platforms.slack.desk import CHANNEL, a_bank

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]


def place(channel: str) -> SlackPlace:
    return SlackPlace("T1", channel, "1.0", SessionId(f"slack/T1/{channel}/1.0"))


HERE = place(CHANNEL)


@dataclass
class Moment:
    """A clock that only the test moves."""

    seconds: float = 0.0

    def elapsed(self) -> float:
        return self.seconds


@asynccontextmanager
async def asking(folder: Path, moment: Moment) -> AsyncIterator[tuple[Bot, ChannelReaders]]:
    async with a_bank(folder) as bot:
        directory = bot.app.ports.directories["slack"]
        assert isinstance(directory, SlackDirectory)
        yield bot, ChannelReaders(directory.workspaces, moment.elapsed)


def asked(fake: FakeSlack) -> int:
    return sum(call.method == "conversations.members" for call in fake.record.calls)


async def test_ten_cards_ask_once_who_is_in_their_channel(tmp_path: Path):
    async with asking(tmp_path, Moment()) as (bot, readers):
        told = [await readers.of(HERE) for _card in range(10)]

        assert asked(bot.fake) == 1
        assert all(users and {"U1", "U2", "U3", "U9"} <= users for users in told)


async def test_a_channel_of_too_many_is_not_read_through_for_every_card(tmp_path: Path):
    async with asking(tmp_path, Moment()) as (bot, readers):
        members = bot.fake.world.directory.channel("T1", CHANNEL).members
        members.update(f"U{number}" for number in range(1_000, 6_500))

        assert [await readers.of(HERE) for _card in range(10)] == [None] * 10
        assert asked(bot.fake) == 5


async def test_who_left_is_known_once_the_moment_has_passed(tmp_path: Path):
    moment = Moment()
    async with asking(tmp_path, moment) as (bot, readers):
        assert "U2" in (await readers.of(HERE) or ())
        bot.fake.world.directory.channel("T1", CHANNEL).members.discard("U2")

        moment.seconds += KEPT_SECONDS

        assert "U2" not in (await readers.of(HERE) or ())


async def test_of_many_channels_the_one_asked_for_longest_ago_is_forgotten(tmp_path: Path):
    async with asking(tmp_path, Moment()) as (bot, readers):
        for number in range(MOST_CHANNELS + 1):
            await readers.of(place(f"C{number + 1}"))
        before = asked(bot.fake)

        await readers.of(place(f"C{MOST_CHANNELS + 1}"))
        assert asked(bot.fake) == before
        await readers.of(HERE)
        assert asked(bot.fake) == before + 1

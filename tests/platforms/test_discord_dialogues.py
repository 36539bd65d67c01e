"""The two demo conversations in Discord: in private, and in a thread that a mention opens."""

from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord
from tests.platforms.discord_bot import Bot, running
from tests.platforms.test_slack_dialogues import LETTER, TRANSFER, transfers

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("S0-60", "S1-70")]


@pytest.mark.parametrize("place", ["direct", "channel"])
async def test_money_is_transferred(tmp_path: Path, place: str):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general if place == "channel" else None)

        for line in TRANSFER:
            said = await talk.say(line)

        assert "500" in said
        assert await transfers(bot.app.ports.records) == [("1234567890", "1234324", 50_000)]
        assert "monkey" not in str([row.shown for row in talk.answers])


@pytest.mark.parametrize("place", ["direct", "channel"])
async def test_a_letter_is_written_and_uploaded(tmp_path: Path, place: str):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general if place == "channel" else None)

        for line in LETTER:
            await talk.say(line)

        [file] = the_files(bot)
        assert b"123ABH" in file
        assert b"Motor" in file


def the_files(bot: Bot) -> list[bytes]:
    """What was uploaded."""
    return [attachment.content for attachment in bot.fake.world.attachments.values()]

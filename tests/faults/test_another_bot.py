"""R12: a bot that answers everything in the same channel is not answered, only people are."""

import re
from pathlib import Path

import pytest

from tests.fakes.discord import Channel, FakeDiscord, Message
from tests.fakes.slack import FakeSlack
from tests.faults.conftest import Count, asked_kills
from tests.platforms import small_desk
from tests.platforms.discord import bot as discord_bot
from tests.platforms.slack import bot as slack_bot

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900), pytest.mark.proves("R12")]

MESSAGES = 200 if asked_kills() else 6  # of a person, each answered by both bots
BACK = 3  # how often the other bot answers each answer
ANSWER = re.compile(r"answer (\d+)\.")


async def test_another_bot_in_a_thread_of_slack_is_not_answered(tmp_path: Path, count: Count):
    model, agents = small_desk.model(), small_desk.MODULE
    running = slack_bot.running
    async with (
        FakeSlack() as fake,
        running(fake, tmp_path, model=model, FRONTDESK_AGENTS=agents) as bot,
    ):
        fake.user("U1", name="ann")
        fake.user("U9", name="robo", is_bot=True)
        talk = bot.talk("U1", "C1")
        for number in range(MESSAGES):
            await talk.say(f"echo {number}", mention=True)
            for again in range(BACK):
                speak = fake.mention if again % 2 else fake.say
                await speak("U9", "C1", "echo robo", thread_ts=talk.root)
            await fake.mention("U9", "C1", "echo robo")

        said = [message.shown for message in fake.answers("C1")]
        assert _numbers(said) == [str(number) for number in range(MESSAGES)]
        assert not [text for text in said if "robo" in text]
        assert await _taken_in(bot) == MESSAGES
    count(messages_of_another_bot_in_Slack_left_unanswered=MESSAGES * (BACK + 1))


async def test_another_bot_in_a_thread_on_discord_is_not_answered(tmp_path: Path, count: Count):
    model, agents = small_desk.model(), small_desk.MODULE
    running = discord_bot.running
    async with (
        FakeDiscord() as fake,
        running(fake, tmp_path, model=model, FRONTDESK_AGENTS=agents) as bot,
    ):
        robo = fake.user("robo", is_bot=True)
        talk = bot.talk(fake.user("ann"), fake.general)
        for number in range(MESSAGES):
            await talk.say(f"echo {number}", mention=True)
            for again in range(BACK):
                speak = fake.mention if again % 2 else fake.say
                await speak(robo, talk.place, "echo robo")
            await fake.mention(robo, fake.general, "echo robo")

        said = [row.shown for row in _everywhere(fake, talk.place)]
        assert _numbers(said) == [str(number) for number in range(MESSAGES)]
        assert not [text for text in said if "robo" in text]
        assert await _taken_in(bot) == MESSAGES
    count(messages_of_another_bot_on_Discord_left_unanswered=MESSAGES * (BACK + 1))


def _everywhere(fake: FakeDiscord, thread: Channel) -> list[Message]:
    return [*fake.answers(fake.general), *fake.answers(thread)]


def _numbers(said: list[str]) -> list[str]:
    return [number for text in said for number in ANSWER.findall(text)]


async def _taken_in(bot: slack_bot.Bot | discord_bot.Bot) -> int:
    """How many events were accepted."""
    rows = await bot.app.ports.database.read(lambda sql: sql.rows("SELECT seq FROM inbox"))
    return len(rows)

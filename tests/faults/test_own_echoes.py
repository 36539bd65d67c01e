"""R12: what the bot wrote itself is never answered, however Slack shows it."""

from itertools import cycle
from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.fakes.slack.app_acts import SELF_SHAPES
from tests.faults.conftest import Count, asked_kills
from tests.platforms.slack.bot import Bot, running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R12")]

ECHOES = 1_000 if asked_kills() else 40
BEGINS_ANEW = 20
"""After so many echoes the person speaks, so that the bot is seen to listen."""


async def test_own_words_are_never_answered(tmp_path: Path, count: Count):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        channel, alone = bot.talk("U1", "C1"), bot.talk("U1")
        await channel.say("hello", mention=True)
        await alone.say("hello")
        heard = 2
        shapes, talks = cycle(SELF_SHAPES), cycle((channel, alone))
        for echo in range(ECHOES):
            talk, shape = next(talks), next(shapes)
            if echo % len(SELF_SHAPES) == 0:
                next(talks)  # so that each shape is seen in both places
            await fake.self_message(shape, talk.channel, "help", thread_ts=talk.root)
            if echo % BEGINS_ANEW == 0:
                await channel.say("help")
                heard += 1
        await alone.say("help")

        assert await _turns(bot) == heard + 1
    count(own_words_in_Slack_left_unanswered=ECHOES)


async def _turns(bot: Bot) -> int:
    """How many events were taken in."""
    rows = await bot.app.ports.database.read(lambda sql: sql.rows("SELECT seq FROM inbox"))
    return len(rows)

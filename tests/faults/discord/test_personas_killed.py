"""A procedure on Discord, killed at the calls it makes: each persona says each line once.

A webhook takes no nonce, so what was said before the kill must be found where it stands.
"""

from pathlib import Path

import pytest

from tests.fakes.discord import Message
from tests.fakes.stand_in_server import stands_in
from tests.faults.bot_process import Side
from tests.faults.conftest import Count, asked_kills
from tests.faults.discord.process import DiscordProcess, a_bot

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(3_000),
    pytest.mark.proves("R3", "S4-47"),
]

CALLS = 12  # of a debate in a thread, at least


async def _debate(bot: DiscordProcess) -> list[tuple[str | None, str]]:
    """Hold one from its motion to its end; who said what."""
    ann = bot.fake.user("ann")
    motion = await bot.fake.mention(ann, bot.fake.general, "@debate we need more tea")
    await bot.until(lambda: any("What else" in row.shown for row in _said(bot, motion)))
    return [(row.persona, row.content) for row in _said(bot, motion)]


def _said(bot: DiscordProcess, motion: Message) -> list[Message]:
    thread = bot.fake.world.channels.get(motion.id)
    rows = bot.fake.messages(thread) if thread else []
    return [row for row in rows if row.author is bot.fake.bot or row.webhook_id is not None]


async def test_every_line_is_said_once_wherever_the_bot_dies(tmp_path: Path, count: Count):
    points = [(call, side) for call in range(1, CALLS + 1) for side in Side]
    # The second line it is killed at, by the seventh call, repeats the first word for word.
    chosen = points if asked_kills() else [points[5], points[12]]
    async with a_bot(tmp_path, script=stands_in, FRONTDESK_AGENTS="") as bot:
        wanted = await _debate(bot)
        assert len(wanted) > 5
        for call, side in chosen:
            bot.kill_at(call, side)

            said = await _debate(bot)

            assert bot.calls_left == 0, "a debate has fewer calls"
            assert said == wanted, (call, side)
        assert bot.kills == len(chosen)
        count(points_of_a_debate_on_Discord_at_which_it_was_killed=len(chosen))

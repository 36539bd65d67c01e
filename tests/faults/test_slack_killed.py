"""`kill -9` between a card and its click, and in the middle of answers, with the real Slack client."""

import sqlite3
from pathlib import Path

import pytest

from tests.faults.slack_process import SlackProcess, a_bot
from tests.platforms.slack_bot import Talk

pytestmark = [pytest.mark.faults, pytest.mark.timeout(180)]

READY = ("Transfer money", "seldo", "monkey", "Checking", "To account ID 1234324", "700")


def moved(bot: SlackProcess) -> list[tuple[str, str, int]]:
    """What the ledger says."""
    with sqlite3.connect(bot.folder / "frontdesk.db") as database:
        return database.execute("SELECT source, target, minor FROM bank_transfers").fetchall()


async def card_shown(bot: SlackProcess) -> Talk:
    """Go on until a transfer waits for an approval."""
    bot.fake.user("U1", name="ann")
    talk = Talk(bot.fake, "U1", bot.fake.dm("U1"))
    for line in READY:
        await talk.say(line)
    assert "Approve" in talk.with_button("Approve").labels
    return talk


@pytest.mark.proves("R3")
async def test_a_card_is_approved_after_a_kill(tmp_path: Path):
    async with a_bot(tmp_path) as bot:
        talk = await card_shown(bot)
        card = talk.with_button("Approve")
        await bot.restart()
        await bot.fake.press("U1", card, "Approve")
        await bot.fake.until(lambda: "Approve" not in card.labels, 10)
        await bot.fake.until(lambda: len(moved(bot)) == 1, 10)
        await bot.restart()
        await bot.fake.press("U1", card, "Approve", forged=True) if card.labels else None

        assert moved(bot) == [("1234567890", "1234324", 70_000)]

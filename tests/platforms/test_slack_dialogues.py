"""The two demo conversations in Slack: in private, in a channel's thread, over both doors."""

from pathlib import Path

import pytest

from agents.bank.tables import TRANSFERS
from agents.kit.records import Records
from tests.fakes.slack import FakeSlack
from tests.platforms.slack_bot import Bot, Talk, running

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("S0-60", "S1-70")]

TRANSFER = (
    *("hello", "Transfer money", "seldo", "monkey", "Checking"),
    *("To account ID 1234324", "500"),
)
LETTER = (
    *("hello", "I want to craft a declined letter.", "Where to find a claim id?"),
    *("I am a Suncorp friend.", "I am a partner.", "My id is 123ABH"),
    *("It is about Personal Injury", "I want to commit fraud.", "I want to do Motor."),
)


async def transfers(records: Records) -> list[tuple[str, str, int]]:
    """What the ledger says was moved."""
    rows = await records.transact(lambda rows: rows.find(TRANSFERS))
    return [(str(r["source"]), str(r["target"]), int(str(r["minor"]))) for r in rows]


async def held(talk: Talk, lines: tuple[str, ...], *, mention: bool) -> str:
    """Say every line and return the last answer; a channel's first line names the bot."""
    said = ""
    for number, line in enumerate(lines):
        said = await talk.say(line, mention=mention and number == 0)
    return said


@pytest.mark.parametrize("place", ["direct", "channel"])
async def test_money_is_transferred(tmp_path: Path, place: str):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1", None if place == "direct" else "C1")

        said = await held(talk, TRANSFER, mention=place == "channel")

        assert "500" in said
        assert await transfers(bot.app.ports.records) == [("1234567890", "1234324", 50_000)]
        assert fake.findings() == []
        assert "monkey" not in str([m.shown for m in talk.answers])


@pytest.mark.parametrize("place", ["direct", "channel"])
async def test_a_letter_is_written_and_uploaded(tmp_path: Path, place: str):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1", None if place == "direct" else "C1")

        await held(talk, LETTER, mention=place == "channel")

        [file] = the_files(bot)
        assert b"123ABH" in file
        assert b"Motor" in file
        assert fake.findings() == []


def the_files(bot: Bot) -> list[bytes]:
    """What was uploaded and shared."""
    return [file.content for file in bot.fake.world.files.values() if file.shared_in]

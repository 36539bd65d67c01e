"""Plans on Discord: a message that follows the plan, and a card that decides its steps."""

from pathlib import Path

import pytest

from agents.it_support.desk import ACCOUNTS
from tests.fakes.discord import FakeDiscord, Message
from tests.fakes.stand_in import StandIn
from tests.platforms.discord.bot import Talk, running
from tests.platforms.slack.plans import ONBOARDING

PATIENCE_SECONDS = 30.0

pytestmark = pytest.mark.timeout(60)


def board_of(talk: Talk) -> Message:
    """The message that shows the newest plan."""
    return next(row for row in reversed(talk.answers) if "steps done · " in row.shown)


def bytes_in(folder: Path) -> bytes:
    """All that was written there."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


@pytest.mark.proves("S2-06", "S2-38", "S2-68")
@pytest.mark.parametrize("is_shared", [False, True], ids=["direct", "thread"])
async def test_a_plan_goes_from_its_goal_to_the_end_on_one_message(
    tmp_path: Path, *, is_shared: bool
):
    """The goal, the card, an edited step, the rest approved: what was typed is what ran."""
    async with FakeDiscord() as fake, running(fake, tmp_path, model=StandIn()) as bot:
        talk = bot.talk(fake.user("ana"), fake.general if is_shared else None)
        await talk.say(ONBOARDING)
        board, card = board_of(talk), talk.with_button("Approve all")
        assert board.shown.count("▫️") == 4

        await talk.press("Edit 2", employee="J. Smith")
        await fake.until(lambda: "changed to employee: J. Smith" in card.shown, PATIENCE_SECONDS)
        assert "Approve 2" not in card.buttons
        await talk.press("Approve all")
        await fake.until(lambda: "4 of 4 steps done" in board.shown, PATIENCE_SECONDS)

        rows = await bot.app.ports.records.transact(lambda rows: rows.find(ACCOUNTS))
        assert [row["employee"] for row in rows] == ["J. Smith"]
        assert board.shown.count("✅") == 4
        assert sum("steps done · " in row.shown for row in talk.answers) == 1
        assert card.buttons == []


@pytest.mark.proves("R20")
async def test_a_card_still_decides_after_a_restart(tmp_path: Path):
    async with FakeDiscord() as fake:
        ana = fake.user("ana")
        async with running(fake, tmp_path, model=StandIn()) as before:
            talk = before.talk(ana)
            await talk.say(ONBOARDING)
            card = talk.with_button("Approve all")

        async with running(fake, tmp_path, model=StandIn()) as after:
            talk = after.talk(ana)
            await talk.press("Reject all", **{"Why not? The planner reads it.": "Not now"})

            assert card.buttons == []
            assert "❌ **Rejected: Not now** by <@" in card.shown


@pytest.mark.proves("R8")
async def test_the_way_back_to_a_command_is_kept_in_no_clear_text(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ana = fake.user("ana")
        talk = bot.talk(ana)

        answer = await talk.command("frontdesk agents")

        [given] = [row for row in fake.interactions if row.user is ana]
        assert "account" in answer
        assert [row.only_for for row in given.messages] == [ana.id]
        kept = bytes_in(tmp_path)
        assert b"way/command." in kept
        assert given.token.encode() not in kept

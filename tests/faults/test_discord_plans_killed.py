"""A plan on Discord, killed between its card and every press, and at the calls it makes.

Whatever the moment: each step is done once, as it was approved, and one board shows it all.
"""

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.it_support.tables import ACCOUNTS, LAPTOPS
from agents.people.tables import EMPLOYEES, ORIENTATIONS
from tests.fakes.discord import Channel, Message, User
from tests.faults.audited import effects
from tests.faults.bot_process import Side
from tests.faults.conftest import Count, asked_kills
from tests.faults.discord_process import DiscordProcess, a_bot
from tests.faults.driver import DATABASE
from tests.platforms.slack_plans import ONBOARDING

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(3_000),
    pytest.mark.proves("R3", "R4", "R24"),
]

CALLS = 10  # of carrying out an approved plan, at least
TABLES = (EMPLOYEES, ACCOUNTS, LAPTOPS, ORIENTATIONS)
TOOLS = ["create_account", "register_employee", "schedule_orientation", "set_up_laptop"]
DONE = "4 of 4 steps done"


@dataclass(frozen=True)
class Planned:
    """A plan that waits for its person, and where it does."""

    bot: DiscordProcess
    ann: User
    place: Channel

    async def card(self, label: str) -> Message:
        """The card that shows a button."""
        return await self.bot.until_card(self.place, label)

    @property
    def boards(self) -> list[Message]:
        """The messages that show how far it is."""
        return [row for row in self.bot.fake.answers(self.place) if "steps done · " in row.shown]

    def says(self, words: str) -> bool:
        """Whether the bot has said something."""
        return any(words in row.shown for row in self.bot.fake.answers(self.place))

    async def until_done(self) -> None:
        """Wait for its end, and until the board shows it."""
        await self.bot.until(lambda: self.says("The plan is done"))
        await self.bot.until(lambda: DONE in self.boards[0].shown)


async def _plan(bot: DiscordProcess, *, is_shared: bool) -> Planned:
    ann = bot.fake.user("ann")
    if not is_shared:
        said = await bot.fake.say(ann, None, ONBOARDING)
        return Planned(bot, ann, said.channel)
    said = await bot.fake.mention(ann, bot.fake.general, ONBOARDING)
    await bot.until(lambda: said.thread_id)
    return Planned(bot, ann, bot.fake.world.channels[said.id])


@pytest.mark.parametrize("is_shared", [False, True], ids=["direct", "thread"])
async def test_a_plan_is_carried_out_over_a_kill_before_every_press(
    tmp_path: Path, *, is_shared: bool, count: Count
):
    async with a_bot(tmp_path, script=None) as bot:
        plan = await _plan(bot, is_shared=is_shared)
        card = await plan.card("Edit 2")
        await bot.restart()
        await bot.fill_in_after_a_kill((plan.ann, card, "Edit 2"), {"employee": "J. Smith"})
        await bot.until(lambda: plan.says("Step 2 is changed and approved"))
        await bot.restart()
        await bot.press(plan.ann, await plan.card("Approve all"), "Approve all")
        await plan.until_done()

        assert len(plan.boards) == 1
        _refuse_doubles(tmp_path)
        employees = f"SELECT employee FROM {ACCOUNTS.name}"  # noqa: S608 - a name of ours
        assert _rows(tmp_path, employees) == ["J. Smith"]
        count(kills_between_a_plans_card_on_Discord_and_its_presses=3)


async def test_a_plan_is_carried_out_once_wherever_the_bot_dies(tmp_path: Path, count: Count):
    points = [(call, side) for call in range(1, CALLS + 1) for side in Side]
    chosen = points if asked_kills() else points[3::20]
    for number, (call, side) in enumerate(chosen):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with a_bot(folder, script=None) as bot:
            plan = await _plan(bot, is_shared=bool(number % 2))
            card = await plan.card("Approve all")
            bot.kill_at(call, side)
            await bot.press(plan.ann, card, "Approve all")
            await plan.until_done()

            assert bot.calls_left == 0, "a plan has fewer calls"
            assert len(plan.boards) == 1, (call, side)
            said = Counter(row.shown.partition(":")[0] for row in bot.fake.answers(plan.place))
            assert [said[f"Step {step} is done ({step} of 4)"] for step in range(1, 5)] == [1] * 4
            _refuse_doubles(folder)
    count(points_of_a_plan_on_Discord_at_which_it_was_killed=len(chosen))


def _refuse_doubles(folder: Path) -> None:
    """Every step was done once, and the audit tells of each, with who approved it."""
    counts = [_rows(folder, f"SELECT count(*) FROM {table.name}") for table in TABLES]  # noqa: S608 - names of ours
    assert counts == [[1]] * 4
    assert effects(folder) == (TOOLS, [])


def _rows(folder: Path, question: str) -> list[object]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return [row[0] for row in database.execute(question)]

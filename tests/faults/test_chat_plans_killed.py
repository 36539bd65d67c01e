"""A plan on a platform, killed between its card and every press, and at the calls it makes.

Whatever the moment: each step is done once, as it was approved, and one board shows it all.
"""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from agents.it_support.desk import ACCOUNTS, LAPTOPS
from agents.people.staff import EMPLOYEES, ORIENTATIONS
from tests.fakes.stand_in_server import stands_in
from tests.faults.audited import effects
from tests.faults.bot_process import Side
from tests.faults.chats import Chat
from tests.faults.conftest import Count, asked_kills
from tests.faults.discord.chat import DiscordChat
from tests.faults.driver import DATABASE
from tests.faults.slack.chat import SlackChat
from tests.platforms.slack.plans import ONBOARDING

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(3_000),
    pytest.mark.proves("R3", "R4", "R24"),
    pytest.mark.parametrize("kind", [SlackChat, DiscordChat], ids=["slack", "discord"]),
]

CALLS = {SlackChat: 20, DiscordChat: 10}  # of carrying out an approved plan
FEW = 60
ALL = [pytest.param(False, id="direct"), pytest.param(True, id="thread")]
PLACES = ALL if asked_kills() else ALL[1:]
TABLES = (EMPLOYEES, ACCOUNTS, LAPTOPS, ORIENTATIONS)
TOOLS = ["create_account", "register_employee", "schedule_orientation", "set_up_laptop"]


@pytest.mark.parametrize("shared", PLACES)
async def test_a_plan_is_carried_out_over_a_kill_before_every_press(
    tmp_path: Path, kind: type[Chat], *, shared: bool, count: Count
):
    async with kind.running(tmp_path, script=stands_in, FRONTDESK_AGENTS="") as bot:
        chat = kind.of(bot, "ann", shared=shared)
        await chat.say(ONBOARDING)
        await chat.until_offered("Edit 2")
        await bot.restart()
        await chat.open("Edit 2")
        await bot.restart()
        await chat.fill_in(employee="J. Smith")
        await chat.until_said("Step 2 is changed and approved")
        await bot.restart()
        await chat.press("Approve all")
        await _done(chat)

        assert chat.boards == [True]
        _refuse_doubles(tmp_path)
        employees = f"SELECT employee FROM {ACCOUNTS.name}"  # noqa: S608 - a name of ours
        assert _rows(tmp_path, employees) == ["J. Smith"]
        count(**{f"kills_between_a_plans_card_{kind.where}_and_its_presses": 3})


async def test_a_plan_is_carried_out_once_wherever_the_bot_dies(
    tmp_path: Path, kind: type[Chat], count: Count
):
    points = [(call, side) for call in range(1, CALLS[kind] + 1) for side in Side]
    chosen = points if asked_kills() else points[3::FEW]
    for number, (call, side) in enumerate(chosen):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with kind.running(folder, script=stands_in, FRONTDESK_AGENTS="") as bot:
            chat = kind.of(bot, "ann", shared=bool(number % 2))
            await chat.say(ONBOARDING)
            await chat.until_offered("Approve all")
            bot.kill_at(call, side)
            await chat.press("Approve all")
            await _done(chat)

            assert bot.calls_left == 0, "a plan has fewer calls"
            assert chat.boards == [True], (call, side)
            said = Counter(text.partition(":")[0] for text in chat.shown)
            assert [said[f"Step {step} is done ({step} of 4)"] for step in range(1, 5)] == [1] * 4
            _refuse_doubles(folder)
    count(**{f"points_of_a_plan_{kind.where}_at_which_it_was_killed": len(chosen)})


async def _done(chat: Chat) -> None:
    """Wait for the end of a plan, and until the board shows it."""
    await chat.until_said("The plan is done")
    await chat.bot.until(lambda: chat.boards[0])


def _refuse_doubles(folder: Path) -> None:
    """Every step was done once, and the audit tells of each, with who approved it."""
    counts = [_rows(folder, f"SELECT count(*) FROM {table.name}") for table in TABLES]  # noqa: S608 - names of ours
    assert counts == [[1]] * 4
    assert effects(folder) == (TOOLS, [])


def _rows(folder: Path, question: str) -> list[object]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return [row[0] for row in database.execute(question)]

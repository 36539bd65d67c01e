"""A plan in Slack, killed between its card and every click, and at the calls it makes to Slack.

Whatever the moment: each step is done once, as it was approved, and one board shows it all.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from agents.it_support.tables import ACCOUNTS, LAPTOPS
from agents.people.tables import EMPLOYEES, ORIENTATIONS
from tests.fakes.slack import Message
from tests.faults.audited import effects
from tests.faults.bot_process import Side
from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import DATABASE
from tests.faults.slack_process import SlackProcess, a_bot
from tests.platforms.quick_clock import QuickClock
from tests.platforms.slack_bot import Talk
from tests.platforms.slack_plans import ONBOARDING, tasks_on

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(3_000),
    pytest.mark.proves("R3", "R4", "R24"),
]

LOOK_AGAIN_SECONDS = 5.0
CALLS = 20  # of carrying out an approved plan
TABLES = (EMPLOYEES, ACCOUNTS, LAPTOPS, ORIENTATIONS)
TOOLS = ["create_account", "register_employee", "schedule_orientation", "set_up_laptop"]
DONE = ["complete"] * 4


async def _plan(bot: SlackProcess, channel: str | None) -> Talk:
    bot.fake.user("U1", name="ann")
    talk = Talk(bot.fake, "U1", channel or bot.fake.dm("U1"))
    if channel:
        bot.fake.world.directory.channel("T1", channel).members.add("U1")
    await talk.say(ONBOARDING, mention=channel is not None)
    return talk


async def _edit(bot: SlackProcess, talk: Talk) -> None:
    """Open the form of step 2, let the bot die, and send the form."""
    await bot.fake.press("U1", _with(talk, "Edit 2"), "Edit 2")
    await _until(bot, lambda: bot.fake.modal("U1") is not None)
    form = bot.fake.modal("U1")
    assert form is not None
    await bot.restart()
    await bot.fake.submit("U1", form, {"employee": "J. Smith"})
    await _until(bot, lambda: _says(talk, "Step 2 is changed and approved"))


@pytest.mark.parametrize("channel", [None, "C1"], ids=["direct", "thread"])
async def test_a_plan_is_carried_out_over_a_kill_before_every_click(
    tmp_path: Path, channel: str | None, count: Count
):
    async with a_bot(tmp_path, script=None) as bot:
        talk = await _plan(bot, channel)
        await bot.restart()
        await _edit(bot, talk)
        await bot.restart()
        await bot.fake.press("U1", _with(talk, "Approve all"), "Approve all")
        await _until(bot, partial(_says, talk, "The plan is done"))
        await _until(bot, partial(_shows_all_done, talk))

        assert len(_boards(talk)) == 1
        _refuse_doubles(tmp_path)
        employees = f"SELECT employee FROM {ACCOUNTS.name}"  # noqa: S608 - a name of ours
        assert _rows(tmp_path, employees) == ["J. Smith"]
        count(kills_between_a_plans_card_in_Slack_and_its_clicks=3)


async def test_a_plan_is_carried_out_once_wherever_the_bot_dies(tmp_path: Path, count: Count):
    points = [(call, side) for call in range(1, CALLS + 1) for side in Side]
    chosen = points if asked_kills() else points[3::36]
    for number, (call, side) in enumerate(chosen):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with a_bot(folder, script=None) as bot:
            talk = await _plan(bot, None)
            card = _with(talk, "Approve all")
            bot.kill_at(call, side)
            await bot.fake.press("U1", card, "Approve all")
            await _revived(bot)
            if "Approve all" in card.labels:  # who saw no acknowledgement presses again
                await bot.fake.press("U1", card, "Approve all")
            await _until(bot, partial(_says, talk, "The plan is done"))
            await _until(bot, partial(_shows_all_done, talk))

            assert len(_boards(talk)) == 1, (call, side)
            said = Counter(m.shown.partition(":")[0] for m in talk.answers)
            assert [said[f"Step {step} is done ({step} of 4)"] for step in range(1, 5)] == [1] * 4
            _refuse_doubles(folder)
    count(points_of_a_plan_in_Slack_at_which_it_was_killed=len(chosen))


def _refuse_doubles(folder: Path) -> None:
    """Every step was done once, and the audit tells of each, with who approved it."""
    counts = [_rows(folder, f"SELECT count(*) FROM {table.name}") for table in TABLES]  # noqa: S608 - names of ours
    assert counts == [[1]] * 4
    assert effects(folder) == (TOOLS, [])


def _rows(folder: Path, question: str) -> list[object]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return [row[0] for row in database.execute(question)]


def _boards(talk: Talk) -> list[Message]:
    return [m for m in talk.answers if any(block["type"] == "plan" for block in m.blocks)]


def _shows_all_done(talk: Talk) -> bool:
    return tasks_on(_boards(talk)[0]) == DONE


def _with(talk: Talk, label: str) -> Message:
    return talk.with_button(label)


def _says(talk: Talk, words: str) -> bool:
    return any(words in message.shown for message in talk.answers)


async def _until(bot: SlackProcess, is_so: Callable[[], object]) -> None:
    """Wait for something, and start the bot again whenever it has died."""
    while not is_so():
        await _revived(bot)


async def _revived(bot: SlackProcess) -> None:
    clock = bot.fake.world.clock
    assert isinstance(clock, QuickClock)
    await clock.pause(LOOK_AGAIN_SECONDS)
    if not bot.is_running:
        await bot.restart()

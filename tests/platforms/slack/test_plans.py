"""Plans in Slack: one board that follows the plan, one card, and a form for each step."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agents.it_support.desk import ACCOUNTS
from tests.fakes.slack.blockkit import Surface, block_problems
from tests.fakes.slack.methods import content
from tests.fakes.stand_in import StandIn
from tests.platforms.slack.bot import Bot, Talk
from tests.platforms.slack.desk import CHANNEL, PRIVATE, a_bank
from tests.platforms.slack.plans import (
    board_of,
    form_for,
    planned,
    tasks_on,
    until_said,
    until_shown,
    values_in,
)

pytestmark = pytest.mark.timeout(60)
DONE = ["complete"] * 4


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with a_bank(tmp_path, approvers="", model=StandIn()) as running:
        yield running


async def accounts(bot: Bot) -> list[str]:
    rows = await bot.app.ports.records.transact(lambda rows: rows.find(ACCOUNTS))
    return [str(row["employee"]) for row in rows]


@pytest.mark.proves("S2-06", "S2-38", "S2-68")
@pytest.mark.parametrize("place", [PRIVATE, CHANNEL], ids=["direct", "thread"])
async def test_a_plan_goes_from_its_goal_to_the_end_on_one_board(bot: Bot, place: str | None):
    """The goal, the card, an edited step, the rest approved: what was typed is what ran."""
    talk = bot.talk("U1", place)
    card = await planned(talk)
    board = board_of(talk)
    assert tasks_on(board) == ["pending"] * 4
    assert card.labels[:3] == ["Approve 1", "Edit 1", "Reject 1"]
    assert card.labels[-3:] == ["Approve all", "Reject all", "Clarify"]

    form = await form_for(talk, card, "Edit 2")
    assert values_in(form) == {"employee": "Jessica Smith", "updated_action": None}
    await bot.fake.submit("U1", form, {"employee": "J. Smith"})
    await until_shown(talk, card, "changed to employee: J. Smith")
    await talk.press("Approve all")
    await until_said(talk, "The plan is done")

    assert await accounts(bot) == ["J. Smith"]
    assert tasks_on(board) == DONE
    assert "4 of 4 steps done · completed" in board.shown
    assert sum("plan" in str([b["type"] for b in m.blocks]) for m in talk.answers) == 1
    assert card.labels == []


async def test_a_step_is_rejected_with_a_reason_by_its_form(bot: Bot):
    talk = bot.talk("U1")
    card = await planned(talk)

    form = await form_for(talk, card, "Reject 3")
    await bot.fake.submit("U1", form, {"reason": "She has a laptop"})
    await until_said(talk, "Step 3 is rejected")
    await talk.press("Approve all")
    await until_said(talk, "The plan has ended with 3 of 4 steps done")

    assert tasks_on(board_of(talk)) == ["complete", "complete", "error", "complete"]
    assert "Rejected: She has a laptop" in board_of(talk).shown


async def test_what_does_not_fit_is_told_in_the_form(bot: Bot):
    talk = bot.talk("U1")
    card = await planned(talk)

    form = await form_for(talk, card, "Edit 4")
    await bot.fake.submit("U1", form, {"time": "whenever"})

    assert list(form.errors) == ["time"]
    assert "Edit 4" in card.labels


async def test_a_remark_about_the_plan_is_made_in_a_form(bot: Bot):
    talk = bot.talk("U1")
    card = await planned(talk)

    form = await form_for(talk, card, "Clarify")
    assert "register employee" in form.shown
    await bot.fake.submit("U1", form, {"text": "She starts on Tuesday"})
    await until_said(talk, "I know no other way")


async def test_a_workspace_that_takes_no_task_cards_gets_lines(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    refuse_plans(monkeypatch)
    talk = bot.talk("U1")

    await planned(talk)
    board = board_of(talk)
    assert {block["type"] for block in board.blocks} == {"section", "context"}
    await talk.press("Approve all")
    await until_said(talk, "The plan is done")

    assert "✅ 2. IT accounts" in board.shown
    assert "4 of 4 steps done" in board.shown
    [refused] = bot.fake.record.refused  # once was enough to know
    bot.fake.record.calls.remove(refused)


async def test_the_board_is_told_as_text_too(bot: Bot):
    talk = bot.talk("U1")

    await planned(talk)

    assert "0 of 4 steps done" in board_of(talk).text
    assert "set up laptop" in board_of(talk).text


async def test_the_home_shows_plans_that_are_not_over(bot: Bot):
    talk = bot.talk("U1")
    card = await planned(talk)

    assert "0 of 4 steps done" in await home_of(talk)
    form = await form_for(talk, card, "Reject all")
    await bot.fake.submit("U1", form, {"reason": "not now"})
    await until_said(talk, "has ended")

    assert "steps done" not in await home_of(talk)


async def home_of(talk: Talk) -> str:
    """What somebody's home says when they look at it."""
    await talk.fake.open_home(talk.user)
    await talk.fake.until(lambda: talk.fake.home(talk.user) is not None)
    home = talk.fake.home(talk.user)
    assert home is not None
    return home.shown


def refuse_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the workspace take no plan blocks, as old ones do."""

    def problems(blocks: list[dict[str, Any]], surface: Surface) -> list[str]:
        has_plan = any(block["type"] == "plan" for block in blocks)
        return ["unsupported type: plan"] if has_plan else block_problems(blocks, surface)

    monkeypatch.setattr(content, "block_problems", problems)

"""R2 on every platform: what changed since a card was shown does not run, one click decides."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.effort import IN_FULL
from tests.platforms import small_desk
from tests.platforms.asked import CHANGES, Case, Change, Platform
from tests.platforms.asked_in_slack import Slack
from tests.platforms.asked_on_discord import Discord
from tests.platforms.kept import audited, moved, until_taken

pytestmark = [
    pytest.mark.timeout(3_000),
    pytest.mark.proves("R2"),
    pytest.mark.parametrize("platform", [Slack(), Discord()], ids=["slack", "discord"]),
]

SEEDS, RACES = (25, 1_000) if IN_FULL else (1, 4)

Record = Callable[[str, object], None]


async def test_of_many_clicks_at_once_one_decides(
    tmp_path: Path,
    platform: Platform,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Record,
):
    """R2: approve and approve and reject at the same moment: one decision, at most one run."""
    monkeypatch.setenv(small_desk.FOLDER, str(tmp_path))
    async with platform.till(tmp_path) as till:
        for number in range(RACES):
            asked = await till.asked(str(number))
            await asked.press_at_once()
            told = await audited(till, "decision")
            decisions = [d for d in told if d["request"] == asked.request]
            runs = small_desk.payments(tmp_path).count(str(number))

            assert len(decisions) == 1, number
            assert runs == (decisions[0]["verdict"] == "approve"), number
        record_property(f"faults:races_of_clicks_{platform.where}", RACES)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_a_changed_action_runs_on_no_old_click(
    tmp_path: Path,
    platform: Platform,
    change: Change,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Record,
):
    """R2: thirteen kinds of changes, 25 seeds each in full: nothing runs."""
    for seed in range(SEEDS):
        own = tmp_path / str(seed)
        own.mkdir()
        async with platform.transfer(own) as asked:
            chance = random.Random(seed)  # noqa: S311 - to be repeated
            await change(Case(asked, chance, monkeypatch))
            await until_taken(asked, asked.press())

            assert await moved(asked) == [], seed
            monkeypatch.undo()
    record_property(f"faults:changed_actions_not_run_{platform.where}", SEEDS)

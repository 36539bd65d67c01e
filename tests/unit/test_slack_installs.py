"""One workspace with one token: it is used until the workspace removes the bot."""

from datetime import datetime, timedelta

import pytest
from typing_extensions import override

from bot.core.installs import Departures
from bot.platforms.slack.installs import OneWorkspace
from tests.fakes.world import NOON, FakeClock

pytestmark = pytest.mark.proves("R27")


class FakeDepartures(Departures):
    """Who left, and when."""

    def __init__(self) -> None:
        self.left: dict[tuple[str, str], datetime] = {}

    @override
    async def leave(self, platform: str, workspace: str, at: datetime) -> None:
        self.left.setdefault((platform, workspace), at)

    @override
    async def come_back(self, platform: str, workspace: str) -> None:
        self.left.pop((platform, workspace), None)

    @override
    async def purge(self, before: datetime) -> int:
        return 0


@pytest.fixture
def departures() -> FakeDepartures:
    return FakeDepartures()


@pytest.fixture
def one(departures: FakeDepartures) -> OneWorkspace:
    return OneWorkspace("xoxb-1", departures, FakeClock())


async def test_its_token_is_used_whatever_team_slack_names(one: OneWorkspace):
    assert [await one.token_for(team) for team in ("T1", "T2")] == ["xoxb-1", "xoxb-1"]


async def test_a_workspace_that_left_has_no_token_and_is_purged_later(
    one: OneWorkspace, departures: FakeDepartures
):
    await one.forget("T1", NOON - timedelta(minutes=1))
    await one.forget("T2")

    assert await one.token_for("T1") is None
    assert departures.left == {
        ("slack", "T1"): NOON - timedelta(minutes=1),
        ("slack", "T2"): NOON,
    }


async def test_one_where_the_token_works_is_kept(one: OneWorkspace, departures: FakeDepartures):
    await one.forget("T1")
    await one.welcome("T1")

    assert await one.token_for("T1") == "xoxb-1"
    assert departures.left == {}

"""One workspace with one token: it is used until the workspace removes the bot."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.platforms.slack.oauth.installations import OneWorkspace
from bot.platforms.slack.wire.web_client import SlackAway, SlackRefused
from tests.fakes.departures import FakeDepartures
from tests.fakes.world import NOON, FakeClock

pytestmark = pytest.mark.proves("R27")


@pytest.fixture
def departures() -> FakeDepartures:
    return FakeDepartures()


class Asked:
    """Slack, asked where the token works."""

    def __init__(self) -> None:
        self.answers: list[str | Exception] = []
        self.questions = 0

    async def __call__(self) -> str:
        self.questions += 1
        answer = self.answers.pop(0) if self.answers else SlackRefused("auth.test", "not_authed")
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
async def one(departures: FakeDepartures, asked: Asked) -> AsyncIterator[OneWorkspace]:
    async def _pause(_seconds: float) -> None:
        await asyncio.sleep(0)

    one = OneWorkspace("xoxb-1", asked, departures, FakeClock(), _pause)
    yield one
    await one.close()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_its_token_is_used_whatever_team_slack_names(one: OneWorkspace):
    assert [await one.token_for(team) for team in ("T1", "T2")] == ["xoxb-1", "xoxb-1"]


async def test_a_workspace_that_left_has_no_token_and_is_purged_later(
    one: OneWorkspace, departures: FakeDepartures
):
    await one.forget("T1", NOON - timedelta(minutes=1))
    await one.forget("T2")
    await settle()

    assert await one.token_for("T1") is None
    assert departures.left == {
        ("slack", "T1"): NOON - timedelta(minutes=1),
        ("slack", "T2"): NOON,
    }


async def test_late_news_of_a_workspace_where_the_token_works_change_nothing(
    one: OneWorkspace, departures: FakeDepartures, asked: Asked
):
    asked.answers = ["T1"]

    await one.forget("T1")
    await settle()

    assert await one.token_for("T1") == "xoxb-1"
    assert departures.left == {}


async def test_one_that_was_installed_again_is_kept_from_the_start(
    one: OneWorkspace, departures: FakeDepartures, asked: Asked
):
    await departures.leave("slack", "T1", NOON)
    asked.answers = [SlackAway("auth.test"), SlackAway("auth.test"), "T1"]

    await one.start()
    await settle()

    assert departures.left == {}
    assert asked.questions == 3

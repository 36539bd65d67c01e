"""Tokens that end are followed up by one of several workers, and nobody notices (R27)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import pytest

from bot.bootstrap.ports import open_database
from bot.core.ports.environment import Cipher
from bot.platforms.slack.oauth.installations import CLAIMED, SeveralWorkspaces, TokensEnded
from bot.platforms.slack.oauth.token_exchange import Credentials, OAuthClient, TokenExchange
from bot.storage.accounts.installations import SqlInstallations
from bot.storage.databases.transactions import SqlDatabase, database_url
from tests.fakes.faults import Fault
from tests.fakes.slack import FakeSlack, ManualClock
from tests.fakes.slack.tokens import Code
from tests.platforms.oauth_desk import SlackTime

pytestmark = [pytest.mark.proves("R27"), pytest.mark.timeout(120)]

HOUR = 3600.0
ROUNDS = 50
ASKING = 4


async def briefly(_seconds: float) -> None:
    """Let others go on, and pretend that time has passed."""
    await asyncio.sleep(0.002)


@dataclass
class Worker:
    """One process's way to the tokens."""

    database: SqlDatabase
    installs: SqlInstallations
    workspaces: SeveralWorkspaces


@dataclass
class Team:
    """A workspace with the bot, and two workers that do not know of one another."""

    fake: FakeSlack
    workers: list[Worker]

    async def install(self) -> None:
        code = Code("T1", "U1", frozenset({"chat:write"}), "", self.fake.world.clock.now())
        name = self.fake.world.tokens.new_code(code)
        granting = self.workers[0].workspaces.granting
        await self.workers[0].installs.save(await granting.exchange(name, ""))

    async def everybody_asks(self) -> list[str | None]:
        """Ask every worker several times at once; then let refreshes end."""
        asked = [worker.workspaces.token_for("T1") for worker in self.workers * ASKING]
        tokens = await asyncio.gather(*asked)
        await self.settle()
        return list(tokens)

    async def settle(self) -> None:
        for worker in self.workers:
            await worker.workspaces.close()

    def works(self, token: str | None) -> bool:
        """Whether Slack takes a token now."""
        grant = self.fake.world.tokens.grants.get(token or "")
        ends = grant.expires_at if grant else None
        return bool(grant and not grant.ended_by and ends and ends > self.fake.world.clock.now())

    @property
    def refreshes(self) -> int:
        return len(self.fake.world.tokens.used_refresh)

    @property
    def calls(self) -> int:
        rows = [call for call in self.fake.record.calls if call.method == "oauth.v2.access"]
        return len(rows) - 1  # the first gave out the installation


@pytest.fixture
async def team(address: str, cipher: Cipher) -> AsyncIterator[Team]:
    async with (
        FakeSlack(clock=ManualClock(), door="none") as fake,
        aiohttp.ClientSession() as session,
    ):
        fake.world.rotates_tokens = True
        team = Team(fake, [worker(fake, address, cipher, session) for _ in range(2)])
        await team.install()
        yield team
        await team.settle()
        for one in team.workers:
            await one.database.close()


def worker(
    fake: FakeSlack, address: str, cipher: Cipher, session: aiohttp.ClientSession
) -> Worker:
    database, clock = open_database(database_url(address)), SlackTime(fake)
    installs = SqlInstallations(database, cipher)
    credentials = Credentials(fake.world.app.client_id, fake.world.app.client_secret)
    granting = TokenExchange(credentials, OAuthClient(fake.api_url, lambda: session), clock.now)
    workspaces = SeveralWorkspaces(installs, granting, clock, briefly)
    return Worker(database, installs, workspaces)


async def test_fifty_rotations_by_two_racing_workers(team: Team):
    """50 times, 2 workers asked 4 times each: 400 tokens that work, 50 refreshes."""
    answered, failed = 0, 0

    for number in range(ROUNDS):
        # Every second time nobody has asked for so long that the token has ended.
        await team.fake.advance((11 if number % 2 else 13) * HOUR)
        tokens = await team.everybody_asks()
        answered += len(tokens)
        failed += sum(not team.works(token) for token in tokens)

    assert (answered, failed) == (ROUNDS * ASKING * 2, 0)
    assert (team.refreshes, team.calls) == (ROUNDS, ROUNDS)


async def test_a_token_that_lasts_is_left_alone(team: Team):
    await team.fake.advance(9 * HOUR)

    tokens = await team.everybody_asks()

    assert [team.works(token) for token in tokens] == [True] * ASKING * 2
    assert team.calls == 0


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.RATE_LIMITED, Fault.RESET])
async def test_nobody_notices_a_refresh_that_fails(team: Team, fault: Fault):
    await team.fake.advance(11 * HOUR)
    team.fake.faults.next("oauth.v2.access", fault)

    at_first = await team.everybody_asks()
    await team.fake.advance(31)
    later = await team.everybody_asks()

    assert all(team.works(token) for token in [*at_first, *later])
    assert (team.refreshes, team.calls) == (1, 2)


async def test_what_slack_refuses_is_asked_once_and_told_when_it_matters(team: Team):
    team.fake.world.tokens.refresh.clear()
    await team.fake.advance(11 * HOUR)
    for _ in range(3):
        assert all(team.works(token) for token in await team.everybody_asks())
        await team.fake.advance(60)
    assert team.calls <= len(team.workers)
    await team.fake.advance(2 * HOUR)

    for one in team.workers:
        with pytest.raises(TokensEnded, match="install the app again"):
            await one.workspaces.token_for("T1")
    assert team.calls <= len(team.workers)


async def test_a_worker_that_died_over_a_refresh_is_followed_by_another(team: Team):
    await team.fake.advance(11 * HOUR)
    dead, alive = team.workers
    install = await dead.installs.find("T1")
    assert install is not None
    now = dead.workspaces.clock.now()
    await dead.installs.claim(install, now=now, until=now + CLAIMED)

    refreshes = []
    for seconds in (0, CLAIMED.total_seconds()):
        await team.fake.advance(seconds)
        assert team.works(await alive.workspaces.token_for("T1"))
        await team.settle()
        refreshes.append(team.refreshes)

    assert refreshes == [0, 1]


async def test_who_asks_during_a_refresh_of_another_waits_for_its_token(team: Team):
    await team.fake.advance(13 * HOUR)
    first, second = team.workers

    waiting = asyncio.create_task(second.workspaces.token_for("T1"))
    token = await first.workspaces.token_for("T1")

    assert team.works(token)
    assert await waiting == token


async def test_a_workspace_that_left_meanwhile_has_no_token(team: Team):
    await team.fake.advance(11 * HOUR)
    one, other = team.workers

    await asyncio.gather(one.workspaces.token_for("T1"), other.workspaces.forget("T1"))
    await team.settle()

    assert [await each.workspaces.token_for("T1") for each in team.workers] == [None, None]


async def test_idle_workspaces_are_followed_up_too(team: Team):
    await team.fake.advance(11 * HOUR)
    one = team.workers[0].workspaces

    await one.start()
    while team.refreshes == 0:
        await briefly(0)
    await team.settle()

    assert (team.refreshes, team.calls) == (1, 1)

"""The bot's tokens: one workspace's, given once, or many workspaces', followed up in time.

asked for ──▶ lasts long enough ──────────────────────────▶ given
    │
    └───────▶ ends soon ──▶ refreshed aside, by one worker ─▶ given as it is
    │
    └───────▶ has ended ──▶ refreshed, or awaited ──────────▶ the next one given
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog
from typing_extensions import override

from bot.core.ports.credentials import Install
from bot.core.ports.environment import Clock
from bot.domain.errors import PlatformFailed
from bot.engine.retries import Pause, backoff_seconds, cancel_tasks, retry_while_away
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.oauth.token_exchange import TokenExchange
from bot.platforms.slack.wire.web_client import SlackRefused
from bot.platforms.slack.wire.workspaces import Installations
from bot.storage.accounts.installations import SqlInstallations
from bot.storage.memory.erasure import SqlDepartures

AHEAD = timedelta(hours=2)
CLAIMED = timedelta(seconds=30)  # longer than a refresh takes; the next try comes after it
LOOKS = 60
LOOK_SECONDS = 0.25
KEEP_SECONDS = 600.0
LONGEST_WAIT_SECONDS = 60.0
STOP_SECONDS = 12.0  # a refresh under way may not be cut: its tokens come only once

log = structlog.get_logger(__name__)


class TokensEnded(PlatformFailed):
    """A workspace's tokens have ended, and others cannot be had now."""

    def __init__(self, team: str) -> None:
        super().__init__(f"The token for {team} has ended; if this lasts, install the app again.")


@dataclass
class OneWorkspace(Installations):
    """An app that was installed by hand: its token, until its workspace removes it.

    What Slack sends us it sends by virtue of this token, whatever team it names. `asked` says
    in which workspace it works, by asking Slack; it raises SlackRefused where it works nowhere.
    """

    token: str
    asked: Callable[[], Awaitable[str]]
    departures: SqlDepartures
    clock: Clock
    pause: Pause = asyncio.sleep
    _left: set[str] = field(default_factory=set)
    _asking: asyncio.Task[None] | None = None

    @override
    async def token_for(self, team: str) -> str | None:
        return None if team in self._left else self.token

    @override
    async def bot_user(self, team: str) -> str | None:
        return None

    @override
    async def forget(self, team: str, at: datetime | None = None) -> None:
        await self.departures.leave(PLATFORM, team, at or self.clock.now())
        self._left.add(team)
        await self.start()  # it may be late news: the app was installed again since

    @override
    async def start(self) -> None:
        await self.close()
        self._asking = asyncio.create_task(self._ask())

    @override
    async def close(self) -> None:
        if self._asking is not None:
            await cancel_tasks(self._asking)

    async def _ask(self) -> None:
        """Keep all there is of the workspace in which the token works."""
        for seconds in backoff_seconds(LONGEST_WAIT_SECONDS):
            try:
                team = await self.asked()
                await self.departures.come_back(PLATFORM, team)
            except SlackRefused as error:
                log.error("slack_token_refused", reason=error.error)  # noqa: TRY400 - a trace may quote the token
                return
            except PlatformFailed:
                await self.pause(seconds)
            else:
                self._left.discard(team)
                return


@dataclass
class SeveralWorkspaces(Installations):
    """Workspaces that installed the app themselves."""

    installs: SqlInstallations
    granting: TokenExchange
    clock: Clock
    pause: Pause = asyncio.sleep
    _refreshing: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _refused: dict[str, int] = field(default_factory=dict)
    _keeping: asyncio.Task[None] | None = None
    _rounds: set[asyncio.Task[None]] = field(default_factory=set)

    @override
    async def token_for(self, team: str) -> str | None:
        """The token to use now; None where the bot is not installed.

        Raises:
            TokensEnded: it has ended, and Slack gives no other.
        """
        install = await self.installs.find(team)
        if install is None or self._lasts(install, AHEAD):
            return install.token if install else None
        self._refresh(install)
        return install.token if self._lasts(install) else await self._next(team)

    @override
    async def bot_user(self, team: str) -> str | None:
        install = await self.installs.find(team)
        return install.bot_user if install else None

    @override
    async def forget(self, team: str, at: datetime | None = None) -> None:
        if not await self.installs.forget(PLATFORM, team, at or self.clock.now()):
            log.info("slack_installed_again", workspace=team)

    @override
    async def start(self) -> None:
        self._keeping = asyncio.create_task(self._keep_fresh())

    @override
    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
        for under_way in (self._rounds, self._refreshing.values()):
            if under_way:
                await asyncio.wait(under_way, timeout=STOP_SECONDS)

    async def _keep_fresh(self) -> None:
        """Follow up, for ever, the tokens of workspaces where nothing happens."""
        while True:
            # A round is not cut: a database does not like to be left in the middle.
            this_round = asyncio.create_task(self._follow_up())
            self._rounds.add(this_round)
            this_round.add_done_callback(self._rounds.discard)
            await asyncio.shield(this_round)
            await self.pause(KEEP_SECONDS)

    async def _follow_up(self) -> None:
        try:
            for team in await self.installs.ending(self.clock.now() + AHEAD):
                await self.token_for(team)
        except PlatformFailed as error:
            log.warning("slack_tokens_not_kept_fresh", error=type(error).__name__)

    def _lasts(self, install: Install, spare: timedelta = timedelta()) -> bool:
        return install.expires_at is None or install.expires_at > self.clock.now() + spare

    def _refresh(self, install: Install) -> None:
        team = install.workspace
        if team in self._refreshing or self._refused.get(team) == install.version:
            return
        task = asyncio.create_task(self._refreshed(install))
        self._refreshing[team] = task
        task.add_done_callback(lambda _done: self._refreshing.pop(team, None))

    async def _next(self, team: str) -> str | None:
        """Wait for the token that follows, whoever gets it."""
        for _look in range(LOOKS):
            if refreshing := self._refreshing.get(team):
                await asyncio.shield(refreshing)
            found = await self.installs.find(team)
            if found is None or self._lasts(found):
                return found.token if found else None
            if self._refused.get(team) == found.version:
                break
            await self.pause(LOOK_SECONDS)
            self._refresh(found)
        raise TokensEnded(team)

    async def _refreshed(self, install: Install) -> None:
        """Get the next tokens, unless somebody else does; nothing is raised."""
        team, now = install.workspace, self.clock.now()
        try:
            if not await self.installs.claim(install, now=now, until=now + CLAIMED):
                return
            newer = await self.granting.refresh(install)
        except SlackRefused as error:
            self._refused[team] = install.version
            log.error("slack_token_refused", workspace=team, reason=error.error)  # noqa: TRY400 - a trace may quote tokens
            return
        except PlatformFailed as error:
            log.warning("slack_token_not_refreshed", workspace=team, error=type(error).__name__)
            return
        # Slack gives these tokens only once, so an outage of the store is sat out.
        if not await retry_while_away(lambda: self.installs.renew(newer), self.pause):
            log.warning("slack_token_came_late", workspace=team)

"""The workspaces the bot is installed in: how to call each, and who it is there."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

import aiohttp

from bot.domain.errors import PlatformFailed
from bot.engine.retries import Pause
from bot.platforms.slack.wire.payloads import word
from bot.platforms.slack.wire.rate_limit import SlackRateLimit
from bot.platforms.slack.wire.web_client import TIMEOUT_SECONDS, SlackWeb


@dataclass(frozen=True, slots=True)
class Me:
    """How the bot is known in a workspace, and what that is called."""

    team: str
    user: str
    bot: str
    name: str = ""


class NotInstalled(PlatformFailed):
    """The bot has no token for a workspace."""

    def __init__(self, team: str) -> None:
        super().__init__(f"Frontdesk is not installed in the workspace {team}.")


class Installations(Protocol):
    """Where the bot is installed, and its token in each workspace."""

    async def token_for(self, team: str) -> str | None:
        """The token to use now; None where the bot is not installed."""
        ...

    async def bot_user(self, team: str) -> str | None:
        """Who the bot is in a workspace, as far as is known without asking Slack."""
        ...

    async def forget(self, team: str, at: datetime | None = None) -> None:
        """Drop a workspace's tokens now, and all that is kept of it within a day.

        `at` is when it left; where it was installed again since, nothing is dropped.
        """
        ...

    async def start(self) -> None:
        """Begin to look after the tokens."""
        ...

    async def close(self) -> None:
        """Stop, once what must not be cut has ended."""
        ...


@dataclass
class Workspaces:
    """Gives out each workspace's Web API; a new token makes a new one."""

    tokens: Installations
    address: str
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _session: aiohttp.ClientSession | None = None
    _webs: dict[str, tuple[str, SlackWeb]] = field(default_factory=dict)
    _known: dict[str, Me] = field(default_factory=dict)

    async def web(self, team: str) -> SlackWeb:
        """The Web API of a workspace.

        Raises:
            NotInstalled: there is no token for it.
        """
        token = await self.tokens.token_for(team)
        if token is None:
            self.forget(team)
            raise NotInstalled(team)
        before, web = self._webs.get(team, ("", None))
        if web is None or before != token:
            pace = web.pace if web else SlackRateLimit(self.elapsed, self.pause)
            web = SlackWeb(token, self.address, self.session, pace)
            self._webs[team] = (token, web)
        return web

    async def me(self, team: str) -> Me:
        """Who the bot is in a workspace; asked once."""
        known = self._known.get(team)
        if known is None:
            web = await self.web(team)
            said = await web.call("auth.test")
            home, name = word(said, "team_id") or team, word(said, "team")
            known = Me(home, word(said, "user_id"), word(said, "bot_id"), name)
            self._known[team] = known
        return known

    def forget(self, team: str) -> None:
        """Drop what is known of a workspace, for instance because it removed the bot."""
        self._webs.pop(team, None)
        self._known.pop(team, None)

    @property
    def session(self) -> aiohttp.ClientSession:
        """The connections all workspaces share."""
        if self._session is None or self._session.closed:
            timeout = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS)
            self._session = aiohttp.ClientSession(timeout=timeout)
        return self._session

    async def close(self) -> None:
        """Let go of the connections."""
        if self._session is not None:
            await self._session.close()

"""The calls that give out tokens: for a code an installation, for a refresh token the next."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.core.ports.credentials import Install
from bot.domain.errors import PlatformFailed
from bot.platforms.slack.wire.payloads import word
from bot.platforms.slack.wire.web_client import SlackAway, SlackRefused

TIMEOUT_SECONDS = 10
ACCESS, REVOKE, TEST = "oauth.v2.access", "auth.revoke", "auth.test"
_SERVER_FAULT = 500
_RATE_LIMITED = 429

# Slack's own trouble: what was asked for may have been done.
_AWAY = frozenset({"fatal_error", "internal_error", "ratelimited", "service_unavailable"})

log = structlog.get_logger(__name__)


class OrgWide(PlatformFailed):
    """Somebody installed the app for a whole organisation, whose workspaces are not told apart."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What the app proves itself with."""

    client_id: str
    client_secret: str = field(repr=False)

    @property
    def header(self) -> str:
        """The same, as HTTP carries it."""
        both = f"{self.client_id}:{self.client_secret}".encode()
        return f"Basic {b64encode(both).decode()}"


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """The way to Slack without any workspace's pace or token; nothing is tried twice."""

    address: str
    session: Callable[[], aiohttp.ClientSession]

    def client(self, token: str = "") -> AsyncWebClient:
        """The SDK's client."""
        return AsyncWebClient(
            token=token,
            base_url=self.address,
            timeout=TIMEOUT_SECONDS,
            session=self.session(),
            retry_handlers=[],
        )


class TokenExchange:
    """Slack's OAuth; codes and refresh tokens are good once, so every answer counts."""

    def __init__(self, app: Credentials, slack: OAuthClient, now: Callable[[], datetime]) -> None:
        self._app = app
        self._slack = slack
        self._now = now

    async def exchange(self, code: str, redirect_uri: str) -> Install:
        """Exchange a code for an installation.

        Raises:
            SlackAway: nobody knows whether it was exchanged.
            SlackRefused: it is good for nothing.
            OrgWide: it is for more than a workspace; its token was revoked.
        """
        said = await self._access(code=code, redirect_uri=redirect_uri)
        if said.get("is_enterprise_install"):
            await self._revoke(word(said, "access_token"))
            message = "Install Frontdesk in a workspace, not for the whole organisation."
            raise OrgWide(message)
        now = self._now()
        install = Install(
            workspace=_needed(said, "team", "id"),
            bot_user=_needed(said, "bot_user_id"),
            installed_at=now,
            token=_needed(said, "access_token"),
            name=word(said, "team", "name"),
            enterprise=word(said, "enterprise", "id"),
            app=word(said, "app_id"),
            scopes=tuple(scope for scope in word(said, "scope").split(",") if scope),
            installed_by=word(said, "authed_user", "id"),
        )
        return _with_its_end(install, said, now)

    async def refresh(self, install: Install) -> Install:
        """Use up the refresh token of an installation for its next tokens.

        Raises:
            SlackAway: nobody knows whether it was used up.
            SlackRefused: it is good for nothing.
        """
        now = self._now()
        said = await self._access(grant_type="refresh_token", refresh_token=install.refresh_token)
        return _with_its_end(replace(install, token=_needed(said, "access_token")), said, now)

    async def _revoke(self, token: str) -> None:
        """Make a token useless that will not be kept."""
        try:
            await _called(REVOKE, self._slack.client(token).auth_revoke())
        except PlatformFailed as error:
            log.warning("slack_token_not_revoked", error=str(error))

    async def _access(self, **arguments: str) -> Mapping[str, Any]:
        headers = {"authorization": self._app.header}
        call = self._slack.client().api_call(ACCESS, data=arguments, headers=headers)
        said = await _called(ACCESS, call)
        if word(said, "token_type") != "bot":
            raise SlackRefused(ACCESS, "not_a_bot_token")
        return said


async def team_of_token(token: str, slack: OAuthClient) -> str:
    """The workspace a token works in.

    Raises:
        SlackAway: nobody knows.
        SlackRefused: it works nowhere.
    """
    return word(await _called(TEST, slack.client(token).auth_test()), "team_id")


async def _called(method: str, call: Any) -> Mapping[str, Any]:
    try:
        answer = await call
    except SlackApiError as error:
        raise _failure(method, error) from None
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise SlackAway(f"{method}: {type(error).__name__}") from None
    return answer.data if isinstance(answer.data, Mapping) else {}


def _with_its_end(install: Install, said: Mapping[str, Any], now: datetime) -> Install:
    """Add when the token ends, and what follows it up; counted from before it was asked for."""
    seconds = said.get("expires_in")
    if not isinstance(seconds, int) or seconds <= 0:
        return replace(install, refresh_token="", expires_at=None)
    ends = now + timedelta(seconds=seconds)
    return replace(install, refresh_token=_needed(said, "refresh_token"), expires_at=ends)


def _needed(said: Mapping[str, Any], *path: str) -> str:
    found = word(said, *path)
    if not found:
        raise SlackRefused(ACCESS, f"answered without {'.'.join(path)}")
    return found


def _failure(method: str, error: SlackApiError) -> PlatformFailed:
    response = error.response
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
    name = word(getattr(response, "data", None), "error")
    if not name or name in _AWAY or status == _RATE_LIMITED or status >= _SERVER_FAULT:
        return SlackAway(f"{method}: {name or f'status {status}'}")
    return SlackRefused(method, name)

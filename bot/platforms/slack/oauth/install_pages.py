"""The few pages people see in a browser while they install the app; every word is escaped."""

import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from urllib.parse import urlencode, urlsplit

import structlog
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from bot.core.ports.credentials import Install
from bot.core.ports.environment import Cipher, Clock, Ids
from bot.domain.errors import PlatformFailed, StoreAway
from bot.platforms.slack.oauth.token_exchange import OrgWide, TokenExchange
from bot.platforms.slack.wire.web_client import SlackAway, SlackRefused
from bot.storage.accounts.installations import SqlInstallations, SqlTickets

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1em}"
    "a{display:inline-block;margin-top:1em}"
)
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def page(
    title: str, text: str, *, link: tuple[str, str] | None = None, status: int = 200
) -> HTMLResponse:
    """Show a title, a text, and perhaps one link as (address, words)."""
    anchor = f'<a href="{escape(link[0])}">{escape(link[1])}</a>' if link else ""
    html = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1><p>{escape(text)}</p>{anchor}</html>"
    )
    return HTMLResponse(html, status_code=status, headers=HEADERS)


INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"
GOOD_FOR = timedelta(minutes=10)
COOKIE = "frontdesk-slack-install"
PURPOSE = "slack-install"
LONGEST_CODE = 500

log = structlog.get_logger(__name__)


class NotInstalledNow(PlatformFailed):
    """An installation went no further; the words are for the person, `reason` for the log."""

    def __init__(self, reason: str, words: str, status: int = 400) -> None:
        super().__init__(words)
        self.reason = reason
        self.status = status


@dataclass(frozen=True, slots=True)
class Invitation:
    """What people are asked to agree to, and where."""

    client_id: str
    authorize_url: str
    public_url: str
    scopes: tuple[str, ...]

    @property
    def redirect_uri(self) -> str:
        """Where they come back to."""
        return f"{self.public_url}{REDIRECT}"

    @property
    def cookie(self) -> str:
        """The cookie's name; over https only this very host can have set it."""
        return f"__Host-{COOKIE}" if self.is_secure else COOKIE

    @property
    def is_secure(self) -> bool:
        """Say whether people reach us over https."""
        return urlsplit(self.public_url).scheme == "https"

    def address(self, state: str) -> str:
        """Where somebody agrees."""
        asked = {
            "client_id": self.client_id,
            "scope": ",".join(self.scopes),
            "user_scope": "",
            "redirect_uri": self.redirect_uri,
            "state": state,
        }
        return f"{self.authorize_url}?{urlencode(asked)}"


@dataclass(frozen=True, slots=True)
class States:
    """States that come back from Slack: ours, for this browser, in time, and once."""

    cipher: Cipher
    tickets: SqlTickets
    ids: Ids
    clock: Clock

    def new(self) -> tuple[str, str]:
        """Make a secret for a browser, and the state that goes with it."""
        secret = self.ids.new()
        until = int((self.clock.now() + GOOD_FOR).timestamp())
        return secret, self.cipher.seal(f"{PURPOSE} {secret} {until}")

    async def use(self, state: str, secret: str) -> None:
        """Use one up.

        Raises:
            NotInstalledNow: it is not good, or not good any more.
        """
        expected, until = self._opened(state)
        if not secret or not hmac.compare_digest(expected.encode(), secret.encode()):
            raise NotInstalledNow("browser", "Install it in the browser you began with.")
        if not await self.tickets.use(expected, now=self.clock.now(), until=until):
            raise NotInstalledNow("state", "That took too long, or was done before.")

    def _opened(self, state: str) -> tuple[str, datetime]:
        try:
            purpose, secret, until = self.cipher.open(state).split(" ")
        except (PlatformFailed, ValueError):
            purpose, secret, until = "", "", "0"
        if purpose != PURPOSE:
            raise NotInstalledNow("state", "This did not begin here.")
        return secret, datetime.fromtimestamp(int(until), UTC)


@dataclass(frozen=True, slots=True)
class InstallPages:
    """The two pages, and what happens behind the second."""

    invitation: Invitation
    states: States
    granting: TokenExchange
    installs: SqlInstallations

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""
        return [Route(INSTALL, self.begin), Route(REDIRECT, self.end)]

    async def begin(self, _request: Request) -> Response:
        """Show the way to Slack; nothing is kept of who only looks."""
        secret, state = self.states.new()
        response = page(
            "Frontdesk for Slack",
            "Slack will show you what Frontdesk may do in your workspace, and ask you to agree.",
            link=(self.invitation.address(state), "Add to Slack"),
        )
        response.set_cookie(
            self.invitation.cookie,
            secret,
            max_age=int(GOOD_FOR.total_seconds()),
            secure=self.invitation.is_secure,
            httponly=True,
            samesite="lax",
        )
        return response

    async def end(self, request: Request) -> Response:
        """Take somebody back from Slack."""
        try:
            install = await self._installed(request)
        except NotInstalledNow as error:
            log.warning("slack_install_refused", reason=error.reason)
            response = page(
                "Not installed",
                f"{error} Nothing has changed.",
                link=(f"{self.invitation.public_url}{INSTALL}", "Begin again"),
                status=error.status,
            )
        else:
            log.info("slack_installed", workspace=install.workspace, by=install.installed_by)
            response = page(
                "Frontdesk is installed",
                f"It is now in {install.name or install.workspace}; write to it there.",
                link=(f"https://app.slack.com/client/{install.workspace}", "Open Slack"),
            )
        response.delete_cookie(
            self.invitation.cookie, secure=self.invitation.is_secure, httponly=True
        )
        return response

    async def _installed(self, request: Request) -> Install:
        secret = request.cookies.get(self.invitation.cookie, "")
        try:
            await self.states.use(_only(request, "state"), secret)
            if "error" in request.query_params:
                raise NotInstalledNow("declined", "You did not agree, so nothing was installed.")
            code = _only(request, "code")
            if not code or len(code) > LONGEST_CODE:
                raise NotInstalledNow("code", "Slack sent you back without a code.")
            install = await self.granting.exchange(code, self.invitation.redirect_uri)
            await self.installs.save(install)
        except SlackRefused as error:
            raise NotInstalledNow(error.error, "Slack did not accept that.") from error
        except OrgWide as error:
            raise NotInstalledNow("org-wide", str(error)) from error
        except (SlackAway, StoreAway) as error:
            words = "Something is out of order here or at Slack just now."
            raise NotInstalledNow(type(error).__name__, words, 503) from error
        return install


def _only(request: Request, name: str) -> str:
    """The value of a parameter; empty when it is missing or given twice."""
    values = request.query_params.getlist(name)
    return values[0] if len(values) == 1 else ""

"""Tokens: whom they belong to, what they may do, and how they rotate and end."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Literal

from tests.fakes.slack.errors import SlackRefuses

TOKEN_LIFE_SECONDS = 12 * 3600
CODE_LIFE_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Grant:
    """What one token is good for; `ended_by` is the error it gives once it is over."""

    token: str
    kind: Literal["bot", "app", "user"]
    team: str
    scopes: frozenset[str]
    user: str
    expires_at: float | None = None
    ended_by: str | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """What a person agreed to, waiting to be exchanged once."""

    team: str
    user: str
    scopes: frozenset[str]
    redirect_uri: str | None
    made_at: float


@dataclass(slots=True)
class Tokens:
    """All tokens, codes and refresh tokens ever given out."""

    grants: dict[str, Grant] = field(default_factory=dict)
    codes: dict[str, Code] = field(default_factory=dict)
    refresh: dict[str, str] = field(default_factory=dict)
    """Refresh token to the access token it was given with."""
    used_refresh: set[str] = field(default_factory=set)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def authenticate(self, token: str | None, now: float) -> Grant:
        """Tell whose token it is; raise the error Slack gives for one that is no good."""
        if not token:
            raise SlackRefuses("not_authed")
        grant = self.grants.get(token)
        if grant is None:
            raise SlackRefuses("invalid_auth")
        if grant.ended_by is not None:
            raise SlackRefuses(grant.ended_by)
        if grant.expires_at is not None and now >= grant.expires_at:
            raise SlackRefuses("token_expired")
        return grant

    def end(self, token: str, error: str) -> None:
        """Make a token useless from now on."""
        self.grants[token] = replace(self.grants[token], ended_by=error)

    def end_team(self, team: str) -> list[Grant]:
        """Make every token of an uninstalled workspace useless; tell which."""
        ended = [
            grant for grant in self.grants.values() if grant.team == team and grant.kind != "app"
        ]
        for grant in ended:
            self.end(grant.token, "account_inactive")
        gone = {grant.token for grant in ended}
        self.refresh = {old: token for old, token in self.refresh.items() if token not in gone}
        return ended

    def new_code(self, code: Code) -> str:
        """Keep what somebody agreed to under a code for one exchange."""
        name = f"code-{next(self._numbers)}"
        self.codes[name] = code
        return name

    def redeem(self, name: str, redirect_uri: str | None, now: float) -> Code:
        """Exchange a code once, within ten minutes."""
        code = self.codes.pop(name, None)
        if code is None or now - code.made_at > CODE_LIFE_SECONDS:
            raise SlackRefuses("invalid_code")
        if code.redirect_uri is not None and redirect_uri != code.redirect_uri:
            raise SlackRefuses("bad_redirect_uri")
        return code

    def rotated(self, grant: Grant, now: float) -> tuple[Grant, str]:
        """Give out a token of twelve hours and its refresh token."""
        number = next(self._numbers)
        token = f"xoxe.xoxb-{grant.team}-{number}"
        new = replace(grant, token=token, expires_at=now + TOKEN_LIFE_SECONDS, ended_by=None)
        self.grants[token] = new
        refresh_token = f"xoxe-{grant.team}-{number}"
        self.refresh[refresh_token] = token
        return new, refresh_token

    def redeem_refresh(self, refresh_token: str) -> Grant:
        """Exchange a refresh token, which works once."""
        token = self.refresh.pop(refresh_token, None)
        if token is None:
            raise SlackRefuses("invalid_refresh_token")
        self.used_refresh.add(refresh_token)
        return self.grants[token]

"""What Slack may answer where tokens are given out, and what is made of it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.core.ports.credentials import Install
from bot.platforms.slack.oauth.token_exchange import (
    Credentials,
    OAuthClient,
    OrgWide,
    TokenExchange,
)
from bot.platforms.slack.wire.web_client import SlackAway, SlackRefused
from tests.fakes.world import NOON, FakeClock

GOOD = {
    "ok": True,
    "access_token": "xoxe.xoxb-1",
    "token_type": "bot",
    "refresh_token": "xoxe-1",
    "expires_in": 43_200,
    "scope": "chat:write,users:read",
    "bot_user_id": "UBOT",
    "app_id": "A1",
    "team": {"id": "T1", "name": "Ours"},
    "enterprise": {"id": "E1"},
    "authed_user": {"id": "U1"},
}
INSTALLED = Install("T1", "UBOT", NOON, "xoxe.xoxb-0", "xoxe-0", NOON)


@dataclass
class Answering:
    """A Slack that gives the answer it is told to."""

    answer: Any = None
    status: int = 200
    revoking: bool = True
    asked: list[tuple[str, str | None, dict[str, Any]]] = field(default_factory=list)

    async def handle(self, request: web.Request) -> web.Response:
        form = dict(await request.post())
        self.asked.append((request.path, request.headers.get("authorization"), form))
        if request.path.endswith("auth.revoke") and not self.revoking:
            return web.json_response({"ok": False, "error": "token_revoked"})
        if isinstance(self.answer, dict):
            return web.json_response(self.answer, status=self.status)
        return web.Response(text=str(self.answer), status=self.status)


@pytest.fixture
def slack() -> Answering:
    return Answering(GOOD)


@pytest.fixture
async def granting(slack: Answering) -> AsyncIterator[TokenExchange]:
    app = web.Application()
    app.router.add_route("*", "/api/{method}", slack.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/api/"
    async with aiohttp.ClientSession() as session:
        yield TokenExchange(
            Credentials("1.2", "hush"), OAuthClient(address, lambda: session), FakeClock().now
        )
    await runner.cleanup()


async def test_a_code_becomes_an_installation(slack: Answering, granting: TokenExchange):
    assert await granting.exchange("c", "https://here/back") == Install(
        workspace="T1",
        bot_user="UBOT",
        installed_at=NOON,
        token="xoxe.xoxb-1",
        refresh_token="xoxe-1",
        expires_at=NOON + timedelta(hours=12),
        name="Ours",
        enterprise="E1",
        app="A1",
        scopes=("chat:write", "users:read"),
        installed_by="U1",
    )
    ((path, header, form),) = slack.asked
    assert path == "/api/oauth.v2.access"
    assert header == "Basic MS4yOmh1c2g="
    assert form == {"code": "c", "redirect_uri": "https://here/back"}


async def test_the_next_tokens_come_in_place_of_the_last(
    slack: Answering, granting: TokenExchange
):
    ends = NOON + timedelta(hours=12)

    newer = await granting.refresh(INSTALLED)

    assert newer == replace(
        INSTALLED, token="xoxe.xoxb-1", refresh_token="xoxe-1", expires_at=ends
    )
    assert slack.asked[0][2] == {"grant_type": "refresh_token", "refresh_token": "xoxe-0"}


async def test_a_token_without_an_end_lasts(slack: Answering, granting: TokenExchange):
    slack.answer = {name: value for name, value in GOOD.items() if name != "expires_in"}

    found = await granting.exchange("c", "")

    assert (found.expires_at, found.refresh_token) == (None, "")


@pytest.mark.parametrize("is_good", [True, False])
async def test_a_whole_organisation_is_not_a_workspace(
    slack: Answering, granting: TokenExchange, *, is_good: bool
):
    slack.answer = GOOD | {"is_enterprise_install": True, "team": None}
    slack.revoking = is_good

    with pytest.raises(OrgWide):
        await granting.exchange("c", "")

    path, header, _form = slack.asked[1]
    assert (path, header) == ("/api/auth.revoke", "Bearer xoxe.xoxb-1")


@pytest.mark.parametrize(
    "answer",
    [
        {"ok": False, "error": "invalid_code"},
        {"ok": True},
        GOOD | {"token_type": "user"},
        GOOD | {"access_token": ""},
        GOOD | {"access_token": 7},
        GOOD | {"refresh_token": None},
        GOOD | {"team": "T1"},
        GOOD | {"bot_user_id": None},
    ],
)
async def test_what_is_good_for_nothing_is_refused(
    slack: Answering, granting: TokenExchange, answer: dict[str, Any]
):
    slack.answer = answer

    with pytest.raises(SlackRefused):
        await granting.exchange("c", "")


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"ok": False, "error": "internal_error"}, 200),
        ({"ok": False, "error": "ratelimited"}, 429),
        ({"ok": False, "error": "whatever"}, 502),
        ("<html>Bad gateway</html>", 502),
        ("", 500),
    ],
)
async def test_slack_s_own_trouble_says_nothing_about_the_token(
    slack: Answering, granting: TokenExchange, answer: object, status: int
):
    slack.answer, slack.status = answer, status

    with pytest.raises(SlackAway) as caught:
        await granting.refresh(INSTALLED)

    assert "xox" not in str(caught.value)
    assert len(slack.asked) == 1

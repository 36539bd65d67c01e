"""Installing and token rotation of the fake, with the SDK's own OAuth parts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import ClientSession
from slack_sdk.errors import SlackApiError, SlackTokenRotationError
from slack_sdk.oauth import AuthorizeUrlGenerator
from slack_sdk.oauth.installation_store import Bot
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack, ManualClock

REDIRECT = "https://bot.example/slack/oauth"
# The SDK still uses aiohttp's BasicAuth.
pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(clock=ManualClock(), door="none") as slack:
        slack.team("T2", "Other", is_installed=False)
        slack.user("U1", team="T2", name="ana")
        yield slack


@dataclass
class App:
    """What an app knows of itself."""

    fake: FakeSlack
    client: AsyncWebClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = AsyncWebClient(base_url=self.fake.api_url)

    async def consent(self, **query: str) -> dict[str, list[str]]:
        """Send a browser to Slack's page; what it comes back with."""
        generator = AuthorizeUrlGenerator(
            client_id=self.fake.world.app.client_id,
            scopes=["chat:write", "im:history"],
            redirect_uri=REDIRECT,
            authorization_url=f"{self.fake.base_url}/oauth/v2/authorize",
        )
        url = generator.generate("state-1", team="T2")
        more = "".join(f"&{name}={value}" for name, value in query.items())
        async with (
            ClientSession() as browser,
            browser.get(url + more, allow_redirects=False) as page,
        ):
            target = urlsplit(page.headers["Location"])
        assert target._replace(query="").geturl() == REDIRECT
        return parse_qs(target.query)

    async def exchange(self, **args: Any) -> dict[str, Any]:
        """Exchange a code or a refresh token."""
        credentials: dict[str, Any] = {
            "client_id": self.fake.world.app.client_id,
            "client_secret": self.fake.world.app.client_secret,
        }
        answer = await self.client.oauth_v2_access(**(credentials | args))
        assert isinstance(answer.data, dict)
        return answer.data


@pytest.fixture
def app(fake: FakeSlack) -> App:
    return App(fake)


async def error_of(call: Awaitable[object]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_a_person_consents_and_the_code_works_once(fake: FakeSlack, app: App):
    back = await app.consent()
    assert back["state"] == ["state-1"]
    code = back["code"][0]

    token = await app.exchange(code=code, redirect_uri=REDIRECT)

    assert (token["team"]["id"], token["scope"]) == ("T2", "chat:write,im:history")
    assert (token["bot_user_id"], token["authed_user"]["id"]) == ("UBOTT2", "U1")
    me = await AsyncWebClient(token=token["access_token"], base_url=fake.api_url).auth_test()
    assert me["team_id"] == "T2"
    assert await error_of(app.exchange(code=code, redirect_uri=REDIRECT)) == "invalid_code"


async def test_what_the_exchange_refuses(fake: FakeSlack, app: App):
    async def code() -> str:
        return (await app.consent())["code"][0]

    elsewhere = app.exchange(code=await code(), redirect_uri="https://evil.example")
    assert await error_of(elsewhere) == "bad_redirect_uri"
    wrong = app.exchange(code=await code(), redirect_uri=REDIRECT, client_secret="guess")
    assert await error_of(wrong) == "bad_client_secret"
    other = app.exchange(code=await code(), redirect_uri=REDIRECT, client_id="9.9")
    assert await error_of(other) == "invalid_client_id"
    odd = app.exchange(grant_type="password")
    assert await error_of(odd) == "invalid_grant_type"
    late = await code()
    await fake.advance(601)
    assert await error_of(app.exchange(code=late, redirect_uri=REDIRECT)) == "invalid_code"


async def test_a_person_may_refuse(app: App):
    back = await app.consent(deny="1")

    assert (back["error"], back["state"]) == (["access_denied"], ["state-1"])
    assert "code" not in back


async def test_rotated_tokens_end_and_refresh_tokens_work_once(fake: FakeSlack, app: App):
    fake.world.rotates_tokens = True
    code = (await app.consent())["code"][0]
    first = await app.exchange(code=code, redirect_uri=REDIRECT)
    assert first["expires_in"] == 12 * 3600

    await fake.advance(12 * 3600)
    old = AsyncWebClient(token=first["access_token"], base_url=fake.api_url)
    assert await error_of(old.auth_test()) == "token_expired"
    second = await app.exchange(grant_type="refresh_token", refresh_token=first["refresh_token"])
    new = AsyncWebClient(token=second["access_token"], base_url=fake.api_url)

    assert (await new.auth_test())["team_id"] == "T2"
    again = app.exchange(grant_type="refresh_token", refresh_token=first["refresh_token"])
    assert await error_of(again) == "invalid_refresh_token"


async def test_of_two_racing_rotators_one_is_too_late(fake: FakeSlack, app: App):
    fake.world.rotates_tokens = True
    code = (await app.consent())["code"][0]
    token = await app.exchange(code=code, redirect_uri=REDIRECT)
    bot = Bot(
        bot_token=token["access_token"],
        bot_id="BT2",
        bot_user_id="UBOTT2",
        bot_refresh_token=token["refresh_token"],
        bot_token_expires_in=1,
        installed_at=1_700_000_000.0,
    )
    rotator = AsyncTokenRotator(
        client_id=fake.world.app.client_id,
        client_secret=fake.world.app.client_secret,
        client=app.client,
    )

    results = await asyncio.gather(
        *(rotator.perform_bot_token_rotation(bot=bot) for _ in range(2)), return_exceptions=True
    )

    kinds = sorted(type(result).__name__ for result in results)
    assert kinds == ["Bot", SlackTokenRotationError.__name__]


async def test_an_uninstalled_workspace_has_no_tokens_left(fake: FakeSlack, app: App):
    fake.world.rotates_tokens = True
    code = (await app.consent())["code"][0]
    token = await app.exchange(code=code, redirect_uri=REDIRECT)

    await AsyncWebClient(token=token["access_token"], base_url=fake.api_url).apps_uninstall(
        client_id=fake.world.app.client_id, client_secret=fake.world.app.client_secret
    )

    gone = AsyncWebClient(token=token["access_token"], base_url=fake.api_url)
    assert await error_of(gone.auth_test()) == "account_inactive"
    refresh = app.exchange(grant_type="refresh_token", refresh_token=token["refresh_token"])
    assert await error_of(refresh) == "invalid_refresh_token"
    assert (await fake.client("T1").auth_test())["team_id"] == "T1"

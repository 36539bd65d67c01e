"""Installing the app: by who agreed, in the browser they began with, once; tokens sealed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from http.cookies import Morsel
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from yarl import URL

from bot.core.ports.credentials import Install
from bot.domain.errors import StoreAway
from tests.fakes.faults import Fault
from tests.platforms.oauth_desk import SCOPES, Browser, OAuthDesk, oauth_desk

pytestmark = [pytest.mark.proves("R27", "R8"), pytest.mark.timeout(60)]

FORGED = [
    "",
    "x",
    "a b 9",
    "gAAAAA",
    "ü",
    "\x00",
    "x" * 5_000,
    "../..",
    "<script>alert(1)</script>",
]


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[OAuthDesk]:
    async with oauth_desk(tmp_path) as desk:
        yield desk


@pytest.fixture
async def browser(desk: OAuthDesk) -> AsyncIterator[Browser]:
    async with new_browser(desk) as browser:
        yield browser


@asynccontextmanager
async def new_browser(desk: OAuthDesk) -> AsyncIterator[Browser]:
    """A browser without any cookies."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        yield Browser(desk, session)


async def test_a_workspace_installs_it_and_its_token_works(desk: OAuthDesk, browser: Browser):
    status, text = await browser.install(team="T2")

    token = await desk.workspaces.token_for("T2")
    assert (status, "Theirs &amp; &lt;Sons&gt;" in text) == (200, True)
    assert token in desk.fake.world.tokens.grants
    assert await desk.workspaces.bot_user("T2") == "UBOTT2"
    assert await desk.workspaces.token_for("T1") is None
    found = await desk.installs.find("T2")
    assert found is not None
    assert (found.scopes, found.installed_by) == (SCOPES, "U1")
    assert token.encode() not in desk.dump()


async def test_what_is_asked_for_is_what_the_page_leads_to(desk: OAuthDesk, browser: Browser):
    asked = parse_qs(urlsplit(await browser.begin()).query)

    assert asked["scope"] == [",".join(SCOPES)]
    assert asked["redirect_uri"] == [f"{desk.address}/slack/oauth_redirect"]
    assert "user_scope" not in asked


async def test_another_browser_cannot_end_what_this_one_began(desk: OAuthDesk, browser: Browser):
    back = await browser.agree(await browser.begin(), team="T2")

    async with new_browser(desk) as stranger:
        without = await stranger.open(back)
        await stranger.begin()
        with_its_own = await stranger.open(back)

    assert (without[0], with_its_own[0]) == (400, 400)
    assert await desk.installs.find("T2") is None
    assert (await browser.open(back))[0] == 200


async def test_a_state_is_good_once(desk: OAuthDesk, browser: Browser):
    link = await browser.begin()
    first, second, third = [await browser.agree(link, team="T2") for _ in range(3)]
    cookie = _cookie(browser, desk)

    both = await asyncio.gather(_with(desk, first, cookie), _with(desk, second, cookie))

    assert sorted(both) == [200, 400]
    assert await _with(desk, third, cookie) == 400


async def test_the_cookie_stays_in_its_browser(desk: OAuthDesk, browser: Browser):
    async with browser.session.get(f"{desk.address}/slack/install") as response:
        given = response.headers["set-cookie"]
    secure = replace(desk.installing().invitation, public_url="https://desk.example.com")

    assert given.startswith("frontdesk-slack-install=")
    assert given.partition("; ")[2] == "HttpOnly; Max-Age=600; Path=/; SameSite=lax"
    assert (secure.cookie, secure.is_secure) == ("__Host-frontdesk-slack-install", True)


async def test_a_state_is_good_for_ten_minutes(desk: OAuthDesk, browser: Browser):
    link = await browser.begin()
    await desk.fake.advance(601)

    assert (await browser.open(await browser.agree(link, team="T2")))[0] == 400
    assert await desk.installs.find("T2") is None


@pytest.mark.parametrize("state", FORGED)
async def test_a_forged_state_changes_nothing(desk: OAuthDesk, browser: Browser, state: str):
    await browser.begin()
    asked = urlencode({"state": state, "code": "c"})

    status, text = await browser.open(f"{desk.address}/slack/oauth_redirect?{asked}")

    assert (status, "<script>" in text) == (400, False)
    assert desk.fake.record.calls == []


async def test_who_looks_leaves_nothing_behind(desk: OAuthDesk, browser: Browser):
    before = desk.dump()

    for _ in range(5):
        await browser.begin()

    assert desk.dump() == before


async def test_who_does_not_agree_is_told_that_nothing_happened(desk: OAuthDesk, browser: Browser):
    status, text = await browser.install(team="T2", deny="1")

    assert (status, "nothing was installed" in text) == (400, True)
    assert await desk.installs.find("T2") is None


async def test_a_code_is_needed_and_used_up(desk: OAuthDesk, browser: Browser):
    back = await browser.agree(await browser.begin(), team="T2")
    assert (await browser.open(back))[0] == 200
    code = parse_qs(urlsplit(back).query)["code"][0]

    for given in ("", f"&code={code}", f"&code={code}&code={code}", "&code=" + "x" * 501):
        fresh = await browser.agree(await browser.begin(), team="T2")
        assert (await browser.open(fresh.partition("&code=")[0] + given))[0] == 400


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.RATE_LIMITED, Fault.RESET])
async def test_when_slack_is_away_nothing_is_installed(
    desk: OAuthDesk, browser: Browser, fault: Fault
):
    desk.fake.faults.next("oauth.v2.access", fault)

    status, text = await browser.install(team="T2")

    assert (status, "Begin again" in text) == (503, True)
    assert await desk.installs.find("T2") is None


async def test_when_the_store_is_away_it_says_so(
    desk: OAuthDesk, browser: Browser, monkeypatch: pytest.MonkeyPatch
):
    async def _away(_install: Install) -> None:
        message = "locked"
        raise StoreAway(message)

    monkeypatch.setitem(vars(desk.installs), "save", _away)

    assert (await browser.install(team="T2"))[0] == 503


async def test_installing_again_replaces_the_token(desk: OAuthDesk, browser: Browser):
    desk.fake.world.rotates_tokens = True
    await browser.install(team="T2")
    before = await desk.workspaces.token_for("T2")

    await browser.install(team="T2")

    assert await desk.workspaces.token_for("T2") not in {before, None}


async def test_pages_run_nothing_and_are_kept_nowhere(desk: OAuthDesk, browser: Browser):
    async with browser.session.get(f"{desk.address}/slack/install") as response:
        assert "default-src 'none'" in response.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["referrer-policy"] == "no-referrer"


def _cookie(browser: Browser, desk: OAuthDesk) -> Morsel[str]:
    (cookie,) = browser.session.cookie_jar.filter_cookies(URL(desk.address)).values()
    return cookie


async def _with(desk: OAuthDesk, url: str, cookie: Morsel[str]) -> int:
    """Open a page in another browser that somehow has the cookie."""
    headers = {"cookie": f"{cookie.key}={cookie.value}"}
    async with new_browser(desk) as thief, thief.session.get(url, headers=headers) as response:
        return response.status

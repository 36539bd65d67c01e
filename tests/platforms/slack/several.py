"""The whole bot for several workspaces, each of which installs it with a browser."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any

import aiohttp

from tests.fakes.slack import FakeSlack
from tests.platforms.oauth_desk import WEB
from tests.platforms.slack.bot import Bot, running


@asynccontextmanager
async def several(fake: FakeSlack, folder: Path, **more: Any) -> AsyncIterator[Bot]:
    """A bot that workspaces install themselves, by HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    given: dict[str, Any] = {
        "SLACK_BOT_TOKEN": None,
        "SLACK_APP_TOKEN": None,
        "SLACK_CLIENT_ID": fake.world.app.client_id,
        "SLACK_CLIENT_SECRET": fake.world.app.client_secret,
        "SLACK_SIGNING_SECRET": fake.signing_secret,
        "FRONTDESK_PUBLIC_URL": address,
        "FRONTDESK_HOST": "127.0.0.1",
        "PORT": str(port),
    }
    fake.use_http(f"{address}/slack/events")
    async with running(fake, folder, **(given | more)) as bot:
        yield bot


async def install(address: str, team: str) -> None:
    """Add the bot to a workspace as somebody with a browser does."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as browser:
        async with browser.get(f"{address}/slack/install") as first:
            (link,) = WEB.findall(await first.text())
        async with browser.get(f"{unescape(link)}&team={team}") as last:
            assert last.status == 200, await last.text()

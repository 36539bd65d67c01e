"""A bot that Slack reaches over Socket Mode and over HTTP at the same time."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.fakes.slack import FakeSlack
from tests.fakes.slack.delivery import Door
from tests.platforms import small_desk
from tests.platforms.slack.bot import running

Doors = tuple[Door, Door]


@asynccontextmanager
async def two_doors(fake: FakeSlack, folder: Path, **more: Any) -> AsyncIterator[Doors]:
    """Run a bot with the small desk's agents; `fake.door` is set to whichever is to be used."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    given: dict[str, Any] = {
        "SLACK_SIGNING_SECRET": fake.signing_secret,
        "FRONTDESK_HOST": "127.0.0.1",
        "PORT": str(port),
        "FRONTDESK_AGENTS": small_desk.MODULE,
        "model": small_desk.model(),
    }
    async with running(fake, folder, **(given | more)):
        web = fake.use_http(f"http://127.0.0.1:{port}/slack/events")
        yield fake.socket, web

"""Every journey here is held on each platform; it is given desks, and not told which."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.fakes.command_line import SETTINGS
from tests.journeys.anywhere.console_desk import ConsoleDesk
from tests.journeys.anywhere.desk import Can, Desk, Terms
from tests.journeys.anywhere.discord_desk import DiscordDesk
from tests.journeys.anywhere.http_desk import HttpDesk
from tests.journeys.anywhere.slack_desk import SlackDesk

DESKS: tuple[type[Desk], ...] = (ConsoleDesk, HttpDesk, SlackDesk, DiscordDesk)


@pytest.fixture(params=DESKS, ids=[desk.name for desk in DESKS])
def kind(request: pytest.FixtureRequest) -> type[Desk]:
    """The platform that a journey is held on."""
    desk: type[Desk] = request.param
    return desk


@pytest.fixture
async def a_desk(
    kind: type[Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[Desk]]]:
    """Opens a desk on `Terms`; a journey whose needs the platform cannot meet is skipped."""
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with AsyncExitStack() as stack:

        async def opened(*needs: Can, **terms: object) -> Desk:
            if missing := {*needs} - kind.can:
                pytest.skip(f"Cannot be done there: {', '.join(sorted(missing))}.")
            return await stack.enter_async_context(kind(Terms(tmp_path, **terms)))  # type: ignore[arg-type] # checked by its class

        yield opened

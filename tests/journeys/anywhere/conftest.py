"""Every journey here is held on each platform; it is given desks, and not told which."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from tests.fakes.command_line import SETTINGS
from tests.journeys.anywhere.chat_desk import ChatDesk
from tests.journeys.anywhere.console_desk import ConsoleDesk
from tests.journeys.anywhere.desk import Can, Desk, Terms
from tests.journeys.anywhere.discord_desk import DiscordDesk
from tests.journeys.anywhere.http_desk import HttpDesk
from tests.journeys.anywhere.slack_desk import SlackDesk

CHATS: tuple[type[ChatDesk], ...] = (SlackDesk, DiscordDesk)
DESKS: tuple[type[Desk], ...] = (ConsoleDesk, HttpDesk, *CHATS)

D = TypeVar("D", bound=Desk)


@pytest.fixture(params=DESKS, ids=[desk.name for desk in DESKS])
async def a_desk(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[Desk]]]:
    """Opens a desk on `Terms`; a journey whose needs the platform cannot meet is skipped."""
    kind: type[Desk] = request.param
    async with _desks(kind, tmp_path, monkeypatch) as opened:
        yield opened


@pytest.fixture(params=CHATS, ids=[desk.name for desk in CHATS])
async def a_chat(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[ChatDesk]]]:
    """The same, on the platforms where messages change and files come."""
    kind: type[ChatDesk] = request.param
    async with _desks(kind, tmp_path, monkeypatch) as opened:
        yield opened


@asynccontextmanager
async def _desks(
    kind: type[D], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[..., Awaitable[D]]]:
    monkeypatch.chdir(folder)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with AsyncExitStack() as stack:

        async def opened(*needs: Can, **terms: object) -> D:
            if missing := {*needs} - kind.can:
                pytest.skip(f"Cannot be done there: {', '.join(sorted(missing))}.")
            return await stack.enter_async_context(kind(Terms(folder, **terms)))  # type: ignore[arg-type] # checked by its class

        yield opened

"""What everything that receives from Slack works with."""

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

import structlog

from bot.core.ports.places import Posts
from bot.core.requests.overview import Overviews
from bot.core.turn.services import Services
from bot.platforms.shared.engine import Engine
from bot.platforms.slack.calls.workspaces import Workspaces

log = structlog.get_logger(__name__)


class Leavers(Protocol):
    """Is told of workspaces that removed the bot."""

    async def forget(self, team: str, at: datetime | None = None) -> None:
        """Drop a workspace's tokens at once, and all that is kept of it within a day.

        `at` is when it left; one that let the bot in again since is left alone.
        """
        ...


@dataclass
class Desk:
    """The engine, what may be read beside it, and the way back to Slack.

    `hints` are what the bot may be asked, as examples for those who open it; `titles` are the
    agents as people know them.
    """

    engine: Engine
    services: Services
    overviews: Overviews
    posts: Posts
    workspaces: Workspaces
    leavers: Leavers | None = None
    hints: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    _aside: set[asyncio.Task[None]] = field(default_factory=set)

    def apart(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what an acknowledgement must not wait for."""
        task = asyncio.create_task(_logged(work))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._aside, return_exceptions=True)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:  # noqa: BLE001 - nobody waits for it, so nobody else would tell
        log.warning("slack_aside_failed", error=type(error).__name__)

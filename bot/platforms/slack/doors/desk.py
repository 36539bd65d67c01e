"""What everything that receives from Slack works with."""

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.platforms.shared.receiving import ReceiverPorts
from bot.platforms.slack.calls.workspaces import Installations, Workspaces

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class SlackPorts(ReceiverPorts):
    """The way back to Slack besides.

    `hints` are what the bot may be asked, as examples for those who open it; `titles` are the
    agents as people know them.
    """

    workspaces: Workspaces
    leavers: Installations | None = None
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

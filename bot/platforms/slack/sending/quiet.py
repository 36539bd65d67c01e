"""Calls of Slack that are only for show: nobody waits for them, and nothing fails with them."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.engine.patience import Pause, let_go
from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.sending.posting import Spot

REMOVED_AFTER_SECONDS = (2.0, 10.0, 60.0)

log = structlog.get_logger(__name__)


@dataclass
class Quiet:
    """Calls what is only for show; a method that is refused in such places is left alone."""

    workspaces: Workspaces
    pause: Pause = asyncio.sleep
    _refused: set[tuple[str, str, str]] = field(default_factory=set)
    _last: dict[SessionId, asyncio.Task[None]] = field(default_factory=dict)
    _removals: set[asyncio.Task[None]] = field(default_factory=set)

    def takes(self, method: str, spot: Spot) -> bool:
        """Say whether a method may be worth calling for such a place."""
        return (spot.team, method, spot.channel[:1]) not in self._refused

    def refuse(self, method: str, spot: Spot) -> None:
        """Leave a method alone in such places from now on."""
        self._refused.add((spot.team, method, spot.channel[:1]))

    async def call(self, method: str, spot: Spot, **arguments: Any) -> bool:
        """Call a method; say whether it is over, which it is too where it was refused."""
        if not self.takes(method, spot):
            return True
        if method.startswith("agents."):
            if not spot.root:
                return True
            arguments |= {"channel_id": spot.channel, "thread_ts": spot.root}
        try:
            web = await self.workspaces.web(spot.team)
            await web.call(method, **arguments)
        except SlackRefused as refused:
            log.info("not_shown", method=method, error=refused.error)
            if method.startswith("agents."):
                self.refuse(method, spot)
        except FrontdeskError as error:
            log.info("not_shown", method=method, error=type(error).__name__)
            return False
        return True

    async def remove(self, spot: Spot, ts: str) -> None:
        """Take away a message of our own, now or a little later."""
        if not await self._removed(spot, ts):
            later = asyncio.create_task(self._remove_later(spot, ts))
            self._removals.add(later)
            later.add_done_callback(self._removals.discard)

    def apart(self, spot: Spot, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for, after what was begun before it in that thread."""
        before = self._last.get(spot.session)
        task = asyncio.create_task(_after(before, work))
        self._last[spot.session] = task

        def done(_task: object) -> None:
            if self._last.get(spot.session) is task:
                del self._last[spot.session]

        task.add_done_callback(done)

    async def close(self) -> None:
        """Wait for what is under way, and try nothing again."""
        await let_go(*self._removals)
        await asyncio.gather(*self._last.values(), return_exceptions=True)

    async def _removed(self, spot: Spot, ts: str) -> bool:
        return await self.call("chat.delete", spot, channel=spot.channel, ts=ts)

    async def _remove_later(self, spot: Spot, ts: str) -> None:
        for seconds in REMOVED_AFTER_SECONDS:
            await self.pause(seconds)
            if await self._removed(spot, ts):
                return


async def _after(before: asyncio.Task[None] | None, work: Coroutine[Any, Any, object]) -> None:
    if before is not None:
        await asyncio.wait([before])
    await work

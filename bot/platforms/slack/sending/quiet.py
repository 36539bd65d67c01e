"""Calls of Slack that are only for show: nobody waits for them, and nothing fails with them."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.platforms.shared.wire import ChatPlace
from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.calls.workspaces import Workspaces

log = structlog.get_logger(__name__)


@dataclass
class Quiet:
    """Calls what is only for show; a method that is refused in such places is left alone."""

    workspaces: Workspaces
    _refused: set[tuple[str, str, str]] = field(default_factory=set)
    _last: dict[SessionId, asyncio.Task[None]] = field(default_factory=dict)

    def takes(self, method: str, place: ChatPlace) -> bool:
        """Say whether a method may be worth calling for such a place."""
        return (place.workspace, method, place.channel[:1]) not in self._refused

    def refuse(self, method: str, place: ChatPlace) -> None:
        """Leave a method alone in such places from now on."""
        self._refused.add((place.workspace, method, place.channel[:1]))

    async def call(self, method: str, place: ChatPlace, **arguments: Any) -> bool:
        """Call a method; say whether it is over, which it is too where it was refused."""
        if not self.takes(method, place):
            return True
        if method.startswith("agents."):
            if not place.thread:
                return True
            arguments |= {"channel_id": place.channel, "thread_ts": place.thread}
        try:
            web = await self.workspaces.web(place.workspace)
            await web.call(method, **arguments)
        except SlackRefused as refused:
            log.info("not_shown", method=method, error=refused.error)
            if method.startswith("agents."):
                self.refuse(method, place)
        except FrontdeskError as error:
            log.info("not_shown", method=method, error=type(error).__name__)
            return False
        return True

    def apart(self, place: ChatPlace, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for, after what was begun before it in that thread."""
        before = self._last.get(place.session)
        task = asyncio.create_task(_after(before, work))
        self._last[place.session] = task

        def done(_task: object) -> None:
            if self._last.get(place.session) is task:
                del self._last[place.session]

        task.add_done_callback(done)

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._last.values(), return_exceptions=True)


async def _after(before: asyncio.Task[None] | None, work: Coroutine[Any, Any, object]) -> None:
    if before is not None:
        await asyncio.wait([before])
    await work

"""The scheduler: at the start and from time to time, resume, remind, expire, rescue, forget."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from bot.core.ports.admin import Operations
from bot.core.ports.environment import Clock
from bot.core.ports.inbox import Inbox, Outbox
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.operations import EVERYWHERE, name_workspace
from bot.domain.requests import Request
from bot.engine.dispatcher import Dispatcher
from bot.engine.ports import Delete, Platform, Upkeep, delete_nothing, serves
from bot.engine.retries import Pause, quietly, retry_while_away

INTERVAL_SECONDS = 15.0
FORGET_EVERY_SECONDS = 3600.0

# Platforms may repeat an event for a day; one that is still in doubt then is not in a hurry.
KEPT = timedelta(hours=25)

# Everything of a workspace that left is to be gone within a day; a slip can be mended before.
PURGED_AFTER = timedelta(hours=12)

# Longer than a turn may last: whoever began one before this and did not end it has died.
PRESUMED_DEAD = timedelta(seconds=150)

# Another process may leave an event for a platform that only this one serves, and tell nobody.
LEFT_LYING = timedelta(seconds=2)

HELD_BY_A_PAUSE = frozenset({"remind", "escalate"})

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class Scheduler:
    """Finds work that nobody announced, on the platforms this process serves."""

    platforms: Mapping[str, Platform]
    dispatcher: Dispatcher
    inbox: Inbox
    outbox: Outbox
    upkeep: Upkeep
    operations: Operations
    clock: Clock
    purge: Delete = delete_nothing
    _forgot_at: float | None = None

    async def keep_sweeping(self, pause: Pause) -> None:
        """Resume what an earlier process left, then sweep for ever."""
        await retry_while_away(self.resume, pause)
        while True:
            await self.sweep_quietly()
            await pause(INTERVAL_SECONDS)

    async def sweep_quietly(self) -> None:
        """Sweep; what fails is logged, and left to the next time."""
        await quietly("sweep", self.sweep)

    async def resume(self) -> None:
        """Go on with every unfinished event, and send every owed reply."""
        for platform in self.platforms:
            self._wake(await self.outbox.owing(platform))
        self._wake(await self.inbox.waiting())

    async def sweep(self) -> None:
        """Tell of requests that expired or wait, rescue what stands still, forget what is old."""
        now = self.clock.now()
        upkeep = self.upkeep
        for name, due in (
            ("expire", upkeep.overdue),
            ("escalate", upkeep.escalatable),
            ("remind", upkeep.remindable),
        ):
            for request in await self._not_held(name, await due(now)):
                await self._ring(name, request)
        self._wake(await upkeep.stalled(now - PRESUMED_DEAD))
        self._wake(await upkeep.unbegun(now - LEFT_LYING))
        if self._is_time_to_forget():
            await self._forget(now)

    async def _not_held(self, name: str, due: list[Request]) -> list[Request]:
        """Leave reminders for later while the bot is paused: nothing could be approved now."""
        if name not in HELD_BY_A_PAUSE or not due:
            return due
        paused = {pause.workspace for pause in await self.operations.pauses()}
        if EVERYWHERE in paused:
            return []
        return [one for one in due if name_workspace(Thread.of(one.session)) not in paused]

    async def _ring(self, name: str, request: Request) -> None:
        """Let the core do what is due, as a turn like any other; it is accepted only once."""
        if not self._is_ours(request.session):
            return
        event = Incoming(
            id=f"{name}:{request.id}",
            thread=Thread.of(request.session),
            person=request.asked,
            kind=Kind.TIMER,
            text=f"/{name} {request.id}",
        )
        if await self.inbox.accept(event):
            self.dispatcher.accepted(request.session)

    async def _forget(self, now: datetime) -> None:
        if count := await self.upkeep.forget(now - KEPT):
            log.info("events_forgotten", count=count)
        if count := await self.purge(now - PURGED_AFTER):
            log.info("workspaces_purged", rows=count)

    def _wake(self, sessions: list[SessionId]) -> None:
        for session in sessions:
            if self._is_ours(session):
                self.dispatcher.wake(session)

    def _is_ours(self, session: SessionId) -> bool:
        return serves(self.platforms, Thread.of(session))

    def _is_time_to_forget(self) -> bool:
        now = self.clock.elapsed()
        if self._forgot_at is not None and now - self._forgot_at < FORGET_EVERY_SECONDS:
            return False
        self._forgot_at = now
        return True

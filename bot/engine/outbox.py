"""Sends what is in the outbox, in order per thread, until the platform took it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby

import structlog

from bot.core.ports.inbox import Outbox
from bot.core.ports.turns import Beginning, WaitingEvent
from bot.domain.errors import PlatformFailed
from bot.domain.ids import ReplyId, SessionId
from bot.domain.messages import Reply, Thread
from bot.engine.ports import Platform, Undeliverable
from bot.engine.retries import Pause, backoff_seconds, retry_while_away

LONGEST_WAIT_SECONDS = 30.0
MAX_FAULTS = 3  # of our own making; the platform's are outwaited

# Whoever stood still for so long may be taken for dead, and another have sent what is owed.
SURE_SECONDS = 2.0

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Sure:
    """When we last knew that what we are about to send was ours to send."""

    at: float


class Sender:
    """Delivers replies and ends turns on their platforms."""

    def __init__(
        self,
        outbox: Outbox,
        platforms: Mapping[str, Platform],
        pause: Pause,
        elapsed: Callable[[], float],
    ) -> None:
        self._outbox = outbox
        self._platforms = platforms
        self._pause = pause
        self._elapsed = elapsed
        self._aside: set[ReplyId] = set()

    async def catch_up(self, beginning: Beginning) -> None:
        """Send what earlier turns of the session owe, before this one says anything."""
        if beginning.owes:
            await self.send_owed(beginning.incoming.thread.session)

    async def send_owed(self, session: SessionId) -> None:
        """Send what a worker that died could not."""
        sure, aside = _Sure(self._elapsed()), set(self._aside)  # some may be sent while we read
        unsent = await retry_while_away(lambda: self._outbox.unsent(session), self._pause)
        owed = [reply for reply in unsent if reply.id not in aside | self._aside]
        for reply_to, replies in groupby(owed, key=lambda reply: reply.reply_to):
            await self._send(Thread.of(session), reply_to, list(replies), sure)

    @contextmanager
    def aside(self, reply: ReplyId) -> Iterator[None]:
        """Leave a reply to whoever keeps and sends it beside the turn that is running."""
        self._aside.add(reply)
        try:
            yield
        finally:
            self._aside.discard(reply)

    async def send(self, reply: Reply) -> None:
        """Send one reply, and end the event it answers."""
        sure = _Sure(self._elapsed())
        await self._send(reply.thread, reply.reply_to, [reply], sure)

    async def finish(
        self,
        beginning: Beginning,
        replies: Sequence[Reply],
        taken: Sequence[WaitingEvent],
        since: float,
    ) -> bool:
        """Send a turn's replies and end it, with the events it has taken along.

        Its commit began at `since`. Say whether the session has another event.
        """
        incoming = beginning.incoming
        more = await self._send(incoming.thread, incoming.id, replies, _Sure(since))
        platform = self._platforms[incoming.thread.platform]
        for along in taken:
            await end_turn(platform, incoming.thread, along.incoming.id, duplicate=False)
        return more

    async def _send(
        self, thread: Thread, reply_to: str, replies: Sequence[Reply], sure: _Sure
    ) -> bool:
        platform = self._platforms[thread.platform]
        for reply in replies:
            await self._deliver(platform, reply, sure)
        await end_turn(platform, thread, reply_to, duplicate=False)
        ids = [reply.id for reply in replies]
        # Noted last: whoever dies before this ends the turn once more, never once too few.
        return await retry_while_away(
            lambda: self._outbox.settle(thread.session, ids), self._pause
        )

    async def _deliver(self, platform: Platform, reply: Reply, sure: _Sure) -> None:
        faults, told = 0, set[str]()
        for seconds in backoff_seconds(LONGEST_WAIT_SECONDS):
            if not await self._is_owed(reply, sure):
                return
            try:
                await platform.deliver(reply)
            except PlatformFailed as error:
                _tell_once(reply, type(error).__name__, told)
            except Undeliverable:
                log.error("reply_dropped", reply=reply.id)  # noqa: TRY400 - a trace may quote it
                return
            except Exception as error:  # noqa: BLE001 - one bad reply must not end its thread
                log.error("reply_failed", reply=reply.id, error=type(error).__name__)  # noqa: TRY400 - as above
                faults += 1
                if faults == MAX_FAULTS:
                    return
            else:
                return
            await self._pause(seconds)

    async def _is_owed(self, reply: Reply, sure: _Sure) -> bool:
        """Say whether nobody has sent it meanwhile; who moved all the time knows that."""
        if self._elapsed() - sure.at > SURE_SECONDS:
            unsent = await retry_while_away(
                lambda: self._outbox.unsent(reply.thread.session), self._pause
            )
            if all(one.id != reply.id for one in unsent):
                log.info("reply_sent_by_another", reply=reply.id)
                return False
        sure.at = self._elapsed()
        return True


def _tell_once(reply: Reply, error: str, told: set[str]) -> None:
    """Log why a reply is late once for each reason, however often it is offered."""
    if error not in told:
        log.warning("reply_delayed", reply=reply.id, error=error)
        told.add(error)


async def end_turn(platform: Platform, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
    """Tell a platform that a turn is over; it is a courtesy, and its failure harms nobody."""
    try:
        await platform.end_of_turn(thread, reply_to, duplicate=duplicate)
    except Exception as error:  # noqa: BLE001 - see above
        log.warning("end_of_turn_failed", error=type(error).__name__)

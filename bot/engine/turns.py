"""Carries out the turns of a session: begin, answer, commit, send; fails no more than thrice.

    begin ─▶ answer ─▶ commit ─▶ send ─▶ the next event
      ▲        │ failed: again, up to three times
      └────────┤
               ├─▶ parked: its person is told, the session goes on
               └─▶ fenced: another worker has the session, so stop

An attempt counts from its beginning, so that an event that kills the bot is parked too. One
that ended for another reason (the store was away, a worker was stopped or fenced) is forgiven.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from traceback import extract_tb

import structlog
from structlog.contextvars import bound_contextvars

from bot.core.ports import Beginning, Ending
from bot.core.services import Progress, Services
from bot.domain.errors import Fenced, StoreAway
from bot.domain.ids import ReplyId, SessionId
from bot.domain.messages import Reply, ReplyKind, Thread
from bot.engine.outbox import Sender
from bot.engine.patience import PatientTurns, Pause, insist
from bot.engine.ports import Desk

Answer = Callable[[Beginning, Services, Progress], Awaitable[Ending]]
"""The core: carries one event to its ending."""

Done = tuple[Beginning, Sequence[Reply] | None]
"""A turn and its replies; None when it must be begun again."""

MAX_ATTEMPTS = 3
AT_ONCE = 32
RETRY_SECONDS = 0.5
PREPARE_SECONDS = 20.0

# The core stops by itself when a turn's seconds are up, and says so; this is for one that hangs.
GRACE_SECONDS = 5.0

PARKED = (
    "I tried this three times and something went wrong each time, so I have set it aside. A part "
    "of it may have been done: please look before you ask for it again. It is kept for whoever "
    "looks after me; you can go on with something else."
)

log = structlog.get_logger()


class TurnRunner:
    """Runs one session's turns after the other; sessions run beside each other."""

    def __init__(self, desk: Desk, services: Services, answer: Answer, pause: Pause) -> None:
        self._desk = desk
        self._turns = PatientTurns(services.turns, pause)
        self._services = replace(services, turns=self._turns)
        self._answer = answer
        self._pause = pause
        self._sender = Sender(desk.outbox, desk.platforms, pause)
        # One set per platform: one that is down holds up nobody else's turns.
        self._slots = defaultdict[str, asyncio.Semaphore](lambda: asyncio.Semaphore(AT_ONCE))
        self._last_try = asyncio.Lock()

    async def run_session(self, session: SessionId) -> None:
        """Carry out a session's events, in order, until none is left for us."""
        with suppress(Fenced):
            while await self._next(session):
                pass

    async def _next(self, session: SessionId) -> bool:
        """Do one turn; say whether there may be another."""
        async with self._slots[Thread.of(session).platform]:
            done = await self._begin(session)
        if done is None:
            await self._sender.send_owed(session)
            return False
        beginning, replies = done
        return replies is None or await self._sender.finish(beginning, replies)

    async def _begin(self, session: SessionId) -> Done | None:
        beginning = await self._turns.begin(session)
        if beginning is None:
            return None
        if beginning.attempt < MAX_ATTEMPTS:
            return await self._carry_out(beginning)
        # Last tries are made one by one: if one kills the bot, no other is blamed for it.
        await self._forgive(beginning)
        async with self._last_try:
            last = await self._turns.begin(session)
            return await self._carry_out(last) if last else None

    async def _carry_out(self, beginning: Beginning) -> Done:
        session = beginning.incoming.thread.session
        with bound_contextvars(session=session, turn=beginning.turn):
            try:
                await self._sender.catch_up(beginning)
                return beginning, await self._attempt(await self._prepared(beginning))
            except (Fenced, asyncio.CancelledError) as error:
                log.info("turn_left", error=type(error).__name__)
                await self._forgive(beginning)
                raise

    async def _prepared(self, beginning: Beginning) -> Beginning:
        """Let the platform complete the event; one it fails at is answered as it came."""
        platform = self._desk.platforms[beginning.incoming.thread.platform]
        try:
            async with asyncio.timeout(PREPARE_SECONDS):
                incoming = await platform.prepare(beginning)
        except Exception as error:  # noqa: BLE001 - the words of a message matter more
            log.warning("not_prepared", error=type(error).__name__)
            return beginning
        return replace(beginning, incoming=incoming)

    async def _attempt(self, beginning: Beginning) -> Sequence[Reply] | None:
        """Answer and commit; None when it must be begun again."""
        if beginning.attempt > MAX_ATTEMPTS:
            return await self._park(beginning, "it stopped the bot")
        try:
            ending = await self._answer_in_time(beginning)
            await self._turns.commit(ending)
        except Fenced:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the session must go on
            return await self._after(error, beginning)
        log.info("turn_done", attempt=beginning.attempt, replies=len(ending.replies))
        return ending.replies

    async def _answer_in_time(self, beginning: Beginning) -> Ending:
        seconds = self._services.limits.seconds + GRACE_SECONDS
        async with asyncio.timeout(seconds):
            return await self._answer(beginning, self._services, self._progress(beginning))

    async def _after(self, error: Exception, beginning: Beginning) -> Sequence[Reply] | None:
        name = type(error).__name__
        if self._is_of_the_store(error):
            log.warning("turn_postponed", error=name)
            await self._forgive(beginning)
        else:
            log.error("turn_failed", attempt=beginning.attempt, error=name, at=_where(error))
            if beginning.attempt >= MAX_ATTEMPTS:
                return await self._park(beginning, f"{name} at {_where(error)}")
        await self._pause(RETRY_SECONDS)
        return None

    async def _park(self, beginning: Beginning, reason: str) -> Sequence[Reply]:
        incoming = beginning.incoming
        reply = Reply(
            id=ReplyId(f"{beginning.turn}/parked"),
            reply_to=incoming.id,
            thread=incoming.thread,
            kind=ReplyKind.MESSAGE,
            text=PARKED,
            to=incoming.person,
        )
        park = self._desk.inbox.park
        await insist(lambda: park(beginning.turn, beginning.epoch, reason, reply), self._pause)
        log.error("turn_parked", attempt=beginning.attempt, reason=reason)
        return (reply,)

    async def _forgive(self, beginning: Beginning) -> None:
        with suppress(StoreAway):
            await self._desk.upkeep.forgive(beginning.turn)

    def _is_of_the_store(self, error: Exception) -> bool:
        in_vain = isinstance(error, TimeoutError) and self._turns.store_is_away
        return in_vain or isinstance(error, StoreAway)

    def _progress(self, beginning: Beginning) -> Progress:
        incoming = beginning.incoming
        platform = self._desk.platforms[incoming.thread.platform]

        def progress(agent: str, text: str) -> None:
            try:
                platform.progress(incoming.thread, incoming.id, agent, text)
            except Exception as error:  # noqa: BLE001 - progress is never worth a turn
                log.warning("progress_failed", error=type(error).__name__)

        return progress


def _where(error: Exception) -> str:
    """Name the line that raised; the message of an error may quote what somebody said."""
    frames = extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""

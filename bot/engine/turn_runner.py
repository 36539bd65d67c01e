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
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from traceback import extract_tb
from typing import cast

import structlog
from structlog.contextvars import bound_contextvars

from agents.kit.values.model import Listener, listening
from bot.core.ports.inbox import Inbox
from bot.core.ports.turns import LAST_TRY, Beginning, Ending, Turns, WaitingEvent
from bot.core.state.catalogue import CONCIERGE, Progress, Services
from bot.core.state.limits import Spending
from bot.domain.errors import Fenced, Revised, StoreAway
from bot.domain.ids import ReplyId, SessionId
from bot.domain.messages import Incoming, Kind, Reply, ReplyKind, Thread
from bot.engine.concurrency_limit import ConcurrencyLimit, TurnSlot
from bot.engine.outbox import Sender
from bot.engine.ports import Platform, Upkeep
from bot.engine.retries import AWAY, Pause, RetryingTurns, answering, retry_while_away, says_away
from bot.engine.running_turns import Aside, RunningTurn, RunningTurns

PARKED = (
    "I tried this three times and something went wrong each time, so I have set it aside. A part "
    "of it may have been done: please look before you ask for it again. It is kept for whoever "
    "looks after me; you can go on with something else."
)

LOST = (
    "I can no longer read {what} (most likely the key it was kept with was replaced), so I have "
    "set it aside. A part of it may have been done before: please look before you ask for it "
    "again. It is kept for whoever looks after me."
)
_OURS = {Kind.START, Kind.ANNOUNCEMENT, Kind.TIMER, Kind.ERRAND}


def describe_unreadable(beginning: Beginning) -> str:
    """The words for an event that nobody can read any more."""
    is_ours = beginning.incoming.kind in _OURS
    return LOST.format(what="what I was to do for you" if is_ours else "what you sent")


def describe_parked(beginning: Beginning, text: str) -> Reply:
    """The reply that says so, to whoever sent it; each time it is set aside there is another."""
    incoming = beginning.incoming
    return Reply(
        id=ReplyId(f"{beginning.turn}/parked/{beginning.epoch}"),
        reply_to=incoming.id,
        thread=incoming.thread,
        kind=ReplyKind.MESSAGE,
        text=text,
        to=incoming.person,
    )


Answer = Callable[[Beginning, Services, Progress], Awaitable[Ending]]
"""The core: carries one event to its ending."""


@dataclass(frozen=True, slots=True)
class FinishedTurn:
    """A turn that was carried out; `replies` are None when it must be begun again.

    Its commit began at `since`, on the clock that never jumps.
    """

    beginning: Beginning
    replies: Sequence[Reply] | None
    taken: Sequence[WaitingEvent] = ()
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class Carrying:
    """What turns are carried out with."""

    platforms: Mapping[str, Platform]
    inbox: Inbox
    upkeep: Upkeep
    sender: Sender
    running: RunningTurns
    pause: Pause
    send_off: Callable[[Incoming], None]
    aside: Aside


MAX_ATTEMPTS = 3
AT_ONCE = 32  # of those that are only begun, which takes a moment
RETRY_SECONDS = 0.5
PREPARE_SECONDS = 20.0

# The core stops by itself when a turn's seconds are up, and says so; this is for one that hangs.
GRACE_SECONDS = 5.0

log = structlog.get_logger(__name__)


class TurnRunner:
    """Runs one session's turns after the other; sessions run beside each other."""

    def __init__(self, carrying: Carrying, services: Services, answer: Answer) -> None:
        self._platforms = carrying.platforms
        self._inbox = carrying.inbox
        self._upkeep = carrying.upkeep
        self._pause = carrying.pause
        self._running = carrying.running
        self._sender = carrying.sender
        self._send_off = carrying.send_off
        self._aside = carrying.aside
        self._patient = RetryingTurns(services.turns, carrying.pause)
        self._turns = cast("Turns", self._patient)
        self._spending = Spending()
        self._services = replace(
            services,
            turns=self._turns,
            spending=self._spending,
        )
        self._elapsed = services.clock.elapsed
        self._answer = answer
        # One set per platform: one that is down holds up nobody else's turns.
        self._doors = defaultdict[str, asyncio.Semaphore](lambda: asyncio.Semaphore(AT_ONCE))
        self._places = defaultdict[str, ConcurrencyLimit](
            lambda: ConcurrencyLimit(services.turns_at_once)
        )
        self._last_try = asyncio.Lock()

    async def run_session(self, session: SessionId) -> None:
        """Carry out a session's events, in order, until none is left for us."""
        is_over = False
        try:
            with suppress(Fenced):
                while await self._next(session):  # noqa: ASYNC110 - it yields, and waits for nothing
                    # Turns that wait for nothing, one after another, would keep out what comes in.
                    await asyncio.sleep(0)
                is_over = True
        finally:
            if not is_over:
                self._leave(session)
        await self._aside.over(session)

    async def _next(self, session: SessionId) -> bool:
        """Do one turn; say whether there may be another."""
        done = await self._begin(session)
        if done is None:
            self._leave(session)  # another worker may have begun again what was begun here
            await self._sender.send_owed(session)
            return False
        if done.replies is None:
            return True
        return await self._sender.finish(done.beginning, done.replies, done.taken, done.since)

    def _leave(self, session: SessionId) -> None:
        """Show no turn here that is not ended here; one that is, ends by itself."""
        if platform := self._platforms.get(Thread.of(session).platform):
            platform.leave(session)

    async def _begin(self, session: SessionId) -> FinishedTurn | None:
        async with self._doors[Thread.of(session).platform]:
            beginning = await self._turns.begin(session)
        if beginning is None:
            return None
        if beginning.attempt < MAX_ATTEMPTS or beginning.is_unreadable:
            return await self._carry_out(beginning)
        # Last tries are made one by one: if one kills the bot, no other is blamed for it.
        await self._forgive(beginning)
        async with self._last_try:
            last = await self._turns.begin(session)
            return await self._carry_out(last) if last else None

    async def _carry_out(self, beginning: Beginning) -> FinishedTurn:
        session = beginning.incoming.thread.session
        bound = bound_contextvars(session=session, turn=beginning.turn)
        with bound, self._services.watch.turn(beginning):
            running = self._running.begin(beginning)
            answering.set(beginning.turn)
            try:
                await self._note_last_try(beginning)
                async with self._doors[beginning.incoming.thread.platform]:
                    await self._sender.catch_up(beginning)
                    running.beginning = await self._prepared(beginning)
                async with self._place(running):
                    return await self._attempt(running)
            except (Fenced, asyncio.CancelledError) as error:
                log.info("turn_left", error=type(error).__name__)
                await self._forgive(beginning)
                raise
            finally:
                self._running.end(running)
                self._spending.end(beginning.turn)

    async def _note_last_try(self, beginning: Beginning) -> None:
        """Let it be known, should it kill the bot, that it was tried and no bystander."""
        is_last = beginning.attempt >= MAX_ATTEMPTS and not beginning.is_unreadable
        if is_last and LAST_TRY not in beginning.journal:
            await self._turns.record(beginning.turn, beginning.epoch, LAST_TRY, entry=True)

    def _place(self, running: RunningTurn) -> TurnSlot:
        """Room for a turn; while there is none, its person sees that others are before them."""
        incoming, progress = running.beginning.incoming, self._progress(running)
        places = self._places[incoming.thread.platform]
        return places.place(incoming.person.key, lambda before: progress(CONCIERGE, _busy(before)))

    async def _prepared(self, beginning: Beginning) -> Beginning:
        """Let the platform complete the event; one it fails at is answered as it came."""
        platform = self._platforms[beginning.incoming.thread.platform]
        if beginning.is_unreadable or not platform.prepares:
            return beginning
        try:
            async with asyncio.timeout(PREPARE_SECONDS):
                incoming = await platform.prepare(beginning)
        except Exception as error:  # noqa: BLE001 - the words of a message matter more
            log.warning("not_prepared", error=type(error).__name__)
            return beginning
        if incoming is beginning.incoming:  # most are complete: a copy of all else is not free
            return beginning
        return replace(beginning, incoming=incoming)

    async def _attempt(self, running: RunningTurn) -> FinishedTurn:
        """Answer and commit."""
        beginning = running.beginning
        if beginning.is_unreadable:
            return await self._park(beginning, "it cannot be read", describe_unreadable(beginning))
        if _is_spent(beginning):
            return await self._park(beginning, "it stopped the bot")
        try:
            ending = await self._answer_in_time(running)
            since = self._elapsed()
            await self._turns.commit(ending)
        except Fenced:
            raise
        except Revised:
            log.info("turn_revised")
            await self._forgive(beginning)
            return FinishedTurn(beginning, None)
        except Exception as error:  # noqa: BLE001 - whatever it is, the session must go on
            return await self._after(error, beginning)
        for errand in ending.besides.errands:
            self._send_off(errand)
        log.info("turn_done", attempt=beginning.attempt, replies=len(ending.replies))
        return FinishedTurn(beginning, ending.replies, ending.taken, since)

    async def _answer_in_time(self, running: RunningTurn) -> Ending:
        seconds = self._services.limits.seconds + GRACE_SECONDS
        listening.set(self._words(running))
        progress = self._progress(running)
        says_away.set(lambda: progress(CONCIERGE, AWAY))
        async with asyncio.timeout(seconds):
            return await self._answer(running.beginning, self._services, progress)

    async def _after(self, error: Exception, beginning: Beginning) -> FinishedTurn:
        name = type(error).__name__
        if self._is_of_the_store(error, beginning):
            log.warning("turn_postponed", error=name)
            # It cannot begin again before the store is back; then nothing is held against it.
            upkeep, turn = self._upkeep, beginning.turn
            await retry_while_away(lambda: upkeep.forgive(turn), self._pause, says_away.get())
        else:
            log.error("turn_failed", attempt=beginning.attempt, error=name, at=_where(error))
            if beginning.attempt >= MAX_ATTEMPTS:
                return await self._park(beginning, f"{name} at {_where(error)}")
        await self._pause(RETRY_SECONDS)
        return FinishedTurn(beginning, None)

    async def _park(self, beginning: Beginning, reason: str, words: str = PARKED) -> FinishedTurn:
        reply = describe_parked(beginning, words)
        park, since = self._inbox.park, self._elapsed()
        await retry_while_away(
            lambda: park(beginning.turn, beginning.epoch, reason, reply), self._pause
        )
        log.error("turn_parked", attempt=beginning.attempt, reason=reason)
        return FinishedTurn(beginning, (reply,), since=since)

    async def _forgive(self, beginning: Beginning) -> None:
        with suppress(StoreAway):
            await self._upkeep.forgive(beginning.turn)

    def _is_of_the_store(self, error: Exception, beginning: Beginning) -> bool:
        in_vain = self._patient.kept_waiting(beginning.turn)
        return isinstance(error, StoreAway) or (in_vain and isinstance(error, TimeoutError))

    def _words(self, running: RunningTurn) -> Listener:
        incoming = running.beginning.incoming
        platform = self._platforms[incoming.thread.platform]

        def hear(agent: str, said: Sequence[str]) -> None:
            platform.words(incoming.thread, incoming.id, agent, said)

        return hear

    def _progress(self, running: RunningTurn) -> Progress:
        incoming = running.beginning.incoming
        platform = self._platforms[incoming.thread.platform]

        def progress(agent: str, text: str) -> None:
            running.doing = text
            try:
                platform.progress(incoming.thread, incoming.id, agent, text)
            except Exception as error:  # noqa: BLE001 - progress is never worth a turn
                log.warning("progress_failed", error=type(error).__name__)

        return progress


def _is_spent(beginning: Beginning) -> bool:
    """Say whether its last try is over; one that died as a bystander may have more attempts."""
    return beginning.attempt > MAX_ATTEMPTS and LAST_TRY in beginning.journal


def _busy(before: int) -> str:
    if not before:
        return "I am busy for a moment; this is next."
    return f"I am busy; {before} wait before this."


def _where(error: Exception) -> str:
    """Name the line that raised; the message of an error may quote what somebody said."""
    frames = extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""

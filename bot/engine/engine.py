"""The engine as platforms see it: it accepts events for good, and sees every turn to its end."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping

import structlog

from bot.core.ports.environment import Clock
from bot.core.requests.verdicts import decide_at_once
from bot.core.revisions import arrivals
from bot.core.state.catalogue import Services
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Kind, Thread
from bot.engine import internal_jobs, scheduler
from bot.engine.dispatcher import Chore, Dispatcher, InProcessDispatcher, Run
from bot.engine.internal_jobs import Rememberer
from bot.engine.outbox import Sender, end_turn
from bot.engine.ports import Platform, Ports, serves
from bot.engine.retries import cancel_tasks
from bot.engine.running_turns import Aside, RunningTurns
from bot.engine.scheduler import Scheduler
from bot.engine.turn_runner import Answer, Carrying, TurnRunner

# Quicker than anybody reacts, and slower than the next line of a pipe is read.
AT_ONCE_SECONDS = 0.1
REMEMBERED_SESSIONS = 1_000


class BurstDetector:
    """Remembers when each session had its last event.

    Who pipes a whole conversation in means its “stop” to come after what stands before it; who
    types it while a turn runs means that turn. A pipe does not tell, but the time does.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: OrderedDict[SessionId, float] = OrderedDict()

    def is_burst(self, session: SessionId) -> bool:
        """Say whether an event of a session came at once after the one before it."""
        now = self._clock.elapsed()
        before = self._last.pop(session, None)
        self._last[session] = now
        if len(self._last) > REMEMBERED_SESSIONS:
            self._last.popitem(last=False)
        return before is not None and now - before < AT_ONCE_SECONDS


# Slack waits three seconds for an acknowledgement; keeping the event is a part of them.
PATIENCE_SECONDS = 1.0

log = structlog.get_logger(__name__)


async def verdict_at_once(services: Services, incoming: Incoming, turn: TurnId) -> None:
    """Fix the verdict of a press that was accepted, if that is quickly done."""
    if incoming.kind is not Kind.PRESS:
        return
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await decide_at_once(services, incoming, turn)
    except Exception as error:  # noqa: BLE001 - the turn makes the same checks, and tells
        log.warning("verdict_left_to_turn", turn=turn, error=type(error).__name__)


SWEEP_SECONDS = int(scheduler.INTERVAL_SECONDS)
REMEMBER_SECONDS = int(internal_jobs.INTERVAL_SECONDS)


class Engine:
    """Ties the inbox, the dispatcher, the core and the platforms together."""

    def __init__(
        self,
        ports: Ports,
        platforms: Mapping[str, Platform],
        answer: Answer,
        *,
        dispatch: Callable[[Run], Dispatcher] = InProcessDispatcher,
    ) -> None:
        self._platforms = platforms
        self._services: Services = ports
        self._inbox, self._pause = ports.inbox, ports.pause
        sender = Sender(ports.outbox, platforms, ports.pause, ports.clock.elapsed)
        self._running = RunningTurns()
        self._bursts = BurstDetector(ports.clock)
        self._aside = Aside(ports.inbox, ports, sender, self._running)
        carrying = Carrying(
            platforms=platforms,
            inbox=ports.inbox,
            upkeep=ports.upkeep,
            sender=sender,
            running=self._running,
            pause=ports.pause,
            send_off=self._send_off,
            aside=self._aside,
        )
        self._runner = TurnRunner(carrying, ports, answer)
        self._dispatcher = dispatch(self._runner.run_session)
        self._sweeper = _make_scheduler(ports, platforms, self._dispatcher)
        self._rememberer = _make_rememberer(ports, platforms)
        self._beside: list[asyncio.Task[None]] = []

    async def accept(self, incoming: Incoming) -> TurnId | None:
        """Keep an event; once this returns it may be acknowledged. None for a copy.

        Raises:
            StoreAway: it is not kept, so the platform must send it again.
        """
        platform, session = self._platforms[incoming.thread.platform], incoming.thread.session
        keeps_its_place = platform.reads_ahead and self._bursts.is_burst(session)
        event = incoming if keeps_its_place else arrivals.mark_halt(incoming)
        turn = await self._inbox.accept(event)
        if turn is None:
            await end_turn(platform, incoming.thread, incoming.id, duplicate=True)
        else:
            await verdict_at_once(self._services, event, turn)
            self._running.learn(turn, event)
            if not keeps_its_place:
                self._aside.take(turn, event)
        # A copy wakes it too: the first one's answer may have been lost on its way to us.
        tell = self._dispatcher.wake if turn is None else self._dispatcher.accepted
        tell(incoming.thread.session)
        return turn

    def serves(self, thread: Thread) -> bool:
        """Say whether a thread is for this process."""
        return serves(self._platforms, thread)

    async def hear(self, session: SessionId, turn: TurnId) -> None:
        """Let the turn that runs here learn of an event that another process accepted."""
        if self._running.at(session) is None:
            return
        incoming = await self._inbox.waiting_event(turn)
        if incoming is not None:
            self._running.learn(turn, incoming)
            self._aside.take(turn, incoming)

    def _send_off(self, errand: Incoming) -> None:
        """Have an errand of a finished turn carried out; what it is to end need not go on.

        One for a thread that is served elsewhere is found there.
        """
        if not serves(self._platforms, errand.thread):
            return
        if errand.halts:
            self._running.stop(errand.thread.session, errand.person)
        self._dispatcher.accepted(errand.thread.session)

    async def start(self) -> None:
        """Go on with everything unfinished, then with what comes."""
        is_shared = self._dispatcher.take_over(self._chores())
        await self._dispatcher.start()
        if is_shared:
            return
        self._beside.append(asyncio.create_task(self._sweeper.keep_sweeping(self._pause)))
        if self._rememberer:
            keeping = self._rememberer.keep_remembering(self._pause)
            self._beside.append(asyncio.create_task(keeping))

    async def stop(self) -> None:
        """Let running turns end, within some seconds; what is left goes on at the next start."""
        await cancel_tasks(*self._beside)
        self._beside.clear()
        await self._aside.stop()
        await self._dispatcher.stop()

    def _chores(self) -> list[Chore]:
        chores = [Chore("sweep", SWEEP_SECONDS, self._sweeper.sweep_quietly)]
        if self._rememberer:
            chores.append(Chore("remember", REMEMBER_SECONDS, self._rememberer.remember_quietly))
        return chores


def _make_scheduler(
    ports: Ports, platforms: Mapping[str, Platform], dispatcher: Dispatcher
) -> Scheduler:
    return Scheduler(
        platforms=platforms,
        dispatcher=dispatcher,
        inbox=ports.inbox,
        outbox=ports.outbox,
        upkeep=ports.upkeep,
        operations=ports.operations,
        clock=ports.clock,
        purge=ports.purge,
    )


def _make_rememberer(ports: Ports, platforms: Mapping[str, Platform]) -> Rememberer | None:
    if ports.summaries is None:
        return None
    return Rememberer(ports.summaries, ports, platforms, ports.expire, ports.retention_days)

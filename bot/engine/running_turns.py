"""The turns this process carries out right now: asked about, stopped, answered beside them."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass

import structlog

from agents.kit.values.person import Person
from bot.core.commands import kill_switch, run
from bot.core.ports.inbox import Inbox
from bot.core.ports.turns import Beginning, Why
from bot.core.state.catalogue import Services
from bot.core.state.interrupts import find_why_unwanted
from bot.domain.ids import ReplyId, SessionId, TurnId
from bot.domain.messages import Incoming, Reply, ReplyKind
from bot.engine.outbox import Sender
from bot.engine.retries import cancel_tasks


@dataclass(slots=True)
class RunningTurn:
    """A turn in progress, and what it last said it was doing."""

    beginning: Beginning
    doing: str = ""

    def is_for(self, person: Person) -> bool:
        """Say whether it is somebody's: their message, or a decision about what they want."""
        incoming = self.beginning.incoming
        about = incoming.press.request if incoming.press else None
        asked = (request.asked for request in self.beginning.pending if request.id == about)
        return person in {incoming.person, *asked}


class RunningTurns:
    """Knows the running turn of each session."""

    def __init__(self) -> None:
        self._turns: dict[SessionId, RunningTurn] = {}

    def begin(self, beginning: Beginning) -> RunningTurn:
        """Note a turn as running; it must be ended."""
        running = RunningTurn(beginning)
        self._turns[beginning.incoming.thread.session] = running
        return running

    def end(self, running: RunningTurn) -> None:
        """Forget a turn, unless another one of its session runs by now."""
        session = running.beginning.incoming.thread.session
        if self._turns.get(session) is running:
            del self._turns[session]

    def at(self, session: SessionId) -> RunningTurn | None:
        """The running turn of a session, or None."""
        return self._turns.get(session)

    def stop(self, session: SessionId, person: Person) -> None:
        """Let the running turn of a session stop, if it is this person's.

        It stops before its next model call or effect; a model call in flight is cut at once,
        an effect never.
        """
        running = self._turns.get(session)
        if running is not None and running.is_for(person):
            running.beginning.halt.set(Why.STOPPED)

    def learn(self, turn: TurnId, incoming: Incoming) -> None:
        """Let the running turn of an event's session know of it, if it is about that turn."""
        running = self._turns.get(incoming.thread.session)
        if running is None:
            return
        if incoming.halts and running.is_for(incoming.person):
            running.beginning.halt.set(Why.STOPPED, turn)
            return
        # Which task is active only the turn knows; it looks for itself before it acts.
        begun = running.beginning
        if why := find_why_unwanted(begun.incoming, begun.recent, incoming, None):
            running.beginning.halt.set(why)


log = structlog.get_logger(__name__)


class Aside:
    """Tells what is going on while a turn runs, and pauses; it changes nothing of the session.

    Such an event is kept in the inbox like any other: if it is not answered here, it has a
    turn when it is next.
    """

    def __init__(
        self, inbox: Inbox, services: Services, sender: Sender, running: RunningTurns
    ) -> None:
        self._inbox = inbox
        self._services = services
        self._sender = sender
        self._running = running
        self._answering: dict[asyncio.Task[None], SessionId] = {}

    def take(self, turn: TurnId, incoming: Incoming) -> None:
        """Answer at once what asks how things are, if it would have to wait."""
        session = incoming.thread.session
        running = self._running.at(session)
        if running is None:
            return
        if run.asks_how_things_are(incoming):
            self._begin(session, self._answer(turn, incoming, running))
        elif kill_switch.is_pause(incoming):
            self._begin(session, self._pause(turn, incoming))

    async def over(self, session: SessionId) -> None:
        """Wait until nothing is under way beside a session: the next to have it would send it."""
        while answering := [task for task, at in self._answering.items() if at == session]:
            await asyncio.wait(answering)

    async def stop(self) -> None:
        """Leave what is not sent yet to the next start."""
        await cancel_tasks(*self._answering)

    def _begin(self, session: SessionId, doing: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(doing)
        self._answering[task] = session
        task.add_done_callback(self._answering.pop)

    async def _pause(self, turn: TurnId, incoming: Incoming) -> None:
        """Pause before what is running has its next effect; the command's own turn says so."""
        try:
            await kill_switch.pause_at_once(self._services, turn, incoming)
        except Exception as error:  # noqa: BLE001 - the command's own turn pauses
            log.warning("not_paused_at_once", turn=turn, error=type(error).__name__)

    async def _answer(self, turn: TurnId, incoming: Incoming, running: RunningTurn) -> None:
        try:
            doing = running.doing if running.is_for(incoming.person) else None
            text = await run.describe_progress(self._services, incoming, doing)
            reply = _reply(turn, incoming, text)
            with self._sender.aside(reply.id):
                if await self._inbox.answer_aside(turn, reply):
                    await self._sender.send(reply)
        except Exception as error:  # noqa: BLE001 - its own turn answers; a trace may quote it
            log.warning("not_answered_aside", turn=turn, error=type(error).__name__)


def _reply(turn: TurnId, incoming: Incoming, text: str) -> Reply:
    return Reply(
        id=ReplyId(f"{turn}.1"),
        reply_to=incoming.id,
        thread=incoming.thread,
        kind=ReplyKind.MESSAGE,
        text=text,
        to=incoming.person,
        private=incoming.shared,
    )

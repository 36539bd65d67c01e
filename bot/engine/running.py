"""The turns this process is carrying out right now: to be asked about, and to be stopped."""

from dataclasses import dataclass

from agents.kit.values.person import Person
from bot.core.ports.halt import Why
from bot.core.ports.turns import Beginning
from bot.core.state.interrupts import find_why_unwanted
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming


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


class Running:
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

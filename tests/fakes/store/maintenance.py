"""What must be done from time to time, in memory."""

from datetime import datetime

from bot.core.ports.inbox import ParkedEvent
from bot.core.ports.turns import LAST_TRY
from bot.domain.ids import SessionId, TurnId
from bot.domain.requests import Request
from tests.fakes.store.state import InMemory


class MemoryUpkeep(InMemory):
    """Looks after the tables as a whole."""

    async def stalled(self, since: datetime) -> list[SessionId]:
        """List sessions with unfinished events, or unsent replies, and no turn begun since."""
        waiting = [e.session for e in self.tables.waiting() if e.received_at < since]
        unfinished = dict.fromkeys([*waiting, *(r.thread.session for r in self._unsent())])
        begun = {session for session, (_, at) in self.tables.epochs.items() if at >= since}
        return [session for session in unfinished if session not in begun]

    async def unbegun(self, since: datetime) -> list[SessionId]:
        """List sessions in which nothing is going on, though events wait from before a moment."""
        begun = {event.session for event in self.tables.waiting() if event.attempts}
        old = (event.session for event in self.tables.waiting() if event.received_at < since)
        return [session for session in dict.fromkeys(old) if session not in begun]

    async def overdue(self, now: datetime) -> list[Request]:
        """List pending requests whose time is over."""
        return [request for request in self._pending() if request.expires_at <= now]

    async def remindable(self, now: datetime) -> list[Request]:
        """List pending requests of which those who may decide are to be reminded."""
        open_ = (r for r in self._pending() if r.expires_at > now)
        return [r for r in open_ if r.remind_at and r.remind_at <= now]

    async def escalatable(self, now: datetime) -> list[Request]:
        """List pending requests that the next ones may decide too."""
        open_ = (r for r in self._pending() if r.expires_at > now)
        return [r for r in open_ if r.escalate_at and r.escalate_at <= now]

    async def forgive(self, turn: TurnId) -> None:
        """Take back the attempt that just ended, for it was not the event's fault."""
        event = self.tables.event(turn)
        if event and event.status == "waiting" and event.attempts:
            event.attempts -= 1

    async def forget(self, before: datetime) -> int:
        """Delete events done before a moment, and their journal; say how many."""
        events = self.tables.events
        old = [key for key, event in events.items() if event.done_at and event.done_at < before]
        for key in old:
            self.tables.journal.pop(events.pop(key).turn, None)
        return len(old)

    async def parked(self) -> list[ParkedEvent]:
        """List the events set aside, oldest first."""
        return [
            ParkedEvent(e.turn, e.session, e.incoming.person.key, e.received_at, e.reason)
            for e in self.tables.events.values()
            if e.status == "parked"
        ]

    async def replay(self, turn: TurnId) -> SessionId | None:
        """Let a parked event try again; None when it is not parked."""
        event = self.tables.event(turn)
        if event is None or event.status != "parked":
            return None
        event.status, event.attempts, event.reason = "waiting", 0, ""
        self.tables.journal.get(turn, {}).pop(LAST_TRY, None)
        return event.session

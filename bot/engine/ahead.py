"""Tells what was written ahead: lines of a script, that come without waiting for answers."""

from collections import OrderedDict

from bot.core.ports.world import Clock
from bot.domain.ids import SessionId

# Quicker than anybody reacts, and slower than the next line of a pipe is read.
AT_ONCE_SECONDS = 0.1
REMEMBERED_SESSIONS = 1_000


class Ahead:
    """Remembers when each session had its last event.

    Who pipes a whole conversation in means its “stop” to come after what stands before it; who
    types it while a turn runs means that turn. A pipe does not tell, but the time does.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: OrderedDict[SessionId, float] = OrderedDict()

    def has(self, session: SessionId) -> bool:
        """Say whether an event of a session came at once after the one before it."""
        now = self._clock.elapsed()
        before = self._last.pop(session, None)
        self._last[session] = now
        if len(self._last) > REMEMBERED_SESSIONS:
            self._last.popitem(last=False)
        return before is not None and now - before < AT_ONCE_SECONDS

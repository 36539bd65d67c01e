"""The newest lines of the sessions this process carried last: they need not be read again."""

from collections import OrderedDict
from dataclasses import dataclass, replace

from bot.core.ports.turns import RECENT_LINES
from bot.domain.ids import SessionId
from bot.domain.messages import Said

FIRST_EPOCH = 1  # of a session that was just made: nothing was said in it
_MOST_SESSIONS = 256

Lines = tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """The newest lines in an epoch of a session, and when that session was made.

    One that was purged may come again: its epochs begin anew, and nothing was said in it.
    """

    made: str
    epoch: int
    lines: Lines


class Latest:
    """Lines, by session, and the epoch they were the newest in.

    A transcript changes by the commit of a turn only, and every turn raises the epoch: lines
    known in one epoch are those a turn of the next begins with, and of no other. Whoever
    changes a transcript in another way has to raise the epoch as well. Reading and decoding
    forty lines anew costs some 55 µs more than this, a fiftieth of a turn.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[SessionId, Known] = OrderedDict()

    def before(self, session: SessionId, epoch: int, made: str) -> Lines | None:
        """The lines a turn of this epoch begins with, or None if they must be read."""
        if epoch == FIRST_EPOCH:
            return ()
        known = self._known.get(session)
        if known is None or (known.made, known.epoch) != (made, epoch - 1):
            return None
        return known.lines

    def keep(self, session: SessionId, newest: Known) -> None:
        """Keep the newest lines there are."""
        if len(newest.lines) > RECENT_LINES:
            newest = replace(newest, lines=newest.lines[-RECENT_LINES:])
        self._known[session] = newest
        self._known.move_to_end(session)
        if len(self._known) > _MOST_SESSIONS:
            self._known.popitem(last=False)

    def take(self, session: SessionId, epoch: int) -> Known | None:
        """Take the lines of an epoch out: whatever is done to its transcript may fail half-way."""
        known = self._known.pop(session, None)
        return known if known and known.epoch == epoch else None

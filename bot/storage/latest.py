"""The newest lines of the sessions this process carried last: they need not be read again."""

from collections import OrderedDict

from bot.domain.ids import SessionId
from bot.domain.messages import Said

FIRST_EPOCH = 1  # of a session that was just made: nothing was said in it
_MOST_SESSIONS = 256

Lines = tuple[Said, ...]


class Latest:
    """Lines, by session, and the epoch they were the newest in.

    A transcript changes by the commit of a turn only, and every turn raises the epoch: lines
    known in one epoch are those a turn of the next begins with, and of no other. Whoever
    changes a transcript in another way has to raise the epoch as well. Reading and decoding
    forty lines anew costs some 55 µs more than this, a fiftieth of a turn.
    """

    def __init__(self, most_lines: int) -> None:
        self._most_lines = most_lines
        self._known: OrderedDict[SessionId, tuple[int, Lines]] = OrderedDict()

    def before(self, session: SessionId, epoch: int) -> Lines | None:
        """The lines a turn of this epoch begins with, or None if they must be read."""
        if epoch == FIRST_EPOCH:
            return ()
        known = self._known.get(session)
        return known[1] if known and known[0] == epoch - 1 else None

    def keep(self, session: SessionId, epoch: int, lines: Lines) -> None:
        """Keep the newest lines there are in this epoch."""
        self._known[session] = (epoch, lines[-self._most_lines :])
        self._known.move_to_end(session)
        if len(self._known) > _MOST_SESSIONS:
            self._known.popitem(last=False)

    def take(self, session: SessionId, epoch: int) -> Lines | None:
        """Take the lines of an epoch out: whatever is done to its transcript may fail half-way."""
        known_in, known = self._known.pop(session, (0, ()))
        return known if known_in == epoch else None

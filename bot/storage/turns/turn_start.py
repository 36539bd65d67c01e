"""What a turn begins with, in SQL: its epoch, its event, and everything known beside it."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.core.ports.turns import RECENT_LINES, Original
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Kind, TranscriptLine
from bot.storage.databases.codec import read_line
from bot.storage.databases.transactions import SqlTransaction
from bot.storage.tables.sessions import messages
from bot.storage.tables.statements import select
from bot.storage.turns.revisions import BEHIND, find_original

FIRST_EPOCH = 1  # of a session that was just made: nothing was said in it
_MOST_SESSIONS = 256

Lines = tuple[TranscriptLine, ...]


@dataclass(frozen=True, slots=True)
class KnownLines:
    """The newest lines in an epoch of a session, and when that session was made.

    One that was purged may come again: its epochs begin anew, and nothing was said in it.
    """

    made: str
    epoch: int
    lines: Lines


class RecentLines:
    """Lines, by session, and the epoch they were the newest in.

    A transcript changes by the commit of a turn only, and every turn raises the epoch: lines
    known in one epoch are those a turn of the next begins with, and of no other. Whoever
    changes a transcript in another way has to raise the epoch as well. Reading and decoding
    forty lines anew costs some 55 µs more than this, a fiftieth of a turn.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[SessionId, KnownLines] = OrderedDict()

    def before(self, session: SessionId, epoch: int, made: str) -> Lines | None:
        """The lines a turn of this epoch begins with, or None if they must be read."""
        if epoch == FIRST_EPOCH:
            return ()
        known = self._known.get(session)
        if known is None or (known.made, known.epoch) != (made, epoch - 1):
            return None
        return known.lines

    def keep(self, session: SessionId, newest: KnownLines) -> None:
        """Keep the newest lines there are."""
        if len(newest.lines) > RECENT_LINES:
            newest = replace(newest, lines=newest.lines[-RECENT_LINES:])
        self._known[session] = newest
        self._known.move_to_end(session)
        if len(self._known) > _MOST_SESSIONS:
            self._known.popitem(last=False)

    def take(self, session: SessionId, epoch: int) -> KnownLines | None:
        """Take the lines of an epoch out: whatever is done to its transcript may fail half-way."""
        known = self._known.pop(session, None)
        return known if known and known.epoch == epoch else None


REVISIONS = {Kind.EDIT, Kind.DELETION}

RAISE_EPOCH = """
    INSERT INTO sessions (id, epoch, created_at, updated_at) VALUES (:session, 1, :now, :now)
    ON CONFLICT (id) DO UPDATE SET epoch = sessions.epoch + 1, updated_at = excluded.updated_at
    RETURNING epoch, created_at"""
TAKE = """
    UPDATE inbox SET attempts = attempts + 1
    WHERE seq = (SELECT MIN(seq) FROM inbox WHERE session = :session AND status = 'waiting')
    RETURNING id, person, body, received_at, attempts, kind, message, dedupe"""
# One statement for rows of many kinds: most turns find one or two of them all. A verdict that
# was given when its press was accepted does not count for the turns before that press.
BESIDE = f"""
    SELECT 'participant', 0, '', '', '', body FROM participants
    WHERE session = :session AND person = :person
    UNION ALL
    SELECT 'summary', 0, '', '', '', body FROM summaries
    WHERE session = :session AND person = :person AND body <> ''
    UNION ALL
    SELECT 'request', seq, '', '', '', body FROM requests
    WHERE session = :session AND status = 'pending'
    UNION ALL
    SELECT 'request', seq, '', '', '', body FROM requests
    WHERE decided_in <> '' AND decided_in IN (
        SELECT id FROM inbox WHERE session = :session AND status = 'waiting' AND id <> :turn)
    UNION ALL
    SELECT 'step', 0, step, '', '', entry FROM journal WHERE turn = :turn
    UNION ALL
    SELECT 'behind', seq, id, kind, received_at, body FROM ({BEHIND}) AS behind
    UNION ALL
    SELECT 'gone', 0, '', '', '', '' FROM inbox
    WHERE session = :session AND message = :message AND message <> '' AND person = :person
        AND kind = 'deletion' AND status = 'done'
    UNION ALL
    SELECT 'owed', 0, '', '', '', '' WHERE EXISTS (
        SELECT 1 FROM outbox WHERE session = :session AND sent_at IS NULL)"""  # noqa: S608 - a statement of our own
RECENT = select(
    messages, f"WHERE session = :session ORDER BY seq DESC LIMIT {RECENT_LINES}", "session"
)

Row = tuple[Any, ...]


class NothingWaitsError(Exception):
    """There is no event to begin with, so the epoch stays as it is."""


class TakenEvent(NamedTuple):
    """A row of the inbox, as a turn takes it."""

    turn: TurnId
    person: str
    body: str
    received_at: str
    attempts: int
    kind: str
    message: str
    key: str


class BegunTurn(NamedTuple):
    """What a turn begins with; `made` says when its session was, `beside` are rows by kind."""

    epoch: int
    made: str
    event: TakenEvent
    beside: Mapping[str, list[Row]]
    recent: Lines
    original: Original | None


def begin(sql: SqlTransaction, session: SessionId, now: str, latest: RecentLines) -> BegunTurn:
    """Raise the epoch, take the oldest event, and read what its turn has to know.

    Raises:
        NothingWaitsError: nothing does; the transaction is to be rolled back.
    """
    ((epoch, made),) = sql.rows(RAISE_EPOCH, session=session, now=now)
    taken = sql.rows(TAKE, session=session)
    if not taken:
        raise NothingWaitsError
    event = TakenEvent(*taken[0])
    where = {"turn": event.turn, "person": event.person, "message": event.message}
    beside = _sorted(sql.rows(BESIDE, session=session, **where))
    recent = latest.before(session, epoch, made)
    if recent is None:
        recent = tuple(read_line(row) for row in reversed(sql.rows(RECENT, session=session)))
    original = find_original(sql, session, **where) if event.kind in REVISIONS else None
    return BegunTurn(epoch, made, event, beside, recent, original)


def _sorted(rows: Iterable[Row]) -> defaultdict[str, list[Row]]:
    """The rows by what they are, each sort in its order."""
    kinds = defaultdict[str, list[Row]](list)
    for what, _place, *row in sorted(rows, key=lambda row: row[1]):
        kinds[what].append(tuple(row))
    return kinds

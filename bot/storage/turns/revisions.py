"""Edits, deletions and wishes to stop in SQL: what waits behind a turn, what they are about."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import structlog
from pydantic import JsonValue

from bot.core.ports.environment import Cipher
from bot.core.ports.turns import EFFECT, Ending, Original, WaitingEvent
from bot.domain.errors import PlatformFailed
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, TranscriptLine
from bot.storage.databases.codec import ENTRY, INCOMING, clean, read_line, write_moment
from bot.storage.databases.transactions import SqlTransaction
from bot.storage.tables.sessions import journal, messages
from bot.storage.tables.statements import insert, select

MOST_BEHIND = 50

_NEXT = """
    SELECT next.id, next.kind, next.received_at, next.body, next.seq FROM inbox AS this
    JOIN inbox AS next ON next.session = this.session AND next.seq > this.seq
    WHERE this.id = :turn AND next.status = 'waiting'"""
BEHIND = f"""
    {_NEXT} AND next.kind IN ('edit', 'deletion', 'halt')
    ORDER BY next.seq LIMIT {MOST_BEHIND}"""
NEXT = f"{_NEXT} ORDER BY next.seq LIMIT :most"
PLACE = "SELECT seq FROM inbox WHERE id = :turn"
LINES = select(
    messages,
    "WHERE session = :session AND message = :message AND speaker = :person ORDER BY seq",
    "session",
)
TAKEN_AS = """
    SELECT id, seq, status FROM inbox
    WHERE session = :session AND message = :message AND message <> '' AND person = :person
        AND kind = 'message' ORDER BY seq"""
EFFECTS = f"""
    SELECT journal.turn, journal.step, journal.entry, inbox.person FROM inbox
    JOIN journal ON journal.turn = inbox.id
    WHERE inbox.session = :session AND inbox.seq >= :seq AND inbox.id <> :turn
        AND substr(journal.step, 1, {len(EFFECT)}) = '{EFFECT}'
    ORDER BY inbox.seq, journal.step"""  # noqa: S608 - a number and a name of our own
END = """
    UPDATE inbox SET status = 'done', done_at = :now, body = ''
    WHERE id = :turn AND status <> 'done'"""
HEEDED_ONCE = insert(journal, step="'heeded'", epoch="0", entry="'true'")
HEED = f"{HEEDED_ONCE} ON CONFLICT (turn, step) DO NOTHING"
REWRITE = """
    UPDATE messages SET text = :text, withheld = 0
    WHERE session = :session AND turn = :turn AND message = :message AND source = :source
        AND by_bot = 0"""
JUDGE = """
    INSERT INTO feedback (reply, person, session, turn, verdict, comment, at)
    SELECT :reply, :person, outbox.session, :turn, :verdict, :comment, :at FROM outbox
    WHERE outbox.id = :reply
    ON CONFLICT (reply, person) DO UPDATE
    SET verdict = excluded.verdict, comment = excluded.comment, at = excluded.at"""

log = structlog.get_logger(__name__)

Row = tuple[Any, ...]


def read_next(sql: SqlTransaction, turn: TurnId, most: int) -> list[Row]:
    """The messages right behind a turn, up to the first event that is none."""
    rows = sql.rows(NEXT, turn=turn, most=most)
    other = next((n for n, row in enumerate(rows) if row[1] != "message"), len(rows))
    return rows[:other]


def read_waiting(rows: Sequence[Row], cipher: Cipher) -> tuple[WaitingEvent, ...]:
    """Read what waits; what was sealed with a lost key is left to a turn of its own."""
    read = ((row, read_event(row[0], row[3], cipher)) for row in rows)
    return tuple(
        WaitingEvent(TurnId(row[0]), incoming, datetime.fromisoformat(row[2]))
        for row, incoming in read
        if incoming is not None
    )


def read_event(turn: str, body: str, cipher: Cipher) -> Incoming | None:
    """Open an event; None, and a word to the operator, where it cannot be read."""
    try:
        return INCOMING.decode(cipher.open(body))
    except (PlatformFailed, ValueError) as error:
        log.warning("event_unreadable", turn=turn, error=type(error).__name__)
        return None


def find_original(
    sql: SqlTransaction, session: str, turn: str, person: str, message: str
) -> Original | None:
    """What is known of a message somebody edited or deleted; None if it was never theirs.

    What the turn itself did, before it was begun again, is no effect of the old words.
    """
    key = {"session": session, "message": clean(message), "person": person}
    lines = tuple(read_line(row) for row in sql.rows(LINES, **key))
    kept = sql.rows(TAKEN_AS, **key)
    if not message or not (lines or kept):
        return None
    turns = dict.fromkeys((*(line.turn for line in lines), *(TurnId(row[0]) for row in kept)))
    place = sql.rows(PLACE, turn=lines[0].turn) if lines else [(kept[0][1],)]
    effects = _effects(sql, turn, session, place[0][0], person) if place else ()
    parked = next((TurnId(turn) for turn, _seq, status in kept if status == "parked"), None)
    return Original(tuple(turns), lines, effects, is_recent=bool(place), parked=parked)


def _effects(
    sql: SqlTransaction, turn: str, session: str, seq: int, person: str
) -> tuple[str, ...]:
    rows = sql.rows(EFFECTS, turn=turn, session=session, seq=seq)
    return describe_effects(
        person, ((t, step, ENTRY.decode(entry), who) for t, step, entry, who in rows)
    )


def write_revisions(ending: Ending, now: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """What a turn changes of earlier ones and of those behind it, as statements and rows."""
    session = ending.session
    return [
        (END, [{"turn": waiting.turn, "now": now} for waiting in ending.taken]),
        (HEED, [{"turn": turn} for turn in ending.heeded]),
        (REWRITE, [{"session": session, **_rewritten(line)} for line in ending.rewritten]),
        (JUDGE, list(_judged(ending))),
    ]


def describe_effects(
    person: str, steps: Iterable[tuple[str, str, JsonValue, str]]
) -> tuple[str, ...]:
    """What effects did for a person, in words; empty words where it is not known.

    `steps` are journalled ones: their turn, their name, their entry, the author of the turn.
    """
    found: dict[tuple[str, str], str] = {}
    for turn, step, noted, author in steps:
        told = noted.get("entry") if isinstance(noted, dict) else None
        name = (turn, step.removesuffix(":started"))
        if not isinstance(told, dict):
            if author == person:
                found.setdefault(name, "")
        elif "failed" in told:
            found.pop(name, None)
        elif told.get("for", author) == person:
            found[name] = str(told.get("result", ""))
    return tuple(found.values())


def _rewritten(line: TranscriptLine) -> dict[str, Any]:
    return {
        "turn": line.turn,
        "message": clean(line.message),
        "source": clean(line.source),
        "text": clean(line.text),
    }


def _judged(ending: Ending) -> Iterator[dict[str, Any]]:
    for given in ending.feedback:
        yield {
            "reply": given.reply,
            "person": given.person.key,
            "turn": given.reply.rpartition(".")[0],
            "verdict": given.verdict,
            "comment": clean(given.comment),
            "at": write_moment(given.at),
        }

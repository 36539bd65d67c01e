"""Memory in SQL: lines found by their words (full-text search), summaries kept beside the turns.

SQLite finds words by an FTS5 table that is filled in from time to time and before it is asked,
so that a turn pays nothing for it; Postgres by an index of its own over `messages`.
"""

import json
from collections.abc import Container, Iterator, Mapping
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from typing_extensions import override

from agents.kit.values.model import Usage
from agents.kit.values.person import Person
from bot.core.ports.environment import Clock
from bot.core.ports.memory import Due, Recall, RecallQuery, Summaries
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Passage, Summary, Whose
from bot.domain.messages import Thread
from bot.domain.operations import name_channel
from bot.language.words import is_unspaced, signs
from bot.storage.databases.codec import SUMMARY, USE, count_one_call, write_moment, write_usage
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from bot.storage.tables.people import summaries
from bot.storage.tables.statements import insert

MOST_OF_A_WORD = 40
INDEXED_AT_ONCE = 500
LOOKED_BACK = 50_000  # lines, when a process starts
DUE_LINES, KEPT_BACK, MOST_COVERED = 12, 4, 120
CLAIMED = timedelta(minutes=3)

OWNER = "CASE WHEN by_bot = 1 THEN addressee ELSE speaker END"
COLUMNS = "seq, session, turn, by_bot, speaker, text, at, private"
OWN = f"source = '' AND withheld = 0 AND private <= :private AND {OWNER} = :person"
OF_CHANNEL = "substr(session, 1, :width) = :channel"
FIND_SQLITE = f"""
    SELECT {COLUMNS} FROM messages WHERE seq IN (
        SELECT rowid FROM recall WHERE recall MATCH :words ORDER BY rowid DESC LIMIT :most)
    AND {OWN} AND {OF_CHANNEL}"""  # noqa: S608 - written above
FIND_POSTGRES = f"""
    SELECT {COLUMNS} FROM messages
    WHERE to_tsvector('english', text) @@ plainto_tsquery('english', :words)
    AND {OWN} AND {OF_CHANNEL} ORDER BY seq DESC LIMIT :most"""  # noqa: S608 - written above
FIND_SIGNS = f"""
    SELECT {COLUMNS} FROM messages WHERE strpos(lower(text), :words) > 0
    AND {OWN} AND {OF_CHANNEL} ORDER BY seq DESC LIMIT :most"""  # noqa: S608 - written above
UNINDEXED = f"""
    SELECT seq, session, {OWNER}, text FROM messages
    WHERE seq > (SELECT COALESCE(MAX(id), 0) FROM recall_docsize) ORDER BY seq LIMIT :most"""  # noqa: S608 - written above
INDEX = "INSERT INTO recall (rowid, whose, text) VALUES (:seq, :whose, :text)"
STALE = "DELETE FROM recall_stale"
MERGE = "INSERT INTO recall (recall) VALUES ('optimize')"

NEWEST = "SELECT COALESCE(MAX(seq), 0) FROM messages"
ACTIVE = f"""
    SELECT session, {OWNER}, MAX(seq) FROM messages
    WHERE seq > :after AND source = '' GROUP BY 1, 2"""  # noqa: S608 - written above
LACKING = f"""
    SELECT {COLUMNS} FROM messages WHERE session = :session AND seq > COALESCE((
        SELECT until FROM summaries WHERE session = :session AND person = :person), 0)
    AND {OWN} ORDER BY seq LIMIT :most"""  # noqa: S608 - written above
CLAIM = f"""
    {insert(summaries, until="0", version="0", body="''")}
    ON CONFLICT (session, person) DO UPDATE SET claim = excluded.claim
    WHERE summaries.claim < :now
    RETURNING body, until, version"""
SAVE = """
    UPDATE summaries SET until = :until, version = version + 1, claim = '', body = :body
    WHERE session = :session AND person = :person AND version = :version AND claim = :claim"""
KEPT = "SELECT person, body FROM summaries WHERE session = :session"
DONE = """
    SELECT turn, entries FROM audit WHERE person = :person AND session = :session
    ORDER BY number DESC LIMIT 200"""
TRIM = """
    UPDATE summaries SET version = version + 1, body = :body
    WHERE session = :session AND person = :person"""

Pair = tuple[str, str]
Row = tuple[Any, ...]


class SqlMemory(Recall, Summaries):
    """Both ports over one database; what it looked at last is known to this process alone."""

    def __init__(self, database: SqlDatabase, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._seen: int | None = None
        self._open = set[Pair]()

    @override
    async def find(self, wanted: RecallQuery) -> list[Passage]:
        return await self._database.write(lambda sql: _find(sql, wanted))

    @override
    async def keep_up(self) -> None:
        while await self._database.write(_index) == INDEXED_AT_ONCE:
            pass
        if await self._database.write(_merge):
            await self._database.scrub()

    @override
    async def due(self, most: int, platforms: Container[str]) -> list[Due]:
        newest = await self._database.read(lambda sql: sql.rows(NEWEST)[0][0])
        # Fewer than were seen: all were deleted, and SQLite numbers from the beginning.
        if self._seen is None or newest < self._seen:
            self._seen = max(newest - LOOKED_BACK, 0)
        after = self._seen
        active = await self._database.rows(ACTIVE, after=after)
        self._seen = max([after, *(newest for *_pair, newest in active)])
        self._open |= {
            (session, person)
            for session, person, _newest in active
            if person and Thread.of(session).platform in platforms
        }
        due = list[Due]()
        for pair in sorted(self._open):
            if len(due) < most and (found := await self._claimed(pair)):
                due.append(found)
        return due

    @override
    async def save(self, due: Due, summary: Summary, spent: Usage | None = None) -> bool:
        row = {
            **_pair(due.whose),
            "until": summary.until,
            "version": due.summary.version,
            "claim": due.claim,
            "body": SUMMARY.encode(summary),
        }
        used = write_usage(due.whose, count_one_call(spent), self._clock.now()) if spent else None

        def _save(sql: SqlTransaction) -> bool:
            if used:
                sql.change(USE, **used)
            return sql.change(SAVE, **row) > 0

        return await self._database.write(_save)

    async def _claimed(self, pair: Pair) -> Due | None:
        session, person = pair
        where = {"session": session, "person": person, "private": 1, "most": MOST_COVERED}
        if not await self._lacking(pair, where):
            return None
        now = self._clock.now()
        claim, at = write_moment(now + CLAIMED), write_moment(now)
        owner = {"session": session, "person": person}
        kept = await self._database.write(
            lambda sql: sql.rows(CLAIM, **owner, claim=claim, now=at)
        )
        # Read once it is claimed: of what is forgotten from here on, nothing can be saved.
        if not kept or not (rows := await self._lacking(pair, where)):
            return None
        whose = Whose(SessionId(session), Person.of(person))
        lines = tuple(read_passage(row) for row in rows[:-KEPT_BACK])
        told = await self._database.rows(DONE, **owner)
        return Due(whose, _summary(*kept[0]), lines, claim, tuple(_done(told)))

    async def _lacking(self, pair: Pair, where: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The lines a summary lacks; none if they are too few."""
        rows = await self._database.rows(LACKING, **where)
        if len(rows) < DUE_LINES:
            self._open.discard(pair)
            return []
        return rows


def read_summary(body: str = "") -> Summary:
    """Read a summary; one that was never made is empty."""
    return SUMMARY.decode(body) if body else Summary()


def trim_summaries(sql: SqlTransaction, session: SessionId, turns: set[TurnId]) -> None:
    """Take what comes from these turns out of a session's summaries."""
    for person, body in sql.rows(KEPT, session=session):
        rest = SUMMARY.encode(read_summary(body).without(turns)) if body else ""
        sql.change(TRIM, session=session, person=person, body=rest)


def _done(told: list[tuple[str, str]]) -> Iterator[tuple[TurnId, str]]:
    """What effects did, oldest first; the audit knows it, in no words of anybody."""
    for turn, entries in reversed(told):
        for entry in json.loads(entries):
            if entry.get("act") == "effect":
                words = f"The tool {entry['tool']} of {entry['agent']} ran: {entry['outcome']}."
                yield TurnId(turn), words


def _summary(body: str, until: int, version: int) -> Summary:
    kept = read_summary(body)
    return Summary(kept.gists, until, kept.until_at, kept.count, version)


def describe_wanted(wanted: RecallQuery) -> dict[str, Any]:
    """The values of `OWN` and `OF_CHANNEL`: what somebody may be shown."""
    channel = name_channel(wanted.thread)
    return {
        "person": wanted.person.key,
        "private": int(wanted.discreet),
        "channel": channel,
        "width": len(channel),
    }


def _find(sql: SqlTransaction, wanted: RecallQuery) -> list[Passage]:
    is_sqlite = _is_sqlite(sql)
    where = {**describe_wanted(wanted), "most": MOST_OF_A_WORD}
    if is_sqlite:
        _index(sql)
    found: dict[int, Passage] = {}
    for word in wanted.words:
        words = _matching(wanted, word) if is_sqlite else word
        rows = sql.rows(_finding(word, is_sqlite=is_sqlite), words=words, **where)
        found |= {row[0]: read_passage(row) for row in rows}
    return list(found.values())


def _finding(word: str, *, is_sqlite: bool) -> str:
    """How a word is looked for; no index of Postgres parts what is written without blanks."""
    if is_sqlite:
        return FIND_SQLITE
    return FIND_SIGNS if is_unspaced(word[0]) else FIND_POSTGRES


def _index(sql: SqlTransaction) -> int:
    """Put what was said since the last time into the index; say how many lines."""
    if not _is_sqlite(sql):
        return 0
    rows = sql.rows(UNINDEXED, most=INDEXED_AT_ONCE)
    entries = [
        {
            "seq": seq,
            "whose": hash_owner(name_channel(Thread.of(session)), owner),
            "text": _indexed(text),
        }
        for seq, session, owner, text in rows
    ]
    sql.change_each(INDEX, entries)
    return len(rows)


def _indexed(text: str) -> str:
    """A text with what it writes without blanks as words, too."""
    return " ".join((text, *signs(text)))


def _merge(sql: SqlTransaction) -> bool:
    """Rewrite the index once lines are gone: until then it holds their words in old pieces."""
    if not _is_sqlite(sql) or not sql.change(STALE):
        return False
    sql.change(MERGE)
    return True


def _is_sqlite(sql: SqlTransaction) -> bool:
    return sql.connection.dialect.name == "sqlite"


def _matching(wanted: RecallQuery, word: str) -> str:
    quoted = word.replace('"', " ")
    return (
        f'whose:{hash_owner(name_channel(wanted.thread), wanted.person.key)} AND text:"{quoted}"'
    )


def hash_owner(channel: str, person: str) -> str:
    """One word for a person in a channel, so that the index finds theirs at once."""
    return "w" + blake2b(f"{channel}|{person}".encode(), digest_size=12).hexdigest()


def _pair(whose: Whose) -> dict[str, Any]:
    return {"session": whose.session, "person": whose.person.key}


def read_passage(row: Row) -> Passage:
    """Read a line, its columns in the order of `COLUMNS`."""
    number, session, turn, by_bot, speaker, text, at, private = row
    said_at = datetime.fromisoformat(at)
    place = SessionId(session)
    return Passage(
        number, place, TurnId(turn), bool(by_bot), speaker, text, said_at, bool(private)
    )

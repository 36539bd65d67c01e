"""What programs read back, in SQL: who may read a row is part of every statement."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agents.kit.values.person import Person
from bot.core.ports.environment import Cipher, Clock
from bot.core.ports.http_api import Answered, HttpEvent, Outgoing, OwnSession, SessionLine
from bot.domain.ids import RequestId, SessionId
from bot.domain.requests import Request
from bot.storage.databases.codec import (
    LINE,
    PARTICIPANT,
    REQUEST,
    clean,
    read_line,
    session_prefix,
    write_moment,
)
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.platforms import http_answers, http_events, http_sessions
from bot.storage.tables.statements import insert

OPEN = f"{insert(http_sessions, opened_at=':at')} ON CONFLICT (session, person) DO NOTHING"
OWN = """
    SELECT s.session, s.opened_at, p.body,
        (SELECT COUNT(*) FROM plans
         WHERE plans.session = s.session AND owner = :person AND status = 'open'),
        (SELECT COUNT(*) FROM inbox WHERE inbox.session = s.session AND status = 'waiting'),
        (SELECT text FROM messages m
         WHERE m.session = s.session AND by_bot = 1 AND (private = 0 OR addressee = :person)
         ORDER BY seq DESC LIMIT 1)
    FROM http_sessions s
    LEFT JOIN participants p ON p.session = s.session AND p.person = s.person
    WHERE s.person = :person"""
FIND = f"{OWN} AND s.session = :session"
NEWEST = "ORDER BY s.opened_at DESC, s.session DESC LIMIT :most"
SESSIONS = f"{OWN} {NEWEST}"
SESSIONS_BEFORE = f"""{OWN} AND (s.opened_at, s.session) < (
    SELECT opened_at, session FROM http_sessions WHERE session = :before AND person = :person)
    {NEWEST}"""  # noqa: S608 - ours
# The lock lets the numbers of a session grow in the order in which they can be read.
KNOWN = "SELECT 1 FROM http_sessions WHERE session = :session FOR UPDATE"
NOTE = f"{insert(http_events)} ON CONFLICT (key) DO NOTHING"
EVENTS = """
    SELECT seq, kind, body, at FROM http_events
    WHERE session = :session AND seq > :after AND reader IN ('', :person) AND EXISTS (
        SELECT 1 FROM http_sessions s WHERE s.session = :session AND s.person = :person)
    ORDER BY seq LIMIT :most"""
# Who decides what somebody else asked for is answered there, and has no other part in it.
WHISPERS = """
    SELECT seq, kind, body, at FROM http_events
    WHERE session = :session AND seq > :after AND reader = :person AND reader <> ''
    ORDER BY seq LIMIT :most"""
REPLIES = """
    SELECT seq, kind, body, at FROM http_events
    WHERE session = :session AND reply_to = :reply_to AND reader IN ('', :person) AND EXISTS (
        SELECT 1 FROM http_sessions s WHERE s.session = :session AND s.person = :person)
    ORDER BY seq"""
LINES = f"""
    SELECT seq, {", ".join(LINE)} FROM messages
    WHERE session = :session AND seq > :after
        AND (private = 0 OR speaker = :person OR addressee = :person) AND EXISTS (
        SELECT 1 FROM http_sessions s WHERE s.session = :session AND s.person = :person)
    ORDER BY seq LIMIT :most"""  # noqa: S608 - names of columns
ENDED = """
    SELECT 1 FROM http_events
    WHERE session = :session AND reply_to = :reply_to AND kind = 'end_of_turn'"""
REQUESTS = """
    SELECT body FROM requests
    WHERE status = 'pending' AND substr(session, 1, :length) = :prefix
        AND seq > COALESCE((SELECT seq FROM requests WHERE id = :after), 0)
    ORDER BY seq LIMIT :most"""

# Noted before what it is for is kept, or after that: never forgotten without it, nor missed.
CLAIM = f"""
    {insert(http_answers, status="0", body="''")}
    ON CONFLICT (person, key) DO UPDATE SET key = excluded.key
    RETURNING digest, status, body, at"""
KEEP = """
    UPDATE http_answers SET status = :status, body = :body
    WHERE person = :person AND key = :key AND status = 0"""


@dataclass(frozen=True)
class SqlEventLog(Repository):
    """Rows of the tables `http_sessions` and `http_events`, and what turns keep."""

    clock: Clock

    async def open(self, session: SessionId, person: Person) -> None:
        """Note that a person has this session; once is enough."""
        row = {"session": session, "person": person.key, "at": write_moment(self.clock.now())}
        await self.database.put(lambda sql: sql.change(OPEN, **row))

    async def find(self, session: SessionId, person: Person) -> OwnSession | None:
        """A person's session, or None."""
        row = {"session": session, "person": person.key}
        rows = await self.database.rows(FIND, **row)
        return _own(rows[0]) if rows else None

    async def sessions(self, person: Person, limit: int, before: str = "") -> list[OwnSession]:
        """A person's newest sessions, that one and newer ones left out."""
        row = {"person": person.key, "most": limit, **({"before": before} if before else {})}
        which = SESSIONS_BEFORE if before else SESSIONS
        rows = await self.database.rows(which, **row)
        return [_own(row) for row in rows]

    async def note(self, key: str, event: Outgoing) -> bool:
        """Keep an event; False for one whose key is known, and then nothing changes."""
        row = {
            "key": key,
            "session": event.session,
            "reader": event.reader.key if event.reader else "",
            "reply_to": clean(event.reply_to),
            "kind": event.kind,
            "body": json.dumps(dict(event.body)),
            "at": write_moment(self.clock.now()),
        }

        def work(sql: SqlTransaction) -> bool:
            known = sql.rows(KNOWN, session=event.session)
            return bool(known and sql.change(NOTE, **row))

        return await self.database.write(work)

    async def events(
        self, session: SessionId, person: Person, limit: int, after: int = 0
    ) -> list[HttpEvent]:
        """What a person may read of a session's events, in order, behind a number."""
        return [_event(row) for row in await self._page(EVENTS, session, person, after, limit)]

    async def whispers(
        self, session: SessionId, person: Person, limit: int, after: int = 0
    ) -> list[HttpEvent]:
        """What was told to a person alone in a session of anybody's, in order, behind a number."""
        return [_event(row) for row in await self._page(WHISPERS, session, person, after, limit)]

    async def lines(
        self, session: SessionId, person: Person, limit: int, after: int = 0
    ) -> list[SessionLine]:
        """What a person may read of a session's transcript, in order, behind a number."""
        rows = await self._page(LINES, session, person, after, limit)
        return [SessionLine(row[0], read_line(row[1:])) for row in rows]

    async def replies(self, session: SessionId, person: Person, reply_to: str) -> list[HttpEvent]:
        """What a person may read of what came of an incoming event, in order."""
        row = {"session": session, "person": person.key, "reply_to": clean(reply_to)}
        rows = await self.database.rows(REPLIES, **row)
        return [_event(row) for row in rows]

    async def ended(self, session: SessionId, reply_to: str) -> bool:
        """Say whether what came of an incoming event is all there."""
        row = {"session": session, "reply_to": clean(reply_to)}
        return bool(await self.database.rows(ENDED, **row))

    async def requests(self, workspace: str, limit: int, after: RequestId | None) -> list[Request]:
        """The open requests in sessions over HTTP of a workspace, oldest first, behind one."""
        prefix = session_prefix("http", workspace)
        row = {"prefix": prefix, "length": len(prefix), "after": after or "", "most": limit}
        return REQUEST.each(await self.database.rows(REQUESTS, **row))

    async def _page(
        self, which: str, session: SessionId, person: Person, after: int, limit: int
    ) -> list[tuple[Any, ...]]:
        row = {"session": session, "person": person.key, "after": after, "most": limit}
        return await self.database.rows(which, **row)


@dataclass(frozen=True)
class SqlAnswers(Repository):
    """Rows of the table `http_answers`; a digest is sealed, for a question may hold a secret."""

    cipher: Cipher
    clock: Clock

    async def claim(self, person: Person, key: str, digest: str) -> Answered:
        """What is kept under a key; from now on this question, if there was nothing."""
        row = {
            "person": person.key,
            "key": key,
            "digest": self.cipher.seal(digest),
            "at": write_moment(self.clock.now()),
        }
        found = await self.database.note(lambda sql: sql.rows(CLAIM, **row))
        kept, status, body, since = found[0]
        return Answered(self.cipher.open(kept), status, body, since)

    async def keep(self, person: Person, key: str, answered: Answered) -> None:
        """Keep the first answer; it stays."""
        row = {
            "person": person.key,
            "key": key,
            "status": answered.status,
            "body": answered.body,
        }
        await self.database.note(lambda sql: sql.change(KEEP, **row))


def _event(row: tuple[Any, ...]) -> HttpEvent:
    number, kind, body, at = row
    return HttpEvent(number, kind, json.loads(body), datetime.fromisoformat(at))


def _own(row: tuple[Any, ...]) -> OwnSession:
    session, opened_at, body, plans, waiting, last_said = row
    has_tasks = False
    if body:
        participant = PARTICIPANT.decode(body)
        has_tasks = bool(participant.stack.tasks or participant.shelved)
    is_active = bool(plans or waiting or has_tasks)
    at = datetime.fromisoformat(opened_at)
    return OwnSession(SessionId(session), at, is_active, last_said or "")

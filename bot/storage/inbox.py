"""The inbox in SQL: accepted events until their turns are over."""

import hashlib

from typing_extensions import override

from bot.core.ports import Cipher, Clock, Ids, Inbox
from bot.domain.errors import Fenced
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Reply
from bot.storage.codec import INCOMING, REPLY, clean, moment
from bot.storage.database import Database, Sql

LONGEST_KEY = 500  # Postgres refuses to index much more

ACCEPT = """
    INSERT INTO inbox
        (id, dedupe, session, person, body, received_at, status, attempts, reason, kind, message)
    VALUES
        (:id, :dedupe, :session, :person, :body, :received_at, 'waiting', 0, '', :kind, :message)
    ON CONFLICT (dedupe) DO NOTHING"""
COPY = "SELECT id FROM inbox WHERE dedupe = :dedupe"
WAITING = """
    SELECT session FROM inbox WHERE status = 'waiting' GROUP BY session ORDER BY MIN(seq)"""
EPOCH = "SELECT epoch FROM sessions WHERE id = :session FOR UPDATE"
PARK = """
    UPDATE inbox SET status = 'parked', reason = :reason
    WHERE id = :turn AND status = 'waiting'"""
END_ASIDE = """
    UPDATE inbox SET status = 'done', done_at = :now, body = ''
    WHERE id = :turn AND status = 'waiting' AND attempts = 0"""
POST = """
    INSERT INTO outbox (id, session, platform, body)
    VALUES (:id, :session, :platform, :body)"""


class SqlInbox(Inbox):
    """Rows of the table `inbox`; what came in is sealed."""

    def __init__(self, database: Database, cipher: Cipher, clock: Clock, ids: Ids) -> None:
        self._database = database
        self._cipher = cipher
        self._clock = clock
        self._ids = ids

    @override
    async def accept(self, incoming: Incoming) -> TurnId | None:
        turn = TurnId(self._ids.new())
        row = {
            "id": turn,
            "dedupe": dedupe_key(incoming),
            "session": incoming.thread.session,
            "person": incoming.person.key,
            "body": self._cipher.seal(INCOMING.encode(incoming)),
            "received_at": moment(self._clock.now()),
            "kind": kind_of(incoming),
            "message": clean(incoming.message),
        }

        def work(sql: Sql) -> TurnId | None:
            if sql.change(ACCEPT, **row):
                return turn
            # A transaction run again after a lost answer meets its own row.
            return turn if sql.rows(COPY, dedupe=row["dedupe"]) == [(turn,)] else None

        return await self._database.write(work)

    @override
    async def waiting(self) -> list[SessionId]:
        rows = await self._database.read(lambda sql: sql.rows(WAITING))
        return [SessionId(session) for (session,) in rows]

    @override
    async def park(self, turn: TurnId, epoch: int, reason: str, reply: Reply) -> None:
        said = outbox_row(reply)

        def work(sql: Sql) -> None:
            fence(sql, reply.thread.session, epoch)
            if sql.change(PARK, turn=turn, reason=clean(reason)):
                sql.change(POST, **said)

        await self._database.write(work)

    @override
    async def answer_aside(self, turn: TurnId, reply: Reply) -> bool:
        now, said = moment(self._clock.now()), outbox_row(reply)

        def work(sql: Sql) -> bool:
            is_ours = bool(sql.change(END_ASIDE, turn=turn, now=now))
            if is_ours:
                sql.change(POST, **said)
            return is_ours

        return await self._database.write(work)


def kind_of(incoming: Incoming) -> str:
    """The kind of an event as its row tells it; a wish to stop is one of its own."""
    return "halt" if incoming.halts else incoming.kind


def dedupe_key(incoming: Incoming) -> str:
    """Name an event as its platform does; the parts are escaped, so that it is unambiguous."""
    parts = (incoming.thread.platform, incoming.thread.workspace, incoming.id)
    key = clean("/".join(part.replace("%", "%25").replace("/", "%2F") for part in parts))
    if len(key) <= LONGEST_KEY:
        return key
    return key[:LONGEST_KEY] + "#" + hashlib.sha256(key.encode()).hexdigest()


def fence(sql: Sql, session: SessionId, epoch: int) -> None:
    """Stop a worker whose session was taken over; keep others from doing so until the end."""
    if sql.rows(EPOCH, session=session) != [(epoch,)]:
        raise Fenced


def outbox_row(reply: Reply) -> dict[str, str]:
    """Write a reply as a row of the outbox."""
    return {
        "id": reply.id,
        "session": reply.thread.session,
        "platform": reply.thread.platform,
        "body": REPLY.encode(reply),
    }

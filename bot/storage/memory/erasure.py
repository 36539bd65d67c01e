"""Erases a person, or a workspace that left, by what each table declares of its rows.

Tables of agents are theirs: what they keep of a workspace, the bot cannot know.
"""

from collections.abc import Iterator
from datetime import datetime

from bot.domain.messages import Thread
from bot.domain.operations import Forgotten, Unremembered, blank_words, concerns, is_about
from bot.storage.accounts.installations import BACK, LEFT
from bot.storage.accounts.linked_accounts import hold_link
from bot.storage.databases.codec import REPLY, REQUEST, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.memory.search_index import trim_summaries
from bot.storage.tables.columns import THEIRS, holding_of
from bot.storage.tables.people import link_offers
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import decisions, feedback, journal, messages, outbox, requests
from bot.storage.tables.statements import delete, delete_batch, update

ERASED = {table.name: holding_of(table).erased for table in TABLES if holding_of(table).erased}
TURNS = f"""
    SELECT turn FROM messages WHERE {ERASED[messages.name]}
    UNION
    SELECT id FROM inbox WHERE session = :session AND person = :person AND status <> 'waiting'"""  # noqa: S608 - declared by the table
# Once it was not noted whom the bot said something to: then it answered the turn's author.
SPOKEN = """
    SELECT DISTINCT turn FROM messages
    WHERE session = :session AND by_bot = 0 AND speaker = :person"""
OF_TURN = "session = :session AND turn = :turn"
ANSWERS = delete(messages, f"{OF_TURN} AND by_bot = 1 AND addressee = ''")
DECISIONS = delete(decisions, OF_TURN)
JOURNAL = delete(journal, "turn = :turn")
OFFERS = delete(link_offers, "person = :person OR redeemer = :person")
# SQLite would give the highest number out again, and who listens behind it would miss that event.
BLANK_NEWEST = """
    UPDATE http_events SET key = 'gone.' || CAST(seq AS TEXT), session = '', reader = '',
        reply_to = '', kind = '', body = '{}'
    WHERE seq = (SELECT MAX(seq) FROM http_events)"""
BY_PERSON = (
    f"{BLANK_NEWEST} AND {ERASED['http_events']}",
    "DELETE FROM http_events WHERE session = '' AND seq < (SELECT MAX(seq) FROM http_events)",
    # By name, so that events are found by the sessions that go behind them.
    *(delete(table, ERASED[table.name]) for table in TABLES if table.name in ERASED),
    """
    UPDATE inbox SET status = 'done', done_at = received_at, body = '', reason = ''
    WHERE session = :session AND person = :person AND status = 'parked'""",
)
OF_THEIR_TURN = (
    delete(messages, f"{ERASED[messages.name]} AND turn = :turn"),
    *(delete(table, f"{THEIRS} AND turn = :turn") for table in (decisions, feedback)),
    """
    DELETE FROM journal WHERE turn = :turn AND EXISTS (
        SELECT 1 FROM inbox
        WHERE id = :turn AND session = :session AND person = :person AND status <> 'waiting')""",
)
REQUESTS = "SELECT id, body FROM requests WHERE session = :session AND status <> 'pending'"
BLANK = update(requests, "id = :id", "body")
REPLIES = "SELECT seq, body FROM outbox WHERE session = :session"
UNSAY = delete(outbox, "seq = :seq")


def erase_person(sql: SqlTransaction, deed: Forgotten) -> None:
    """Delete it, before the turn that was asked to writes what it leaves."""
    session = deed.session
    key = {"session": session, "person": deed.person.key}
    turns = [{"session": session, "turn": turn} for (turn,) in sql.rows(TURNS, **key)]
    spoken = [{"session": session, "turn": turn} for (turn,) in sql.rows(SPOKEN, **key)]
    sql.change_each(ANSWERS, spoken)
    sql.change_each(DECISIONS, turns)
    sql.change_each(JOURNAL, turns)
    sql.change(OFFERS, person=deed.person.key)  # waits for one that is being agreed on
    hold_link(sql, deed.person)
    for statement in BY_PERSON:
        sql.change(statement, **key)
    _blank_requests(sql, deed)
    _unsay(sql, deed)


def erase_turns(sql: SqlTransaction, deed: Unremembered) -> None:
    """Delete what a person said, and was told, in some turns, and what summaries made of it."""
    key = {"session": deed.session, "person": deed.person.key}
    rows = [{**key, "turn": turn} for turn in deed.turns]
    for statement in OF_THEIR_TURN:
        sql.change_each(statement, rows)
    trim_summaries(sql, deed.session, {*deed.turns})
    _unsay(sql, deed)


def _blank_requests(sql: SqlTransaction, deed: Forgotten) -> None:
    rows = sql.rows(REQUESTS, session=deed.session)
    read = ((id_, REQUEST.decode(body)) for id_, body in rows)
    blank = [
        {"id": id_, "body": REQUEST.encode(blank_words(request, deed.person))}
        for id_, request in read
        if concerns(request, deed.person)
    ]
    sql.change_each(BLANK, blank)


def _unsay(sql: SqlTransaction, deed: Forgotten | Unremembered) -> None:
    rows = sql.rows(REPLIES, session=deed.session)
    read = ((seq, REPLY.decode(body)) for seq, body in rows)
    sql.change_each(UNSAY, [{"seq": seq} for seq, reply in read if is_about(reply, deed)])


LEAVERS = """
    SELECT platform, workspace FROM departures WHERE left_at < :before
    ORDER BY left_at, platform, workspace"""
NOTHING_LEFT = f"{BACK} AND left_at < :before"
STILL_GONE = """
    SELECT 1 FROM departures
    WHERE platform = :platform AND workspace = :workspace AND left_at < :before FOR UPDATE"""


class SqlDepartures(Repository):
    """Rows of the table `departures`."""

    async def leave(self, platform: str, workspace: str, at: datetime) -> None:
        """Note that a workspace left; once is enough."""
        row = {"platform": platform, "workspace": workspace, "left_at": write_moment(at)}
        await self.database.change(LEFT, **row)

    async def come_back(self, platform: str, workspace: str) -> None:
        """Note that it is here again: nothing of it is to be purged."""
        row = {"platform": platform, "workspace": workspace}
        await self.database.change(BACK, **row)

    async def purge(self, before: datetime) -> int:
        """Delete everything of the workspaces that left before a moment; say how many rows."""
        at = write_moment(before)
        leavers = await self.database.rows(LEAVERS, before=at)
        return sum([await self._purge(platform, left, at) for platform, left in leavers])

    async def _purge(self, platform: str, workspace: str, before: str) -> int:
        """Delete in pieces that hold nobody up; one that comes back meanwhile keeps the rest."""
        row = {"platform": platform, "workspace": workspace}
        purged = 0
        for statement, prefix in _statements(platform, workspace):

            def _piece(
                sql: SqlTransaction, statement: str = statement, prefix: str = prefix
            ) -> int:
                is_gone = sql.rows(STILL_GONE, **row, before=before)
                return sql.change(statement, prefix=prefix) if is_gone else 0

            while count := await self.database.write(_piece):
                purged += count
        # The mark goes when there is nothing left, so that stragglers are deleted next time.
        if not purged:
            await self.database.change(NOTHING_LEFT, **row, before=before)
        return purged


def _statements(platform: str, workspace: str) -> Iterator[tuple[str, str]]:
    """What to delete, in an order in which nothing is left that nobody finds any more."""
    start = Thread(platform, workspace, "", "").session.removesuffix("/")
    ours = f"substr({{}}, 1, {len(start)}) = :prefix".format
    turns = f"turn IN (SELECT id FROM inbox WHERE {ours('session')})"  # noqa: S608 - no words of others
    yield delete_batch(journal, turns), start
    for table in TABLES:
        for column in holding_of(table).places:
            yield delete_batch(table, ours(column)), start

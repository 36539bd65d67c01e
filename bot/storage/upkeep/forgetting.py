"""Forget a person in SQL: all that a session keeps of what they said and were told."""

from bot.domain.deeds import Forgotten, Unremembered
from bot.domain.forgetting import concerns, is_about, without_words
from bot.storage.codec import REPLY, REQUEST
from bot.storage.databases.database import Sql
from bot.storage.people.links import hold_link
from bot.storage.remembering.remembering import trim
from bot.storage.tables.columns import THEIRS, holding_of
from bot.storage.tables.links import link_offers
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import decisions, feedback, journal, messages, outbox, requests
from bot.storage.tables.statements import delete, update

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


def forget(sql: Sql, deed: Forgotten) -> None:
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


def forget_turns(sql: Sql, deed: Unremembered) -> None:
    """Delete what a person said, and was told, in some turns, and what summaries made of it."""
    key = {"session": deed.session, "person": deed.person.key}
    rows = [{**key, "turn": turn} for turn in deed.turns]
    for statement in OF_THEIR_TURN:
        sql.change_each(statement, rows)
    trim(sql, deed.session, {*deed.turns})
    _unsay(sql, deed)


def _blank_requests(sql: Sql, deed: Forgotten) -> None:
    rows = sql.rows(REQUESTS, session=deed.session)
    read = ((id_, REQUEST.decode(body)) for id_, body in rows)
    blank = [
        {"id": id_, "body": REQUEST.encode(without_words(request, deed.person))}
        for id_, request in read
        if concerns(request, deed.person)
    ]
    sql.change_each(BLANK, blank)


def _unsay(sql: Sql, deed: Forgotten | Unremembered) -> None:
    rows = sql.rows(REPLIES, session=deed.session)
    read = ((seq, REPLY.decode(body)) for seq, body in rows)
    sql.change_each(UNSAY, [{"seq": seq} for seq, reply in read if is_about(reply, deed)])

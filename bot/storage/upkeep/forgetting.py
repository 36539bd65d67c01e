"""Forget a person in SQL: all that a session keeps of what they said and were told."""

from bot.domain.deeds import Forgotten, Unremembered
from bot.domain.forgetting import concerns, is_about, without_words
from bot.storage.codec import REPLY, REQUEST
from bot.storage.databases.database import Sql
from bot.storage.people.links import hold_link
from bot.storage.remembering.remembering import trim

THEIRS = "session = :session AND (speaker = :person OR addressee = :person)"
TURNS = f"""
    SELECT turn FROM messages WHERE {THEIRS}
    UNION
    SELECT id FROM inbox WHERE session = :session AND person = :person AND status <> 'waiting'"""  # noqa: S608 - written above
# Once it was not noted whom the bot said something to: then it answered the turn's author.
SPOKEN = """
    SELECT DISTINCT turn FROM messages
    WHERE session = :session AND by_bot = 0 AND speaker = :person"""
ANSWERS = """
    DELETE FROM messages
    WHERE session = :session AND turn = :turn AND by_bot = 1 AND addressee = ''"""
THEIR_EVENTS = """session = :session AND (reader = :person OR EXISTS (
    SELECT 1 FROM http_sessions s
    WHERE s.session = http_events.session AND s.person = :person))"""
# SQLite would give the highest number out again, and who listens behind it would miss that event.
BLANK_NEWEST = """
    UPDATE http_events SET key = 'gone.' || CAST(seq AS TEXT), session = '', reader = '',
        reply_to = '', kind = '', body = '{}'
    WHERE seq = (SELECT MAX(seq) FROM http_events)"""
NUMBER_STAYS = (
    f"{BLANK_NEWEST} AND {THEIR_EVENTS}",
    "DELETE FROM http_events WHERE session = '' AND seq < (SELECT MAX(seq) FROM http_events)",
)
BY_PERSON = (
    f"DELETE FROM messages WHERE {THEIRS}",  # noqa: S608 - as above
    "DELETE FROM participants WHERE session = :session AND person = :person",
    "DELETE FROM diaries WHERE session = :session AND person = :person",
    "DELETE FROM decisions WHERE session = :session AND person = :person",
    "DELETE FROM summaries WHERE session = :session AND person = :person",
    "DELETE FROM feedback WHERE session = :session AND person = :person",
    "DELETE FROM agent_messages WHERE session = :session AND person = :person",
    "DELETE FROM plans WHERE session = :session AND owner = :person",
    *NUMBER_STAYS,
    f"DELETE FROM http_events WHERE {THEIR_EVENTS}",  # noqa: S608 - as above
    "DELETE FROM http_sessions WHERE session = :session AND person = :person",
    "DELETE FROM http_answers WHERE person = :person",
    "DELETE FROM link_members WHERE person = :person",
    "DELETE FROM link_attempts WHERE person = :person",
    """
    UPDATE inbox SET status = 'done', done_at = received_at, body = '', reason = ''
    WHERE session = :session AND person = :person AND status = 'parked'""",
)
OFFERS = "DELETE FROM link_offers WHERE person = :person OR redeemer = :person"
DECISIONS = "DELETE FROM decisions WHERE session = :session AND turn = :turn"
JOURNAL = "DELETE FROM journal WHERE turn = :turn"
REQUESTS = "SELECT id, body FROM requests WHERE session = :session AND status <> 'pending'"
BLANK = "UPDATE requests SET body = :body WHERE id = :id"
OF_TURN = (
    f"DELETE FROM messages WHERE {THEIRS} AND turn = :turn",  # noqa: S608 - as above
    "DELETE FROM decisions WHERE session = :session AND person = :person AND turn = :turn",
    "DELETE FROM feedback WHERE session = :session AND person = :person AND turn = :turn",
    """
    DELETE FROM journal WHERE turn = :turn AND EXISTS (
        SELECT 1 FROM inbox
        WHERE id = :turn AND session = :session AND person = :person AND status <> 'waiting')""",
)
REPLIES = "SELECT seq, body FROM outbox WHERE session = :session"
UNSAY = "DELETE FROM outbox WHERE seq = :seq"


def forget(sql: Sql, deed: Forgotten) -> None:
    """Delete it, before the turn that was asked to writes what it leaves."""
    session = deed.session
    key = {"session": session, "person": deed.person.key}
    turns = [turn for (turn,) in sql.rows(TURNS, **key)]
    spoken = [{"session": session, "turn": turn} for (turn,) in sql.rows(SPOKEN, **key)]
    sql.change_each(ANSWERS, spoken)
    sql.change_each(DECISIONS, [{"session": session, "turn": turn} for turn in turns])
    sql.change_each(JOURNAL, [{"turn": turn} for turn in turns])
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
    for statement in OF_TURN:
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

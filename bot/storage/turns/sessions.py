"""Sessions in SQL: read beside their turns, and across them."""

from datetime import datetime

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.accounts.overview import MOST_SESSIONS, Overviews, TakenMessage, Whereabouts
from bot.core.ports.sessions import Sessions
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.domain.operations import Attention, ChannelMode, name_channel
from bot.domain.participant import Participant
from bot.domain.requests import Request
from bot.storage.databases.codec import NAMES, PARTICIPANT, REQUEST, session_prefix, write_moment
from bot.storage.databases.transactions import Repository

WHO = "SELECT body FROM participants WHERE session = :session AND person = :person"
# More than one turn can make; reading them all would cost more with every turn.
WHY = """
    SELECT turn, gate, chosen, reason, rejected FROM decisions
    WHERE session = :session AND person = :person ORDER BY seq DESC LIMIT 100"""

ATTENTION = """
    SELECT (SELECT COUNT(*) FROM sessions WHERE id = :session),
        (SELECT quiet FROM attention WHERE place = :session),
        (SELECT mode FROM attention WHERE place = :channel)"""


class SqlSessions(Repository, Sessions):
    """Rows of the tables `participants`, `decisions` and `attention`."""

    @override
    async def participant(self, session: SessionId, person: Person) -> Participant:
        key = person.key
        rows = await self.database.rows(WHO, session=session, person=key)
        return PARTICIPANT.first(rows) or Participant.new(person)

    @override
    async def decisions(self, session: SessionId, person: Person) -> list[DecisionNote]:
        key = person.key
        rows = await self.database.rows(WHY, session=session, person=key)
        return [
            DecisionNote(Gate(gate), chosen, reason, NAMES.decode(rejected))
            for turn, gate, chosen, reason, rejected in reversed(rows)
            if turn == rows[0][0]
        ]

    @override
    async def attention(self, thread: Thread) -> Attention:
        places = {"session": thread.session, "channel": name_channel(thread)}
        rows = await self.database.rows(ATTENTION, **places)
        known, quiet, mode = rows[0]
        return Attention(bool(known), bool(quiet), ChannelMode(mode or ChannelMode.THREAD))


LAST = """
    SELECT p.session, p.body FROM participants p JOIN sessions s ON s.id = p.session
    WHERE p.person = :person AND substr(p.session, 1, :length) = :prefix AND s.updated_at >= :since
    ORDER BY s.updated_at DESC LIMIT 1"""
WHEREABOUTS = f"""
    SELECT joined.session, last.session, last.body
    FROM (SELECT 1 AS one) AS always
    LEFT JOIN joined_threads AS joined ON joined.place = :place
    LEFT JOIN ({LAST}) AS last ON always.one = 1"""  # noqa: S608 - no value
NEWEST = f"""
    SELECT p.session, p.body FROM participants p JOIN sessions s ON s.id = p.session
    WHERE p.person = :person ORDER BY s.updated_at DESC LIMIT {MOST_SESSIONS}"""  # noqa: S608 - a number
PENDING = """
    SELECT body FROM requests
    WHERE status = 'pending' AND substr(session, 1, :length) = :prefix ORDER BY seq"""

TAKEN = """
    SELECT message, person FROM inbox
    WHERE session = :session AND message <> '' AND kind = 'message' AND received_at >= :since
        AND NOT EXISTS (
            SELECT 1 FROM inbox AS gone
            WHERE gone.session = inbox.session AND gone.message = inbox.message
                AND gone.message <> '' AND gone.kind = 'deletion')
    ORDER BY seq"""


class SqlOverviews(Repository, Overviews):
    """Joins of the tables `participants`, `sessions` and `requests`."""

    @override
    async def last_in(
        self, place: Thread, person: Person, since: datetime | None = None
    ) -> SessionId | None:
        row = _of_channel(place, person, since)
        rows = await self.database.rows(LAST, **row)
        return SessionId(rows[0][0]) if rows else None

    @override
    async def whereabouts(self, place: Thread, person: Person, since: datetime) -> Whereabouts:
        row = {**_of_channel(place, person, since), "place": place.session}
        ((joined, last, body),) = await self.database.rows(WHEREABOUTS, **row)
        session = SessionId(joined or place.session)
        if last is None:
            return Whereabouts(session)
        known = PARTICIPANT.decode(body)
        return Whereabouts(session, SessionId(last), is_busy=known.stack.top is not None)

    @override
    async def of_person(self, person: Person) -> list[tuple[SessionId, Participant]]:
        rows = await self.database.rows(NEWEST, person=person.key)
        return [(SessionId(session), PARTICIPANT.decode(body)) for session, body in rows]

    @override
    async def pending_in(self, platform: str, workspace: str) -> list[Request]:
        prefix = session_prefix(platform, workspace)
        row = {"prefix": prefix, "length": len(prefix)}
        return REQUEST.each(await self.database.rows(PENDING, **row))

    @override
    async def taken(self, session: SessionId, since: datetime) -> list[TakenMessage]:
        row = {"session": session, "since": write_moment(since)}
        rows = await self.database.rows(TAKEN, **row)
        return [TakenMessage(message, person) for message, person in rows]


def _of_channel(place: Thread, person: Person, since: datetime | None) -> dict[str, str | int]:
    prefix = session_prefix(place.platform, place.workspace, place.channel)
    return {
        "person": person.key,
        "prefix": prefix,
        "length": len(prefix),
        "since": write_moment(since) if since else "",
    }

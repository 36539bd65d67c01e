"""Sessions in SQL: what is remembered, read beside the turns."""

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.sessions import Sessions
from bot.domain.attention import Attention, ChannelMode
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.deeds import channel_of
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.domain.participant import Participant
from bot.storage.codec import NAMES, PARTICIPANT
from bot.storage.databases.database import Repository

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
        places = {"session": thread.session, "channel": channel_of(thread)}
        rows = await self.database.rows(ATTENTION, **places)
        known, quiet, mode = rows[0]
        return Attention(bool(known), bool(quiet), ChannelMode(mode or ChannelMode.THREAD))

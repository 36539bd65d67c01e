"""Lines of the transcript as rows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Said
from bot.storage.codec import clean, moment
from bot.storage.databases.database import Sql
from bot.storage.tables.sessions import messages
from bot.storage.tables.statements import columns, insert, select

LINE = columns(messages, "session")
SAY = insert(messages)
OF_TURN = select(
    messages, "WHERE session = :session AND turn = :turn AND by_bot = 0 ORDER BY seq", "session"
)


def lines_in(sql: Sql, session: SessionId, turns: Sequence[TurnId]) -> tuple[Said, ...]:
    """The lines of people in some turns of a session."""
    rows = [sql.rows(OF_TURN, session=session, turn=turn) for turn in turns]
    return tuple(said(row) for of_turn in rows for row in of_turn)


def said_row(session: SessionId, line: Said) -> dict[str, Any]:
    """Write a line as a row; it is one that a database takes."""
    return {
        "session": session,
        "turn": line.turn,
        "speaker": line.speaker,
        "by_bot": int(line.by_bot),
        "text": line.text,
        "at": moment(line.at),
        "message": line.message,
        "source": line.source,
        "private": int(line.private),
        "addressee": line.to,
        "withheld": int(line.withheld),
    }


def storable(line: Said) -> Said:
    """A line as it is read back: without what no database takes."""
    plain = (line.speaker, line.text, line.message, line.source, line.to)
    speaker, text, message, source, to = cleaned = tuple(map(clean, plain))
    if cleaned == plain:
        return line
    return replace(line, speaker=speaker, text=text, message=message, source=source, to=to)


def said(row: tuple[Any, ...]) -> Said:
    """Read a line, its columns in the order of `LINE`."""
    turn, speaker, by_bot, text, at, message, source, private, to, withheld = row
    return Said(
        turn,
        speaker,
        bool(by_bot),
        text,
        datetime.fromisoformat(at),
        message,
        source,
        private=bool(private),
        to=to,
        withheld=bool(withheld),
    )

"""How values of the domain become columns and rows, and back."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Generic, TypeVar

from pydantic import JsonValue, TypeAdapter
from pydantic_core import PydanticSerializationError

from agents.kit.values.model import Usage as Spent
from bot.domain.accounts import LinkOffer
from bot.domain.budget import DailyUsage, name_day
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Summary, Whose
from bot.domain.messages import Incoming, Reply, Thread, TranscriptLine
from bot.domain.operations import name_workspace
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan, PlanMessage
from bot.domain.requests import Request
from bot.storage.databases.transactions import SqlTransaction
from bot.storage.tables.sessions import messages, usage
from bot.storage.tables.statements import columns, insert, select

T = TypeVar("T")


class Codec(Generic[T]):
    """Writes one type as JSON text; built once, for building is slow."""

    def __init__(self, adapter: TypeAdapter[T]) -> None:
        self._adapter = adapter
        # The adapter's own methods hand on a dozen options, none of which is used here.
        self._write: Callable[[T], bytes] = partial(adapter.serializer.to_json, by_alias=True)
        self._read: Callable[[str], T] = adapter.validator.validate_json

    def encode(self, value: T) -> str:
        """Write a value."""
        try:
            return self._write(value).decode()
        except PydanticSerializationError:
            plain = self._adapter.dump_python(value, mode="json", by_alias=True)
            return clean(json.dumps(plain, ensure_ascii=False))

    def decode(self, body: str) -> T:
        """Read a value back."""
        return self._read(body)

    def each(self, rows: Iterable[tuple[str]]) -> list[T]:
        """Read rows that hold one value each."""
        return [self._read(body) for (body,) in rows]

    def first(self, rows: Iterable[tuple[str]]) -> T | None:
        """Read the first of such rows, if there is one."""
        return next((self._read(body) for (body,) in rows), None)


INCOMING = Codec(TypeAdapter(Incoming))
REPLY = Codec(TypeAdapter(Reply))
PARTICIPANT = Codec(TypeAdapter(Participant))
REQUEST = Codec(TypeAdapter(Request))
PLAN = Codec(TypeAdapter(Plan))
OFFER = Codec(TypeAdapter(LinkOffer))
SUMMARY = Codec(TypeAdapter(Summary))
AGENT_MESSAGE = Codec(TypeAdapter(PlanMessage))
ENTRY: Codec[JsonValue] = Codec(TypeAdapter(JsonValue))
NAMES: Codec[tuple[str, ...]] = Codec(TypeAdapter(tuple[str, ...]))


def clean(words: str) -> str:
    """Replace what no database takes: half a character (a lone surrogate) and NUL."""
    if words.isascii() and "\x00" not in words:
        return words  # nearly all there is
    return words.encode("utf-8", "replace").decode().replace("\x00", "\N{REPLACEMENT CHARACTER}")


def write_moment(at: datetime) -> str:
    """Write a moment so that it sorts as text."""
    utc = at if at.tzinfo is UTC else at.astimezone(UTC)
    return utc.isoformat(timespec="microseconds")


def read_moment(at: str | None) -> datetime | None:
    """Read a moment back, where there is one."""
    return datetime.fromisoformat(at) if at else None


def session_prefix(*parts: str) -> str:
    """What the sessions of a workspace, or of a channel, begin with."""
    whole = Thread(*parts, *("" for _ in range(4 - len(parts)))).session
    return whole.rstrip("/") + "/"


LINE = columns(messages, "session")
SAY = insert(messages)
OF_TURN = select(
    messages, "WHERE session = :session AND turn = :turn AND by_bot = 0 ORDER BY seq", "session"
)


def read_lines(
    sql: SqlTransaction, session: SessionId, turns: Sequence[TurnId]
) -> tuple[TranscriptLine, ...]:
    """The lines of people in some turns of a session."""
    rows = [sql.rows(OF_TURN, session=session, turn=turn) for turn in turns]
    return tuple(read_line(row) for of_turn in rows for row in of_turn)


def write_line(session: SessionId, line: TranscriptLine) -> dict[str, Any]:
    """Write a line as a row; it is one that a database takes."""
    return {
        "session": session,
        "turn": line.turn,
        "speaker": line.speaker,
        "by_bot": int(line.by_bot),
        "text": line.text,
        "at": write_moment(line.at),
        "message": line.message,
        "source": line.source,
        "private": int(line.private),
        "addressee": line.to,
        "withheld": int(line.withheld),
    }


def make_storable(line: TranscriptLine) -> TranscriptLine:
    """A line as it is read back: without what no database takes."""
    plain = (line.speaker, line.text, line.message, line.source, line.to)
    speaker, text, message, source, to = cleaned = tuple(map(clean, plain))
    if cleaned == plain:
        return line
    return replace(line, speaker=speaker, text=text, message=message, source=source, to=to)


def read_line(row: tuple[Any, ...]) -> TranscriptLine:
    """Read a line, its columns in the order of `LINE`."""
    turn, speaker, by_bot, text, at, message, source, private, to, withheld = row
    return TranscriptLine(
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


_COUNTS = DailyUsage.__slots__
_SUMS = ", ".join(f"{name} = usage.{name} + excluded.{name}" for name in _COUNTS)
USE = f"{insert(usage)} ON CONFLICT (person, workspace, day) DO UPDATE SET {_SUMS}"


def write_usage(whose: Whose, used: DailyUsage, now: datetime) -> dict[str, Any]:
    """What is added to a person's day."""
    workspace = name_workspace(Thread.of(whose.session))
    counts = dict(zip(_COUNTS, used.counts, strict=True))
    return {"person": whose.person.key, "workspace": workspace, "day": name_day(now), **counts}


def count_one_call(spent: Spent) -> DailyUsage:
    """One model call that no turn asked for."""
    return DailyUsage(0, 1, spent.input_tokens, spent.output_tokens, spent.cost_micros)

"""How values of the domain become text in a column, and back."""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Generic, TypeVar

from pydantic import JsonValue, TypeAdapter
from pydantic_core import PydanticSerializationError

from bot.domain.agent_message import AgentMessage
from bot.domain.links import Offer
from bot.domain.memory import Summary
from bot.domain.messages import Incoming, Reply, Thread
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request

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
OFFER = Codec(TypeAdapter(Offer))
SUMMARY = Codec(TypeAdapter(Summary))
AGENT_MESSAGE = Codec(TypeAdapter(AgentMessage))
ENTRY: Codec[JsonValue] = Codec(TypeAdapter(JsonValue))
NAMES: Codec[tuple[str, ...]] = Codec(TypeAdapter(tuple[str, ...]))


def clean(words: str) -> str:
    """Replace what no database takes: half a character (a lone surrogate) and NUL."""
    if words.isascii() and "\x00" not in words:
        return words  # nearly all there is
    return words.encode("utf-8", "replace").decode().replace("\x00", "\N{REPLACEMENT CHARACTER}")


def moment(at: datetime) -> str:
    """Write a moment so that it sorts as text."""
    utc = at if at.tzinfo is UTC else at.astimezone(UTC)
    return utc.isoformat(timespec="microseconds")


def moment_of(at: str | None) -> datetime | None:
    """Read a moment back, where there is one."""
    return datetime.fromisoformat(at) if at else None


def prefix_of(*parts: str) -> str:
    """What the sessions of a workspace, or of a channel, begin with."""
    whole = Thread(*parts, *("" for _ in range(4 - len(parts)))).session
    return whole.rstrip("/") + "/"

"""What a tool or a function agent is given: one person's turn, and what it may reach."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from agents.kit.ports.records import Records
from agents.kit.ports.sql import NoSql, Sql
from agents.kit.ports.web import Http
from agents.kit.values.errors import AuthorError, ToolFailed
from agents.kit.values.model import Card
from agents.kit.values.person import Fact, Person
from agents.kit.values.texts import MOST_FACT_CHARACTERS


@dataclass
class Turn:
    """The author of the message, what code knows about them, and the ports.

    `text` is what was said last for this task, `said` all of it, `quoted` what the files that
    came with it say, `notes` what tools and other agents answered for it,
    `now` the moment the turn began; `key` is the same when this very run begins again. Facts
    are read with `fact`, and changed by tools that declare them in `provides`.
    """

    person: Person
    text: str
    now: datetime
    records: Records
    http: Http
    progress: Callable[[str], None]
    known: Mapping[str, JsonValue] = field(default_factory=dict)
    colleagues: tuple[Card, ...] = ()
    state: dict[str, JsonValue] | None = None
    notes: tuple[str, ...] = ()
    key: str = ""
    established: dict[str, JsonValue] = field(default_factory=dict)
    revoked: list[str] = field(default_factory=list)
    allowed: frozenset[str] = frozenset()
    delivered: list[str] = field(default_factory=list)
    sql: Sql = field(default_factory=NoSql)
    said: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    words_of: Mapping[str, str] = field(default_factory=dict)

    def words(self, slot: str) -> str:
        """The words in which the person gave the value of a slot; empty if they gave none."""
        return self.words_of.get(slot, "")

    def fact(self, fact: Fact) -> JsonValue:
        """The value of a fact about the author of this turn.

        Raises:
            ToolFailed: it is not established, or has lapsed.
        """
        if fact.name not in self.known:
            raise ToolFailed(f"This needs “{fact.meaning}” first.")
        return self.known[fact.name]

    def establish(self, fact: Fact, value: JsonValue = True) -> None:  # noqa: FBT002 - a value
        """Establish a fact this tool provides.

        Raises:
            AuthorError: the running tool does not declare it in `provides`, JSON has no such
                value, or it is too long.
        """
        self._declared(fact)
        if value is None or value is False:
            raise AuthorError(f"to take “{fact.name}” back, revoke it")
        length = _length_as_json(value)
        if length is None:
            raise AuthorError(
                f"“{fact.name}” cannot be kept as {type(value).__name__}; give plain JSON"
            )
        if length > MOST_FACT_CHARACTERS:
            raise AuthorError(
                f"“{fact.name}” has {length:,} characters, and a fact holds at most "
                f"{MOST_FACT_CHARACTERS:,}; keep the rest in a table with turn.records"
            )
        self.established[fact.name] = value

    def revoke(self, fact: Fact) -> None:
        """Take a fact back, and with it all that rests on it.

        Raises:
            AuthorError: the running tool does not declare it in `provides`.
        """
        self._declared(fact)
        self.revoked.append(fact.name)

    def deliver(self, artifact: str) -> None:
        """Hand a result over that is not chat text, such as a letter; it is sent as it is.

        Raises:
            AuthorError: it is no text.
        """
        is_text = isinstance(artifact, str)
        if not is_text:
            raise AuthorError(f"what is delivered is a text, not {type(artifact).__name__}")
        self.delivered.append(artifact)

    def _declared(self, fact: Fact) -> None:
        if fact.name not in self.allowed:
            raise AuthorError(f"a tool that changes “{fact.name}” must list it in provides")


def _length_as_json(value: object) -> int | None:
    try:
        return len(json.dumps(value, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        return None

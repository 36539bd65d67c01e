"""The audit: what was done, by whom and on whose word, as a chain in which nothing can change.

    link 1 ──hash──▶ link 2 ──hash──▶ … ──hash──▶ link n ◀── head (count and hash, sealed)

A link holds all entries of one commit and the hash of the link before it. Entries hold ids,
digests and counts: never the words of people, and no secrets.
"""

import json
from dataclasses import dataclass, field, replace
from datetime import datetime

from pydantic import JsonValue

from bot.domain.ids import digest_of, write_canonical

Facts = dict[str, JsonValue]

ADMIN = "admin"
ALLOWED = '"act":"admin","allowed":true'
"""How the entry of an admin's act reads that was not refused."""


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One thing that was done, decided or refused."""

    act: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditBatch:
    """What one commit tells the audit; `workspace` is empty for what concerns them all."""

    at: datetime
    workspace: str
    session: str
    turn: str
    person: str
    entries: tuple[AuditEvent, ...]


@dataclass(frozen=True, slots=True)
class AuditLink:
    """A note as it stands in the chain; `before` is the hash of the link it hangs on."""

    number: int
    at: str
    workspace: str
    session: str
    turn: str
    person: str
    entries: str
    before: str
    hash: str = ""

    @property
    def sound(self) -> str:
        """The hash it must have."""
        where: list[JsonValue] = [self.at, self.workspace, self.session, self.turn]
        return digest_of([self.number, *where, self.person, self.entries, self.before])

    @property
    def told(self) -> list[Facts]:
        """Its entries, each with its act; none where they cannot be read."""
        try:
            read = json.loads(self.entries)
        except ValueError:
            return []
        return [entry for entry in read if isinstance(entry, dict)]


@dataclass(frozen=True, slots=True)
class ChainHead:
    """How long the chain is, and the hash of its last link."""

    count: int = 0
    hash: str = ""

    @property
    def words(self) -> str:
        """Both, to be sealed."""
        return f"{self.count}:{self.hash}"

    def link(self, note: AuditBatch) -> AuditLink:
        """Hang a note on the chain."""
        entries = [{"act": entry.act, **entry.facts} for entry in note.entries]
        link = AuditLink(
            number=self.count + 1,
            at=note.at.isoformat(timespec="microseconds"),
            workspace=note.workspace,
            session=note.session,
            turn=note.turn,
            person=note.person,
            entries=write_canonical([*entries]),
            before=self.hash,
        )
        return replace(link, hash=link.sound)


@dataclass(frozen=True, slots=True)
class SealedHead:
    """What is kept of the end of the chain, and whether our key sealed it.

    `breaks` counts the links there were each time the chain grew on an end that was not ours: its
    links up to there may be those of somebody else.
    """

    head: ChainHead = field(default_factory=ChainHead)
    is_ours: bool = True
    breaks: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """All of it, to be sealed."""
        return " ".join([self.head.words, *map(str, self.breaks)])

    @classmethod
    def of(cls, head: ChainHead, opened: str) -> "SealedHead":
        """Compare an end with what its seal holds.

        Raises:
            ValueError: what was sealed is no end.
        """
        words, *breaks = opened.split(" ")
        return cls(head, words == head.words, tuple(map(int, breaks)))

    def grown(self, head: ChainHead) -> "SealedHead":
        """The chain with its next link."""
        breaks = self.breaks if self.is_ours else (*self.breaks, self.head.count)
        return SealedHead(head, breaks=breaks)


@dataclass
class ChainCheck:
    """Follows a chain from its first link on, and notes everything that does not fit."""

    head: ChainHead = field(default_factory=ChainHead)
    problems: list[str] = field(default_factory=list)

    def follow(self, link: AuditLink) -> None:
        """Take the next link there is, by its number."""
        expected = self.head.count + 1
        if link.number != expected:
            self.problems.append(f"{_named(expected, link.number - 1)} missing")
        if link.hash != link.sound:
            self.problems.append(f"{link.number} was changed")
        elif link.number == expected and link.before != self.head.hash:
            self.problems.append(f"{link.number} does not hang on {self.head.count}")
        self.head = ChainHead(link.number, link.hash)

    def ends_at(self, kept: ChainHead) -> None:
        """Compare the end with what is kept beside the chain."""
        if self.head.count < kept.count:
            self.problems.append(f"{_named(self.head.count + 1, kept.count)} missing at the end")
        elif self.head != kept:
            self.problems.append("the end is not the one that was noted")


def _named(first: int, last: int) -> str:
    return f"{first}" if first >= last else f"{first} to {last}"

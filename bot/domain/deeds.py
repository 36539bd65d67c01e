"""Deeds: what a turn changes besides the conversation of its session, in the same commit."""

from dataclasses import dataclass, field
from datetime import datetime

from agents.kit.values.model import Usage as Spent
from agents.kit.values.objects import evolve
from agents.kit.values.person import Person
from bot.domain.attention import ChannelMode
from bot.domain.audit import Entry, Facts
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.usage import Usage

EVERYWHERE = ""
"""The place of a pause that holds in all workspaces."""


@dataclass(frozen=True, slots=True)
class Paused:
    """No effect may happen: since when, where, by whom (their key; empty for the operator)."""

    workspace: str
    by: str
    at: datetime
    reason: str = ""
    shown: str = ""

    @property
    def words(self) -> str:
        """Say it to whoever wanted something done."""
        whom = self.shown or "the operator"
        reason = f" ({self.reason})" if self.reason else ""
        return f"I am paused by {whom}{reason}: I answer, but I change nothing."


@dataclass(frozen=True, slots=True)
class Resumed:
    """Effects may happen again; with no workspace, in all of them."""

    workspace: str


@dataclass(frozen=True, slots=True)
class Quieted:
    """Whether messages of a thread are taken that do not mention the bot."""

    session: SessionId
    quiet: bool
    by: str


@dataclass(frozen=True, slots=True)
class Attended:
    """What is answered in a channel."""

    thread: Thread
    mode: ChannelMode
    by: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Nothing of what a person said, or was told, stays in a session."""

    session: SessionId
    person: Person


@dataclass(frozen=True, slots=True)
class Unremembered:
    """What a person said, and was told, in some turns of a session is deleted."""

    session: SessionId
    person: Person
    turns: tuple[TurnId, ...]


@dataclass(frozen=True, slots=True)
class Unlinked:
    """An identity acts for no other one any more, and none for it."""

    person: Person
    at: datetime


Deed = Paused | Resumed | Quieted | Attended | Forgotten | Unremembered | Unlinked


@dataclass(frozen=True)
class Besides:
    """All of it together.

    `errands` are events for other sessions, accepted by the same commit, so that what is to
    happen there happens as a turn of theirs; `audit` is told, `usage` is counted for the
    turn's person, on top of what they had `used_before` on that day, once that was looked up.
    """

    deeds: tuple[Deed, ...] = ()
    errands: tuple[Incoming, ...] = ()
    audit: tuple[Entry, ...] = ()
    used_before: Usage | None = None
    usage: Usage = field(default_factory=Usage)

    def doing(self, deed: Deed) -> "Besides":
        """With one more deed."""
        return evolve(self, deeds=(*self.deeds, deed))

    def sending(self, *errands: Incoming) -> "Besides":
        """With more errands."""
        return evolve(self, errands=(*self.errands, *errands))

    def telling(self, act: str, facts: Facts) -> "Besides":
        """With one more entry for the audit."""
        return evolve(self, audit=(*self.audit, Entry(act, facts)))

    def having_used(self, before: Usage) -> "Besides":
        """With what the person had used before."""
        return evolve(self, used_before=before)

    @property
    def used_in_all(self) -> Usage:
        """What the person has used on that day, as far as it was looked up."""
        return self.usage.plus(self.used_before or Usage())

    def having_asked(self, spent: Spent) -> "Besides":
        """With one more call of a model."""
        return evolve(self, usage=self.usage.asked(spent))

    def counting(self, kind: Kind) -> "Besides":
        """With the turn itself, if somebody wrote or pressed something for it."""
        turns = int(kind in {Kind.MESSAGE, Kind.PRESS})
        return evolve(self, usage=self.usage.plus(Usage(turns)))


def workspace_of(thread: Thread) -> str:
    """The workspace of a thread as one string: what all its sessions begin with."""
    return Thread(thread.platform, thread.workspace, "", "").session.removesuffix("/")


def channel_of(thread: Thread) -> SessionId:
    """The channel of a thread, as its settings are kept under."""
    return Thread(thread.platform, thread.workspace, thread.channel, "").session

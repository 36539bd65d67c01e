"""What a turn changes besides the conversation of its session: pauses, attention, erasure."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from agents.kit.values.model import Usage as Spent
from agents.kit.values.objects import evolve
from agents.kit.values.person import Person
from bot.domain.audit_log import AuditEvent, Facts
from bot.domain.budget import DailyUsage
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Kind, Reply, Thread
from bot.domain.requests import Request, Subject


class ChannelMode(StrEnum):
    """What the bot answers in a channel: mentions, threads it takes part in, or everything."""

    MENTION = "mention"
    THREAD = "thread"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Attention:
    """Whether the bot takes part in a thread, was told to be quiet there, and how its channel is.

    A mention is answered whatever this says.
    """

    known: bool = False
    quiet: bool = False
    mode: ChannelMode = ChannelMode.THREAD


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


Operation = Paused | Resumed | Quieted | Attended | Forgotten | Unremembered | Unlinked


@dataclass(frozen=True)
class TurnOperations:
    """All of it together.

    `errands` are events for other sessions, accepted by the same commit, so that what is to
    happen there happens as a turn of theirs; `audit` is told, `usage` is counted for the
    turn's person, on top of what they had `used_before` on that day, once that was looked up.
    """

    deeds: tuple[Operation, ...] = ()
    errands: tuple[Incoming, ...] = ()
    audit: tuple[AuditEvent, ...] = ()
    used_before: DailyUsage | None = None
    usage: DailyUsage = field(default_factory=DailyUsage)

    def doing(self, deed: Operation) -> "TurnOperations":
        """With one more deed."""
        return evolve(self, deeds=(*self.deeds, deed))

    def sending(self, *errands: Incoming) -> "TurnOperations":
        """With more errands."""
        return evolve(self, errands=(*self.errands, *errands))

    def telling(self, act: str, facts: Facts) -> "TurnOperations":
        """With one more entry for the audit."""
        return evolve(self, audit=(*self.audit, AuditEvent(act, facts)))

    def having_used(self, before: DailyUsage) -> "TurnOperations":
        """With what the person had used before."""
        return evolve(self, used_before=before)

    @property
    def used_in_all(self) -> DailyUsage:
        """What the person has used on that day, as far as it was looked up."""
        return self.usage.plus(self.used_before or DailyUsage())

    def having_asked(self, spent: Spent) -> "TurnOperations":
        """With one more call of a model."""
        return evolve(self, usage=self.usage.asked(spent))

    def counting(self, kind: Kind) -> "TurnOperations":
        """With the turn itself, if somebody wrote or pressed something for it."""
        turns = int(kind in {Kind.MESSAGE, Kind.PRESS})
        return evolve(self, usage=self.usage.plus(DailyUsage(turns)))


def name_workspace(thread: Thread) -> str:
    """The workspace of a thread as one string: what all its sessions begin with."""
    return Thread(thread.platform, thread.workspace, "", "").session.removesuffix("/")


def name_channel(thread: Thread) -> SessionId:
    """The channel of a thread, as its settings are kept under."""
    return Thread(thread.platform, thread.workspace, thread.channel, "").session


def blank_words(request: Request, person: Person) -> Request:
    """Take out what a person said or was asked; what they decided for others stays decided."""
    if request.asked == person:
        about = request.subject
        bare = Subject(about.agent, about.tool, about.version, rule=about.rule)
        request = replace(request, text="", subject=bare, options=(), reason="")
    elif request.decided_by == person:
        request = replace(request, reason="")
    decided_by = request.decided_by and _nameless(request.decided_by, person)
    approvals = tuple(_nameless(by, person) for by in request.approvals)
    asked = _nameless(request.asked, person)
    return replace(request, asked=asked, decided_by=decided_by, approvals=approvals)


def concerns(request: Request, person: Person) -> bool:
    """Say whether anything of a person may be in a request."""
    return person in {request.asked, request.decided_by, *request.approvals}


def is_about(reply: Reply, deed: Forgotten | Unremembered) -> bool:
    """Say whether a reply is among what a person wants to be forgotten."""
    if isinstance(deed, Forgotten):
        return reply.to == deed.person
    return reply.to == deed.person and reply.id.rpartition(".")[0] in deed.turns


def _nameless(whom: Person, person: Person) -> Person:
    return replace(whom, name="") if whom == person else whom

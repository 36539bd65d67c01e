"""What those who look after the bot see and do: pauses, the audit log, usage, open requests."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from agents.kit.values.person import Person
from bot.domain.audit_log import AuditBatch, AuditLink, SealedHead
from bot.domain.budget import DailyUsage
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.domain.operations import Operation, Paused
from bot.domain.participant import Participant
from bot.domain.requests import Request

ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Scope:
    """What a command names: a workspace, and in it a channel, a thread or a person's sessions."""

    platform: str
    workspace: str
    channel: str = ""
    session: SessionId | None = None
    user: str = ""

    @classmethod
    def of(cls, thread: Thread) -> "Scope":
        """All of the workspace a thread is in."""
        return cls(thread.platform, thread.workspace)

    @property
    def prefix(self) -> str:
        """What the sessions within begin with."""
        parts = [self.platform, self.workspace, *([self.channel] if self.channel else [])]
        whole = Thread(*parts, *("" for _ in range(4 - len(parts)))).session
        return self.session or whole.rstrip("/") + "/"

    def covers(self, session: SessionId) -> bool:
        """Say whether a session lies within."""
        return session == self.session if self.session else session.startswith(self.prefix)

    def holds(self, session: SessionId, person: Person) -> bool:
        """Say whether a person's part of a session is meant."""
        return self.covers(session) and self.user in {"", person.user}


@dataclass(frozen=True, slots=True)
class Seen:
    """A person's part of a session, and when that session's last turn began."""

    session: SessionId
    at: datetime
    participant: Participant


class AdminViews(Protocol):
    """Reads what sessions hold, and what was used in them.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def seen(self, scope: Scope, most: int = ALL) -> list[Seen]:
        """Everybody's part of the sessions of a scope, the session used last first."""
        ...

    async def open_requests(self, scope: Scope) -> list[Request]:
        """The open requests of the sessions of a scope, oldest first; users make no difference."""
        ...

    async def sessions_of(self, person: Person, scope: Scope) -> list[SessionId]:
        """Every session of a scope in which something is kept of a person."""
        ...

    async def used(self, person: Person, workspace: str, since: str) -> dict[str, DailyUsage]:
        """What a person used since a day, by day."""
        ...

    async def used_together(self, workspace: str, day: str) -> DailyUsage:
        """What everybody in a workspace used on a day."""
        ...


class AuditLog(Protocol):
    """Reads the audit, and knows by the seal of its end whose key the store is of.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def last(self, most: int, workspace: str | None = None) -> list[AuditLink]:
        """The newest links, oldest first; of one workspace: its own, and what concerns all."""
        ...

    async def after(self, number: int) -> list[AuditLink]:
        """The next links behind a number, in order; none at the end."""
        ...

    async def kept(self) -> SealedHead:
        """What is kept of the end of the chain, and whether its seal is ours."""
        ...

    async def begin(self) -> None:
        """Seal the end of a new audit, before anything is kept.

        Raises:
            OtherKey: it was sealed with a key we do not have, and so were the texts beside it.
        """
        ...

    async def adopt(self) -> None:
        """Seal the end with our key, though another sealed it; where there are links, noted."""
        ...

    async def admins(self, workspace: str) -> list[str]:
        """The keys of those who acted as admins of a workspace before."""
        ...


class Operations(Protocol):
    """Does what cannot wait for a turn, an operator's acts and pauses, and knows what is paused.

    Whether effects may happen is read anew before each of them.

    Raises:
        StoreAway: nobody knows what is paused, so nothing may happen.
    """

    async def act(self, deeds: tuple[Operation, ...], told: AuditBatch) -> None:
        """Do all of it, and tell the audit, in one commit."""
        ...

    async def paused(self, workspace: str) -> Paused | None:
        """The pause that holds in a workspace, one that holds everywhere first."""
        ...

    async def pauses(self) -> list[Paused]:
        """Every pause there is."""
        ...

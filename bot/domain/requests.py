"""Requests: durable questions to a person, resolved once.

          ┌─▶ answered     approve, edit, respond, a value
pending ──┼─▶ rejected     a person said no
          ├─▶ expired      nobody said anything in time
          └─▶ cancelled    the task it belongs to is gone, or was changed
"""

import hashlib
import json
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import JsonValue

from agents.kit.identity import Person
from bot.domain.errors import NotYours, RequestClosed
from bot.domain.ids import RequestId, SessionId, TaskId


class RequestKind(StrEnum):
    """What is asked: a go-ahead, an open or closed question, a secret."""

    APPROVAL = "approval"
    QUESTION = "question"
    SECRET = "secret"  # noqa: S105 - a kind, not a password
    UNKNOWN_OUTCOME = "unknown_outcome"


class Status(StrEnum):
    """Where a request is in its life."""

    PENDING = "pending"
    ANSWERED = "answered"
    REJECTED = "rejected"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Subject:
    """The exact action a request is about; any change of it voids the approval.

    `facts` are the established facts it acts on, such as the account money is taken from.
    """

    agent: str
    tool: str = ""
    version: int = 1
    arguments: dict[str, JsonValue] = field(default_factory=dict)
    rule: str = ""
    facts: dict[str, JsonValue] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """A hash of all of it in canonical form."""
        parts = [self.agent, self.tool, self.version, self.arguments, self.rule, self.facts]
        canonical = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a person.

    `asked` is who it is for; with `policy` four_eyes it is anybody of `approvers` but them.
    `options` close it to a list; `digest` binds it to its subject.
    """

    id: RequestId
    kind: RequestKind
    session: SessionId
    task: TaskId
    asked: Person
    text: str
    subject: Subject
    created_at: datetime
    expires_at: datetime
    policy: str = "confirm"
    approvers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    status: Status = Status.PENDING
    verdict: str = ""
    reason: str = ""
    decided_by: Person | None = None
    decided_in: str = ""

    @property
    def digest(self) -> str:
        """What the decision is bound to: the action, the rule and the expiry."""
        return hashlib.sha256(
            f"{self.subject.digest}|{self.expires_at.isoformat()}".encode()
        ).hexdigest()

    def decide(self, verdict: str, by: Person, now: datetime, **details: Any) -> "Request":
        """Resolve it once.

        Raises:
            RequestClosed: it is no longer pending, or its time is over.
            NotYours: this person may not decide it.
        """
        if self.status is not Status.PENDING:
            raise RequestClosed(self.status, self.decided_by.shown if self.decided_by else "")
        if now >= self.expires_at:
            raise RequestClosed(Status.EXPIRED)
        if not self.may_decide(by):
            raise NotYours(self.waits_for)
        status = Status.REJECTED if verdict == "reject" else Status.ANSWERED
        return replace(self, status=status, verdict=verdict, decided_by=by, **details)

    def close(self, status: Status) -> "Request":
        """Expire or cancel it; what is already resolved stays as it is."""
        return replace(self, status=status) if self.status is Status.PENDING else self

    def may_decide(self, person: Person) -> bool:
        """Say whether this person is entitled; no approvers, or an unknown policy: nobody."""
        if self.policy == "four_eyes":
            same_workspace = person.platform == self.asked.platform and (
                person.workspace == self.asked.workspace
            )
            return same_workspace and person != self.asked and person.user in self.approvers
        return self.policy == "confirm" and person == self.asked

    @property
    def waits_for(self) -> str:
        """Whom to name as the one who must decide."""
        if self.policy == "four_eyes":
            return ", ".join(self.approvers) or "an approver, and none is set"
        return self.asked.shown

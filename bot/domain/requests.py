"""Requests: durable questions to a person, resolved once.

          ┌─▶ answered     approve by as many as it needs, edit, respond, a value
pending ──┼─▶ rejected     one person said no
  ▲   │   ├─▶ expired      nobody said anything in time
  └───┘   └─▶ cancelled    the task it belongs to is gone, or was changed
  one of several approvals, a reminder, an escalation
"""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pydantic import JsonValue

from agents.kit.values.objects import evolve
from agents.kit.values.person import Person
from bot.domain.accounts import GROUP, THE_GROUP, Rights, Trust, is_listed
from bot.domain.errors import ApprovedAlready, NotYours, RequestClosed
from bot.domain.ids import RequestId, SessionId, TaskId, digest_of, fold_spelling


class RequestKind(StrEnum):
    """What is asked: a go-ahead, a question, a secret, what a plan needs, whether to link."""

    APPROVAL = "approval"
    QUESTION = "question"
    SECRET = "secret"  # noqa: S105 - a kind, not a password
    UNKNOWN_OUTCOME = "unknown_outcome"
    PLAN = "plan"
    LINK = "link"


class RequestStatus(StrEnum):
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
    def action(self) -> str:
        """A hash of what is done with which values, however spelled, whatever it rests on."""
        return digest_of([self.agent, self.tool, fold_spelling(self.arguments)])

    @property
    def digest(self) -> str:
        """A hash of all of it in canonical form."""
        parts: list[JsonValue] = [self.agent, self.tool, self.version]
        return digest_of([*parts, self.arguments, self.rule, self.facts])


@dataclass(frozen=True, slots=True)
class Verdict:
    """What somebody says to a request: in which turn, and with which rights just then."""

    verb: str
    by: Person
    rights: Rights
    turn: str = ""
    reason: str = ""

    @property
    def approves(self) -> bool:
        """True for a yes, also to an action they have changed themselves."""
        return self.verb in {"approve", "edit"}


@dataclass(frozen=True)
class Request:
    """One question to a person.

    `asked` is who it is for; with `policy` four_eyes it is anybody of `approvers` and `groups`
    but them, and `quorum` of these must approve; `approvals` are those who have, `approved_in`
    the turns in which they did. `options` close it to a list; `digest` binds it to its subject.
    `replaced` says that a newer one stands in its place.
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
    status: RequestStatus = RequestStatus.PENDING
    verdict: str = ""
    reason: str = ""
    decided_by: Person | None = None
    decided_in: str = ""
    groups: tuple[str, ...] = ()
    quorum: int = 1
    approvals: tuple[Person, ...] = ()
    approved_in: tuple[str, ...] = ()
    replaced: bool = False
    remind_at: datetime | None = None
    reminded_at: datetime | None = None
    escalate_at: datetime | None = None
    escalated_at: datetime | None = None
    escalate_to: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """What the decision is bound to: the action, the rule and the expiry."""
        return hashlib.sha256(
            f"{self.subject.digest}|{self.expires_at.isoformat()}".encode()
        ).hexdigest()

    def decide(self, verdict: Verdict, now: datetime) -> "Request":
        """Take one person's verdict: it ends the request, unless a quorum needs more of them.

        Raises:
            RequestClosed: it is no longer pending, or its time is over.
            NotYours: this person may not decide it.
            ApprovedAlready: it needs the approval of others.
        """
        self.refuse_closed(now)
        if not self.may_decide(verdict.by, verdict.rights):
            distrusted = verdict.rights.trust is not Trust.FULL and self.may_concern(verdict.by)
            raise NotYours(self.waits_for, is_outsider=distrusted)
        one_person = {verdict.by, *verdict.rights.same}
        if verdict.verb == "approve" and not one_person.isdisjoint(self.approvals):
            raise ApprovedAlready(self.waits_for)
        if verdict.approves:
            return self._approved(verdict)
        status = RequestStatus.REJECTED if verdict.verb == "reject" else RequestStatus.ANSWERED
        return _ended(self, status, verdict)

    def refuse_closed(self, now: datetime) -> None:
        """Refuse what comes too late.

        Raises:
            RequestClosed: it is no longer pending, or its time is over.
        """
        if self.status is not RequestStatus.PENDING:
            by = self.decided_by.shown if self.decided_by else ""
            raise RequestClosed(self.status, by, replaced=self.replaced)
        if now >= self.expires_at:
            raise RequestClosed(RequestStatus.EXPIRED)

    def close(self, status: RequestStatus, *, replaced: bool = False) -> "Request":
        """Expire or cancel it; what is already resolved stays as it is."""
        if self.status is not RequestStatus.PENDING:
            return self
        return evolve(self, status=status, replaced=replaced)

    def may_decide(self, person: Person, rights: Rights) -> bool:
        """Say whether this person is entitled; no approvers, or an unknown policy: nobody.

        Whoever asked never decides with four eyes, whatever lists and groups they are in, and
        as whomever they come.
        """
        if self.policy == "four_eyes":
            listed = is_listed(person, self.approvers, beside=self.asked)
            in_group = not rights.groups.isdisjoint(self.groups)
            is_other = self.asked not in {person, *rights.same}
            return rights.trust is Trust.FULL and is_other and (listed or in_group)
        is_own = self.policy == "confirm" and person == self.asked
        return is_own and rights.trust is not Trust.NONE

    def may_concern(self, person: Person) -> bool:
        """Say whether they could be entitled, if their platform agreed; else nobody asks it."""
        return self.may_decide(person, Rights(Trust.FULL, frozenset(self.groups)))

    def counting(self, person: Person, turn: str) -> "Request":
        """Begin with the approval of whoever made the action what it is; never of who asked."""
        if person == self.asked or self.policy != "four_eyes":
            return self
        return evolve(self, approvals=(person,), approved_in=(turn,))

    def has_from(self, turn: str) -> bool:
        """Say whether this turn has given its verdict already."""
        return turn == self.decided_in or turn in self.approved_in

    def undecided(self) -> "Request":
        """The request as the turns before the one that decides it see it: still open."""
        return evolve(
            self,
            status=RequestStatus.PENDING,
            decided_in="",
            approvals=tuple(by for by in self.approvals if by != self.decided_by),
            approved_in=tuple(turn for turn in self.approved_in if turn != self.decided_in),
            verdict="",
            reason="",
            decided_by=None,
            replaced=False,
        )

    def reminded(self, now: datetime) -> "Request":
        """Note that those who may decide were reminded."""
        return evolve(self, remind_at=None, reminded_at=now)

    def escalated(self, now: datetime) -> "Request":
        """Let the next ones decide too."""
        approvers = (*self.approvers, *self.next_approvers)
        return evolve(self, approvers=approvers, escalate_at=None, escalated_at=now)

    @property
    def next_approvers(self) -> tuple[str, ...]:
        """Those it goes on to who are not approvers yet; never who asked."""
        new = (entry for entry in self.escalate_to if entry not in self.approvers)
        return tuple(e for e in new if not is_listed(self.asked, (e,), beside=self.asked))

    @property
    def waits_for(self) -> str:
        """Whom to name as the one who must decide."""
        if self.policy != "four_eyes":
            return self.asked.shown
        listed = [*self._undecided_approvers, *(f"{THE_GROUP}{group}" for group in self.groups)]
        names = ", ".join(listed) or "an approver, and none is set"
        return f"{self.quorum - len(self.approvals)} of {names}" if self.quorum > 1 else names

    @property
    def deciders(self) -> tuple[str, ...]:
        """Whose notice it is brought to: with four eyes all who may, groups marked as such."""
        if self.policy != "four_eyes":
            return ()
        return (*self._undecided_approvers, *(f"{GROUP}{group}" for group in self.groups))

    @property
    def _undecided_approvers(self) -> tuple[str, ...]:
        """The people it lists who have not approved yet."""
        return tuple(
            entry
            for entry in self.approvers
            if not any(is_listed(by, (entry,), beside=self.asked) for by in self.approvals)
        )

    def _approved(self, verdict: Verdict) -> "Request":
        """Count one person's approval; whoever changes the action has approved it alone."""
        edits = verdict.verb == "edit"
        before = () if edits else self.approvals
        counted = evolve(
            self,
            approvals=(*before, verdict.by),
            approved_in=(*self.approved_in, verdict.turn),
            replaced=edits and self.quorum > 1,
        )
        if not edits and len(counted.approvals) < self.quorum:
            return counted
        return _ended(counted, RequestStatus.ANSWERED, verdict)


def _ended(request: Request, status: RequestStatus, verdict: Verdict) -> Request:
    return evolve(
        request,
        status=status,
        verdict=verdict.verb,
        reason=verdict.reason,
        decided_by=verdict.by,
        decided_in=verdict.turn,
    )


def describe_outcome(request: Request) -> str:
    """Say what became of it, or how far it has come; empty while nothing has happened."""
    match request.status:
        case RequestStatus.PENDING:
            return _progress(request)
        case RequestStatus.ANSWERED:
            return _answered(request)
        case RequestStatus.REJECTED:
            reason = f": {request.reason}" if request.reason else ""
            return f"Rejected{_by(request)}{reason}"
        case RequestStatus.EXPIRED:
            return "Expired: nobody answered in time"
        case RequestStatus.CANCELLED:
            return "Replaced by a newer request" if request.replaced else "Withdrawn"


def _progress(request: Request) -> str:
    """How many of a quorum have approved, and who."""
    names = ", ".join(person.shown for person in request.approvals)
    return f"{len(request.approvals)} of {request.quorum} approved: {names}" if names else ""


def _answered(request: Request) -> str:
    is_choice = request.kind is RequestKind.PLAN and request.options
    if is_choice or request.kind not in {RequestKind.APPROVAL, RequestKind.PLAN}:
        choice = f": {request.reason}" if request.reason else ""
        return f"Answered{_by(request)}{choice}"
    if request.replaced:
        return f"Changed{_by(request)}: replaced by a newer request"
    names = ", ".join(person.shown for person in request.approvals)
    changed = "Edited and approved" if request.verdict == "edit" else "Approved"
    what = f": {request.reason}" if request.verdict == "edit" and request.reason else ""
    return f"{changed} by {names}{what}" if names else f"{changed}{_by(request)}{what}"


def _by(request: Request) -> str:
    return f" by {request.decided_by.shown}" if request.decided_by else ""

"""What a turn changes beside its conversation, until all of it is committed."""

from dataclasses import dataclass, field
from typing import Any

from agents.kit.values.model import Usage
from agents.kit.values.person import Person, Unmet
from bot.core.ports.turns import Beginning, DiaryEntry, WaitingEvent
from bot.domain.decisions import DecisionNote
from bot.domain.ids import PlanId, ReplyId, RequestId, TurnId
from bot.domain.messages import (
    Feedback,
    Incoming,
    Kind,
    PlanView,
    Reply,
    ReplyKind,
    Thread,
    TranscriptLine,
)
from bot.domain.operations import Operation, TurnOperations
from bot.domain.plans.plan import Plan, PlanMessage
from bot.domain.requests import Request, RequestKind, RequestStatus, describe_outcome
from bot.domain.tasks import Task


@dataclass
class TurnChanges:
    """What only the commit reads, but for plans, which are read here as the turn leaves them.

    Of events that came before the turn began, or while it ran, `taken` and `heeded` end with it;
    `rewritten` are lines that somebody has changed since. `diary` are lines that scripts have
    added, `next` are events that this session is to go on with. `unmet` is what steps of plans
    name that the facts of just now are not about.
    """

    turn: TurnId
    decisions: list[DecisionNote] = field(default_factory=list)
    feedback: list[Feedback] = field(default_factory=list)
    diary: list[DiaryEntry] = field(default_factory=list)
    taken: list[WaitingEvent] = field(default_factory=list)
    heeded: list[TurnId] = field(default_factory=list)
    rewritten: list[TranscriptLine] = field(default_factory=list)
    plans: dict[PlanId, Plan] = field(default_factory=dict)
    messages: list[PlanMessage] = field(default_factory=list)
    unmet: dict[tuple[PlanId, int], Unmet] = field(default_factory=dict)
    next: list[Incoming] = field(default_factory=list)
    besides: TurnOperations = field(default_factory=TurnOperations)

    def do(self, deed: Operation) -> None:
        """Do a deed with the turn's commit."""
        self.besides = self.besides.doing(deed)

    def count(self, usage: Usage) -> None:
        """Count what a call of a model took."""
        self.besides = self.besides.having_asked(usage)

    def send(self, name: str, person: Person, thread: Thread, text: str, **details: Any) -> None:
        """Leave somebody a turn of its own in another session, named after this one."""
        id_ = f"{self.turn}/{name}"
        event = Incoming(id_, thread, person, **{"kind": Kind.ERRAND, "text": text, **details})
        self.besides = self.besides.sending(event)

    def leave(self, event: Incoming) -> None:
        """Leave an event to a later turn of this session, once."""
        if all(event.id != left.id for left in self.next):
            self.next.append(event)


@dataclass(slots=True)
class TurnRequests:
    """What becomes of requests with this turn's commit.

    `decided` were settled before it, beside the turn; of the `reminded` and the `escalated` their
    people are told once more.
    """

    beginning: Beginning
    opened: list[Request] = field(default_factory=list)
    closed: list[Request] = field(default_factory=list)
    cards: dict[RequestId, Reply] = field(default_factory=dict)
    decided: set[RequestId] = field(default_factory=set)
    reminded: list[RequestId] = field(default_factory=list)
    escalated: list[RequestId] = field(default_factory=list)

    @property
    def pending(self) -> tuple[Request, ...]:
        """The open requests of this session, as this turn leaves them."""
        gone = self.decided | {request.id for request in self.closed}
        return tuple(r for r in (*self.beginning.pending, *self.opened) if r.id not in gone)

    def of(self, task: Task, *kinds: RequestKind) -> Request | None:
        """What a task asks just now, the newest; of these kinds alone, if some are given."""
        own = (r for r in reversed(self.pending) if r.task == task.id)
        return next((r for r in own if not kinds or r.kind in kinds), None)

    def find(self, request_id: str) -> Request | None:
        """The open request of an id, or None."""
        return next((r for r in self.pending if r.id == request_id), None)

    def open(self, request: Request) -> None:
        """Open a request."""
        self.opened.append(request)

    def close(self, request: Request, status: RequestStatus, *, replaced: bool = False) -> None:
        """Close a request, or drop it if it was opened in this turn."""
        closed = request.close(status, replaced=replaced)
        self.show(closed)
        if request in self.opened:
            self.opened.remove(request)
        elif all(request.id != earlier.id for earlier in self.closed):
            self.closed.append(closed)

    def supersede(self, task: Task, *, anew: bool = False) -> None:
        """Close what a task had open: its agent accepted a value, asks `anew`, or is gone."""
        for request in self.pending:
            if request.task == task.id:
                is_question = request.kind is RequestKind.QUESTION
                status = RequestStatus.ANSWERED if is_question else RequestStatus.CANCELLED
                self.close(request, status, replaced=anew)

    def cancel_all(self, person: Person) -> None:
        """Cancel what somebody is asked, or has asked others for."""
        for request in self.pending:
            if request.asked == person:
                self.close(request, RequestStatus.CANCELLED)

    def show(
        self,
        request: Request,
        words: str = "",
        *,
        plan: PlanView | None = None,
        locked: bool | None = None,
    ) -> None:
        """Show on its card what has become of a request, in these words or its own.

        The one change a turn makes to a card: it is locked, unless the request is still open, or
        it is told otherwise.
        """
        is_locked = request.status is not RequestStatus.PENDING if locked is None else locked
        incoming = self.beginning.incoming
        self.cards[request.id] = Reply(
            id=ReplyId(f"{self.beginning.turn}.card.{request.id}"),
            reply_to=incoming.id,
            thread=incoming.thread,
            kind=ReplyKind.OUTCOME if is_locked else ReplyKind.UPDATE,
            text=words if plan else words or describe_outcome(request),
            to=request.asked,
            request=request.id,
            plan=plan,
        )

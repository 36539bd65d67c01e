"""What a turn changes beside its conversation and its requests, until all of it is committed."""

from dataclasses import dataclass, field
from typing import Any

from agents.kit.values.model import Usage
from agents.kit.values.person import Person, Unmet
from bot.core.ports.diaries import Written
from bot.core.ports.later import Waiting
from bot.domain.decisions import DecisionNote
from bot.domain.ids import PlanId, TurnId
from bot.domain.messages import Feedback, Incoming, Kind, Thread, TranscriptLine
from bot.domain.operations import Operation, TurnOperations
from bot.domain.plans.plan import Plan, PlanMessage


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
    diary: list[Written] = field(default_factory=list)
    taken: list[Waiting] = field(default_factory=list)
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

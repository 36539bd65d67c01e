"""Plans: a goal broken into steps, each decided by a person, as values.

A step, from left to right; each letter is a move of `moves`:

            ┌───────── C ─────────┐
            │                     ▼
  ───▶ planned ──A──▶ awaiting ─B─▶ approved ──D──▶ running ─────E─────▶ completed
       │  ▲ ▲            │            │                │                    ▲
       │  │ └── H, I ────┴─── I, J ───┘                F                    M
       │  │                                            ▼                    │
       │  └───────────────────── L ───────────────── failed ──O─────────────┘
       │                                              ▲  N: as before, but known to have failed
       └──K──▶ with_person ─ E, F: as from running    └─ T: running, when the plan is cancelled
                    └─────── H, I: planned again

  planned, awaiting, approved, with_person ──G──▶ rejected ◀──P── failed
                                           ──S──▶ skipped

  A ask      a card shows what would run      H lapse    nobody answered in time
  B approve  exactly that may run             I edit     it is to do something else
  C waive    it changes nothing: no card      J void     what would run is no longer what was shown
  D start    what was approved is running     K hand     a person is to do it
  E complete                                  L retry    once more, from the beginning
  F fail                                      M, N       somebody looked: it was done, or not
  G reject   a person said no                 S, T       what it needs is gone, the plan is over
  O by hand  a person has done it instead     P          a person goes on without it

A plan, computed after every move, never declared:

  open ──▶ completed   every step is over: some completed, the others by a person's decision
    │ ───▶ failed      a step failed and its owner gave up, or no step was let through
    └────▶ cancelled   whatever its steps were doing
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from agents.kit.values.person import Person
from bot.domain.errors import PlanMoveRefused
from bot.domain.ids import AgentMessageId, PlanId, RequestId, SessionId, StepId
from bot.domain.plans.steps import ASKED, NOT_STARTED, OVER, PlanStep, StepStatus, check_steps
from bot.domain.tasks import Spoken


class PlanStatus(StrEnum):
    """Where a plan is in its life."""

    OPEN = "open"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class PlanReason(StrEnum):
    """Why a plan ended without being completed."""

    FAILED_AGAIN = "failed_again"  # given up after a failure, the one replan being used up
    NO_WAY_ON = "no_way_on"  # given up after a failure, as nothing could take its place
    REJECTED = "rejected"  # no step was let through
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Clarification:
    """What the planner asked, and what was said to it; volunteered if it asked nothing.

    `is_heeded` says that the steps were made since.
    """

    question: str = ""
    answer: str = ""
    is_heeded: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """How many steps are where; all of them are `completed`, `pending` or `ended` otherwise."""

    total: int
    completed: int
    pending: int
    ended: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A goal and its steps; each change gives a new value with a higher `version`.

    `owner` is who wanted it, `spoken` what they wrote for it themselves, `former` are steps that
    a replan replaced. `kept_version` is the version the store holds, 0 for none; whoever changed
    the plan there meanwhile is noticed.

    Raises:
        PlanFlawed: by making one whose steps make no plan.
    """

    id: PlanId
    session: SessionId
    owner: Person
    goal: str
    created_at: datetime
    steps: tuple[PlanStep, ...] = ()
    status: PlanStatus = PlanStatus.OPEN
    reason: PlanReason | None = None
    replans: int = 0
    version: int = 1
    clarifications: tuple[Clarification, ...] = ()
    former: tuple[PlanStep, ...] = ()
    spoken: tuple[Spoken, ...] = ()
    kept_version: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        check_steps(self.steps)

    @property
    def is_open(self) -> bool:
        """True until it is completed, failed or cancelled."""
        return self.status is PlanStatus.OPEN

    def refuse_closed(self) -> None:
        """Refuse what comes after its end.

        Raises:
            PlanMoveRefused: it is over.
        """
        if not self.is_open:
            raise PlanMoveRefused(
                f"This plan is already {self.status}; ask again to get a new one."
            )

    def step(self, number: int) -> PlanStep:
        """The step of a number.

        Raises:
            PlanMoveRefused: there is none.
        """
        found = next((step for step in self.steps if step.number == number), None)
        if found is None:
            there = ", ".join(str(step.number) for step in self.steps) or "none yet"
            raise PlanMoveRefused(f"There is no step {number}; the steps are: {there}.")
        return found

    def find(self, step: StepId) -> PlanStep | None:
        """The step of an id, or None."""
        return next((one for one in self.steps if one.id == step), None)

    def next_steps(self) -> tuple[PlanStep, ...]:
        """What can go on now: not started, and all it needs is completed.

        Nothing can while an outcome is unknown, or a person must say what to do about a failure.
        """
        if not self.is_open or self.unclear or (self.failed and self.replans):
            return ()
        done = {step.number for step in self.steps if step.status is StepStatus.COMPLETED}
        unstarted = (step for step in self.steps if step.status in NOT_STARTED)
        return tuple(step for step in unstarted if done.issuperset(step.needs))

    @property
    def unclear(self) -> tuple[PlanStep, ...]:
        """The steps whose outcome a person must look up before anything goes on."""
        return tuple(step for step in self.steps if step.is_unclear)

    @property
    def failed(self) -> tuple[PlanStep, ...]:
        """The steps that failed, as far as that is known."""
        failed = (step for step in self.steps if step.status is StepStatus.FAILED)
        return tuple(step for step in failed if not step.is_unclear)

    @property
    def running(self) -> tuple[PlanStep, ...]:
        """The steps an agent is at."""
        return tuple(step for step in self.steps if step.status is StepStatus.RUNNING)

    @property
    def needs_replan(self) -> bool:
        """True when a step failed, and other steps may still take its place."""
        return self._stands_failed and not self.replans

    @property
    def needs_person(self) -> bool:
        """True when a step failed after the one replan: only a person can say what to do."""
        return self._stands_failed and bool(self.replans)

    @property
    def _stands_failed(self) -> bool:
        return self.is_open and bool(self.failed) and not (self.running or self.unclear)

    def waiting_for(self, request: RequestId) -> tuple[PlanStep, ...]:
        """The steps that a request asks about, or asks a person to do."""
        return tuple(step for step in self._asked() if step.request == request)

    @property
    def pending_requests(self) -> tuple[RequestId, ...]:
        """The requests its steps wait for, each once."""
        return tuple(dict.fromkeys(step.request for step in self._asked() if step.request))

    @property
    def open_question(self) -> str:
        """What the planner asked and nobody has answered; empty when there is nothing."""
        asked = (one.question for one in self.clarifications if not one.answer)
        return next(asked, "")

    @property
    def counts(self) -> Counts:
        """Count the steps."""
        completed = sum(step.status is StepStatus.COMPLETED for step in self.steps)
        pending = sum(step.status not in OVER for step in self.steps)
        total = len(self.steps)
        return Counts(total, completed, pending, total - completed - pending)

    def _asked(self) -> tuple[PlanStep, ...]:
        return tuple(step for step in self.steps if step.status in ASKED)


@dataclass(frozen=True, slots=True)
class PlanMessage:
    """One message of a plan; secrets are masked before it is made.

    `person` is who the plan belongs to, `source` the agent (or the planner, or the person) that
    says it; `step` is what it is about, if it is about one.
    """

    id: AgentMessageId
    session: SessionId
    person: Person
    plan: PlanId
    source: str
    content: str
    at: datetime
    step: StepId | None = None

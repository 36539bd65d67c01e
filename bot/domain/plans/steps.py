"""The steps of a plan, and what makes several of them one; `plan` shows how they move."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum

from pydantic import JsonValue

from agents.kit.outcome import HUMAN, MOST_STEPS
from bot.domain.errors import PlanFlawed
from bot.domain.ids import RequestId, StepId

MAX_STEPS = MOST_STEPS  # plans are kept: with a lower one, those of more could not be read


class StepStatus(StrEnum):
    """Where a step is in its life."""

    PLANNED = "planned"
    AWAITING = "awaiting"
    WITH_PERSON = "with_person"
    APPROVED = "approved"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    REJECTED = "rejected"
    SKIPPED = "skipped"


NOT_STARTED = frozenset({StepStatus.PLANNED, StepStatus.AWAITING, StepStatus.APPROVED})
UNBEGUN = NOT_STARTED | {StepStatus.WITH_PERSON}  # as far as the bot is concerned
ASKED = frozenset({StepStatus.AWAITING, StepStatus.WITH_PERSON})
DECIDED = frozenset({StepStatus.COMPLETED, StepStatus.REJECTED, StepStatus.SKIPPED})
OVER = DECIDED | {StepStatus.FAILED}


class Reason(StrEnum):
    """Why a step failed, was rejected or skipped, or is planned once more."""

    ERROR = "error"
    TIMED_OUT = "timed_out"
    EXHAUSTED = "exhausted"
    CANCELLED = "cancelled"
    OUTCOME_UNKNOWN = "outcome_unknown"
    REJECTED = "rejected"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One piece of a plan, for one agent.

    `number` is what people and `needs` call it, `action` the sentence they read. A step without
    a `tool` is for a person, or goes to its agent in these words. `effect` says that it may
    change the world. `request` is where it was asked about, `digest` the exact action that was
    shown there and may run. `updated_action` is what a person wants instead of `action`;
    `reply` is what came of it, `feedback` what a person said to it.
    """

    id: StepId
    number: int
    agent: str
    action: str
    tool: str = ""
    arguments: dict[str, JsonValue] = field(default_factory=dict)
    needs: tuple[int, ...] = ()
    effect: bool = True
    risk: str = "low"
    status: StepStatus = StepStatus.PLANNED
    request: RequestId | None = None
    digest: str = ""
    reply: str = ""
    feedback: str = ""
    updated_action: str = ""
    reason: Reason | None = None
    attempts: int = 0
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def current_action(self) -> str:
        """The sentence that counts: the edited one, if it was edited."""
        return self.updated_action or self.action

    @property
    def is_for_a_person(self) -> bool:
        """True when no agent does it."""
        return self.agent == HUMAN

    @property
    def is_unclear(self) -> bool:
        """True when nobody knows whether its effect happened."""
        return self.status is StepStatus.FAILED and self.reason is Reason.OUTCOME_UNKNOWN


def check_steps(steps: Sequence[PlanStep]) -> None:
    """Let steps through that make a plan.

    Raises:
        PlanFlawed: there are too many, or their numbers or needs make no sense.
    """
    numbers = {step.number for step in steps}
    if len(steps) > MAX_STEPS:
        raise PlanFlawed(f"a plan has at most {MAX_STEPS} steps, not {len(steps)}")
    if len(numbers) < len(steps) or any(number < 1 for number in numbers):
        raise PlanFlawed("each step needs a number of its own, from 1 on")
    if len({step.id for step in steps}) < len(steps):
        raise PlanFlawed("each step needs an id of its own")
    for step in steps:
        if not step.agent or not step.action:
            raise PlanFlawed(f"step {step.number} needs an agent and an action")
        if unknown := sorted({*step.needs} - numbers):
            raise PlanFlawed(f"step {step.number} needs step {unknown[0]}, which does not exist")
    _refuse_cycles({step.number: {*step.needs} for step in steps})


def _refuse_cycles(needs: dict[int, set[int]]) -> None:
    """Take away what needs nothing that is left, until nothing is left."""
    while free := [number for number, needed in needs.items() if not needed & needs.keys()]:
        for number in free:
            del needs[number]
    if needs:
        circle = ", ".join(str(number) for number in sorted(needs))
        raise PlanFlawed(f"steps wait for one another in a circle: {circle}")


_UNDER_WAY = frozenset({StepStatus.RUNNING, StepStatus.WITH_PERSON})
_PLANNED = frozenset({StepStatus.PLANNED})
_FAILED = frozenset({StepStatus.FAILED})

STATE_WORDS = {
    StepStatus.PLANNED: "is only planned",
    StepStatus.AWAITING: "waits for a decision",
    StepStatus.WITH_PERSON: "is with a person",
    StepStatus.APPROVED: "is approved",
    StepStatus.RUNNING: "is running",
    StepStatus.COMPLETED: "is already completed",
    StepStatus.FAILED: "has failed",
    StepStatus.REJECTED: "was rejected",
    StepStatus.SKIPPED: "was skipped",
}


class Move(Enum):
    """What can be done with a step: in words, from which states, and where it leads."""

    ASK = ("asked about", _PLANNED, StepStatus.AWAITING)
    APPROVE = ("approved", frozenset({StepStatus.AWAITING}), StepStatus.APPROVED)
    WAIVE = ("let through", _PLANNED, StepStatus.APPROVED)
    START = ("started", frozenset({StepStatus.APPROVED}), StepStatus.RUNNING)
    COMPLETE = ("completed", _UNDER_WAY, StepStatus.COMPLETED)
    FAIL = ("given up", _UNDER_WAY, StepStatus.FAILED)
    REJECT = ("rejected", UNBEGUN, StepStatus.REJECTED)
    LAPSE = ("asked about again", ASKED, StepStatus.PLANNED)
    EDIT = ("changed", UNBEGUN, StepStatus.PLANNED)
    VOID = ("decided anew", frozenset({StepStatus.APPROVED}), StepStatus.PLANNED)
    HAND = ("given to a person", _PLANNED, StepStatus.WITH_PERSON)
    RETRY = ("tried again", _FAILED, StepStatus.PLANNED)
    FOUND_DONE = ("cleared up", _FAILED, StepStatus.COMPLETED)
    BY_HAND = ("done by hand", _FAILED, StepStatus.COMPLETED)
    PASS_OVER = ("passed over", _FAILED, StepStatus.REJECTED)
    FOUND_UNDONE = ("cleared up", _FAILED, StepStatus.FAILED)

    def __init__(self, words: str, starts: frozenset[StepStatus], end: StepStatus) -> None:
        self.words = words
        self.starts = starts
        self.end = end

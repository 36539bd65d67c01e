"""The arrows of a step: which move leads from where to where; `plan` draws them."""

from enum import Enum

from bot.domain.plans.step import ASKED, UNBEGUN, StepStatus

_UNDER_WAY = frozenset({StepStatus.RUNNING, StepStatus.WITH_PERSON})
_PLANNED = frozenset({StepStatus.PLANNED})
_FAILED = frozenset({StepStatus.FAILED})

IS = {
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

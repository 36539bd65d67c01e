"""How a task ends: its status, and the words it leaves."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """Why a task has ended."""

    DONE = "done"
    ANSWERED = "answered"
    FINISHED = "finished"
    PASSED = "passed"
    STOPPED = "stopped"
    NO_ANSWER = "no answer"
    STALLED = "stalled"
    LOOP = "loop"
    MAX_TURNS = "max turns"
    MAX_COST = "max cost"


_WORDS = {
    Status.NO_ANSWER: "there is no answer",
    Status.PASSED: "nobody here had an answer",
    Status.STALLED: "nobody could take it further",
    Status.LOOP: "it only went round in circles",
    Status.MAX_TURNS: "it took too many turns",
    Status.MAX_COST: "it used up what it may cost",
}


@dataclass(frozen=True, slots=True)
class Result:
    """What a task ends with.

    `text` is its pending message at the end, `to` the responder of the task above that is to
    read it; a `final` one ends every task above it, too.
    """

    status: Status
    text: str = ""
    to: str = ""
    final: bool = False

    @property
    def is_good(self) -> bool:
        """True when the task ended as it was meant to."""
        return self.status not in _WORDS

    @property
    def words(self) -> str:
        """The text, with an honest word on an end that was not meant."""
        if self.is_good:
            return self.text
        reason = f"I stopped here: {_WORDS[self.status]}."
        return f"{self.text}\n\n{reason}" if self.text else reason

"""Decisions: what code does with a reading; the log of them; what a run of an agent came to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from agents.kit.outcome import NextTool, Outcome, RecipeStep, Suspended
from bot.domain.ids import RequestId, TaskId
from bot.domain.participant import FilledSlot


@dataclass(frozen=True, slots=True)
class Start:
    """Give the words to an agent that has no open task."""

    agent: str
    text: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Bring a task that waits to the top, with the words."""

    task: TaskId
    text: str


@dataclass(frozen=True, slots=True)
class Continue:
    """Let the agent that asked hear the words: it reads them itself."""

    task: TaskId
    text: str


@dataclass(frozen=True, slots=True)
class FillSlots:
    """Put values into the form that asked for them, or that has them to be changed.

    `doubts` are words that may give a slot its value, but were not plain.
    """

    task: TaskId
    text: str
    values: Mapping[str, FilledSlot] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskAgain:
    """Say that the words are no answer, and ask again; `stops` says that they may want an end."""

    task: TaskId
    text: str
    stops: bool = False


@dataclass(frozen=True, slots=True)
class AnswerAbout:
    """Answer a question about what is asked, and ask again."""

    task: TaskId
    text: str


@dataclass(frozen=True, slots=True)
class DecideRequest:
    """Take the words for a verdict on a card."""

    request: RequestId
    verb: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Show a card again, and ask whether the words were a yes: only exact words approve."""

    request: RequestId


@dataclass(frozen=True, slots=True)
class KeepInMind:
    """Keep the words for an agent that waits until the one that asked has finished."""

    agent: str
    text: str


@dataclass(frozen=True, slots=True)
class Remind:
    """Say where a wish stands that is asked for again while it is open, and what waits."""

    agent: str


@dataclass(frozen=True, slots=True)
class MakePlan:
    """Make a plan for the words."""

    goal: str


@dataclass(frozen=True, slots=True)
class Clarify:
    """Say that it is not plain what is wanted; `agent` is who could not use the words."""

    agent: str = ""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Say that nobody here helps with that, or that `agent` would, if a model were set up."""

    agent: str = ""


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """Let the concierge answer."""

    text: str


Decision = (
    Start
    | Resume
    | Continue
    | FillSlots
    | AskAgain
    | AnswerAbout
    | DecideRequest
    | Confirm
    | KeepInMind
    | Remind
    | MakePlan
    | Clarify
    | Refuse
    | SmallTalk
)
"""All that can be done with a message that was read."""


class Gate(StrEnum):
    """The rule that fired, in the order of precedence."""

    COMMAND = "command"
    REQUEST = "request"
    ADDRESS = "address"
    EXACT = "exact"
    FLOOR = "floor"
    PREREQUISITE = "prerequisite"
    ROUTER = "router"
    CONTINUATION = "continuation"
    CONCIERGE = "concierge"
    BUDGET = "budget"
    PAUSE = "pause"
    PLAN = "plan"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class DecisionNote:
    """One line of the log: what was chosen by which rule, and why, in words that code wrote."""

    gate: Gate
    chosen: str
    reason: str
    rejected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IsDone:
    """The task is complete."""


@dataclass(frozen=True, slots=True)
class AsksPerson:
    """A person must answer."""


@dataclass(frozen=True, slots=True)
class CallWaits:
    """A call waits for a fact, a secret or an approval; `found` was looked up beside it."""

    call: Suspended
    found: str


@dataclass(frozen=True, slots=True)
class WantsAgent:
    """Another agent must help first."""

    wanted: NextTool


@dataclass(frozen=True, slots=True)
class HandsBack:
    """The message was not for this agent."""

    reason: str


@dataclass(frozen=True, slots=True)
class WantsTurn:
    """The task waits for nobody, and goes on in a turn of its own."""


@dataclass(frozen=True, slots=True)
class LaysOut:
    """The agent proposes a plan of these steps."""

    steps: tuple[RecipeStep, ...]


RunResult = IsDone | AsksPerson | CallWaits | WantsAgent | HandsBack | WantsTurn | LaysOut


def read_result(outcome: Outcome) -> RunResult:  # noqa: PLR0911 - one for each
    """Read an outcome as its authors and remote servers write it; an earlier mark counts more."""
    if outcome.steps:
        return LaysOut(outcome.steps)
    if outcome.hands_back:
        return HandsBack(outcome.rationale)
    if outcome.suspended is not None:
        return CallWaits(outcome.suspended, outcome.value)
    if outcome.goes_on:
        return WantsTurn()
    if not outcome.interrupt:
        return IsDone()
    if outcome.asks_human or outcome.next_tool is None:
        return AsksPerson()
    return WantsAgent(outcome.next_tool)

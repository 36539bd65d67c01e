"""What one run of an agent came to: its outcome as exactly one of seven things."""

from dataclasses import dataclass

from agents.kit.outcome import NextTool, Outcome, RecipeStep, Suspended


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


def result_of(outcome: Outcome) -> RunResult:  # noqa: PLR0911 - one for each
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

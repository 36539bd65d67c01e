"""What people see of a plan: its steps, how each stands, and what came of it."""

from dataclasses import dataclass, field

from pydantic import JsonValue

OPEN = "open"


@dataclass(frozen=True, slots=True)
class StepView:
    """A step: a sign for how it stands, who does what, and what came of it or was said to it.

    `action` are the planner's words, `tool` and `arguments` are what will run; a step for a
    person has only words.
    """

    number: int
    sign: str
    agent: str
    action: str
    status: str
    note: str = ""
    tool: str = ""
    arguments: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan: what it is for, how it stands, its steps; `done` of `total` are completed."""

    plan: str
    title: str
    status: str
    steps: tuple[StepView, ...]
    done: int
    total: int

    @property
    def is_open(self) -> bool:
        """True until it is over."""
        return self.status == OPEN

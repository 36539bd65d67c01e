"""A task as its author declares it: an agent, its sub-tasks, and the rules of their talk."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from agents.kit.agent import SCRIPT, Agent, Script, everyone
from agents.kit.tasks.position import MODEL, NATIVE, PERSON
from agents.kit.tasks.signals import HANDING_BACK, SignalName, TextSignals
from agents.kit.values.declaration import (
    TEXT,
    Word,
    keep_tuples,
    many,
    one,
    refuse_misfits,
    spelled,
)
from agents.kit.values.errors import AuthorError
from agents.kit.values.model import Card

DEEPEST = 8

Forgot = Literal["leave", "remind", "done", "person"]
ForgotRule = Callable[[str], str | None]


@spelled
@dataclass(frozen=True, slots=True)
class Limits:
    """What a task may take since a person last spoke in it: steps without end there are none.

    `turns` are messages, `stalls` steps in which nobody responds; `tokens` and `cost_micros`
    (millionths of a dollar, 0 for no limit) are what one run of the task may use, with all
    its sub-tasks; `same_call` is how often one tool may be called with the same arguments.
    """

    turns: int = 40
    stalls: int = 2
    tokens: int = 200_000
    cost_micros: int = 0
    same_call: int = 3


@spelled
@dataclass(frozen=True, slots=True)
class Part:
    """Any other script as a sub-task, such as a procedure."""

    name: str
    description: str
    script: Script

    def __post_init__(self) -> None:
        refuse_misfits(f"part {self.name}", self, _PART)

    @property
    def card(self) -> Card:
        """What others read of it."""
        return Card(self.name, self.description)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDeclaration:
    """The words a task takes.

    Responders are tried in order: the agent's tools, its model, a person, the sub-tasks.
    `in_charge` names the responder whose silence finishes the task. A person is asked in turn
    if `asks_person`, never if that is False, and by default in turn where the task is nobody's
    sub-task, elsewhere only when they are addressed. `forgot` says what happens when an agent
    with tools writes mere words: `leave` them to the next responder, `remind` it, take them as
    `done`, ask the `person`, or what a function makes of them. `signals` are the steering
    tools its model is offered; by default `done`, and what others make useful. A task that
    `remembers` begins its next run with the dialogue of the last; one that is `aloud` says its
    model's words to the person under its own name.
    """

    agent: Agent
    sub_tasks: "tuple[TaskDeclaration | Part, ...]" = ()
    in_charge: str = MODEL
    asks_person: bool | None = None
    forgot: Forgot | ForgotRule = "leave"
    signals: tuple[SignalName, ...] | None = None
    text_signals: TextSignals | None = None
    limits: Limits = field(default_factory=Limits)
    remembers: bool = True
    aloud: bool = False

    def __post_init__(self) -> None:
        refuse_misfits("a task", self, _WORDS)
        keep_tuples(self, "sub_tasks")
        if problem := next(_problems(self), ""):
            raise AuthorError(f"task {self.name}: {problem}")

    @property
    def name(self) -> str:
        """What others call it: the name of its agent."""
        return self.agent.name

    @property
    def description(self) -> str:
        """What others read of it."""
        return self.agent.description

    @property
    def card(self) -> Card:
        """What others read of it, with what its tools do as examples."""
        tools = tuple(tool.description for tool in self.agent.tools)
        return Card(self.name, self.description, examples=(*self.agent.examples, *tools))

    @property
    def responders(self) -> tuple[str, ...]:
        """Who may respond, in the order in which they are tried."""
        return (*NATIVE, *(sub.name for sub in self.sub_tasks))

    @property
    def played(self) -> tuple[Agent, ...]:
        """Every agent of the tree, each once."""
        below = (agent for sub in self.sub_tasks for agent in _agents(sub))
        return everyone((self.agent, *below))

    @property
    def depth(self) -> int:
        """How many tasks stand one within another."""
        below = (sub.depth for sub in self.sub_tasks if isinstance(sub, TaskDeclaration))
        return 1 + max(below, default=0)

    def sub_task(self, name: str) -> "TaskDeclaration | Part":
        """The sub-task of a name there is."""
        return next(sub for sub in self.sub_tasks if sub.name == name)


_PART: Mapping[str, Word] = {"name": TEXT, "description": TEXT, "script": SCRIPT}
_WORDS: Mapping[str, Word] = {
    "agent": one(Agent, "an Agent"),
    "sub_tasks": many((TaskDeclaration, Part), "tasks, each a TaskLoop(agent=…) or a Part(…)"),
    "limits": one(Limits, "Limits, such as Limits(turns=20)"),
}


def _agents(sub: TaskDeclaration | Part) -> tuple[Agent, ...]:
    return sub.played if isinstance(sub, TaskDeclaration) else sub.script.agents


def _problems(task: TaskDeclaration) -> Iterator[str]:
    """Say what cannot work."""
    if task.agent.run is not None or task.agent.script is not None:
        yield "its agent must be a model with a prompt or tools; wrap any other script in a Part."
    names = [*task.responders, task.name]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield f"“{name}” is the name of two responders; each needs its own."
    for sub in task.sub_tasks:
        if not sub.description.strip():
            yield f"{sub.name} has no description, so that no model can turn to it."
    if task.in_charge not in task.responders:
        yield f"in_charge is “{task.in_charge}”, which is none of {', '.join(task.responders)}."
    if task.asks_person is False and PERSON in (task.in_charge, task.forgot):
        yield "it never asks a person, so none can be in charge or stand in for a tool."
    steering = {HANDING_BACK, "done", *(task.signals or ("send", "pass"))}
    for name in sorted(steering & {tool.name for tool in task.agent.tools}):
        yield f"{name} steers the task; call the tool of its agent something else."
    yield from _bad_limits(task)


def _bad_limits(task: TaskDeclaration) -> Iterator[str]:
    if task.depth > DEEPEST:
        yield f"its tasks stand {task.depth} deep; {DEEPEST} is the most."
    if min(task.limits.turns, task.limits.stalls, task.limits.same_call) < 1:
        yield "every limit on turns, stalls and calls is at least one."

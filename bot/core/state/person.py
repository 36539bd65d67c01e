"""The person a turn works for: their task stack, their facts, all that is remembered of them."""

from dataclasses import dataclass, field
from typing import Any

from agents.kit.outcome import Suspended
from agents.kit.values.person import Person
from bot.domain.ids import TaskId
from bot.domain.participant import Facts, Participant
from bot.domain.tasks import Task, TaskStack


@dataclass
class PersonState:
    """Who is worked for: the author, or for somebody else's approval the requester.

    `before` is the same person as they were remembered. `stashed` are the calls that waited
    before their tasks heard this turn's words; `wants_login` is the agent that a secret which
    was typed unasked is kept for.
    """

    participant: Participant
    before: Participant
    stashed: dict[TaskId, Suspended] = field(default_factory=dict)
    wants_login: str = ""

    @property
    def identity(self) -> Person:
        """Who it is."""
        return self.participant.person

    @property
    def stack(self) -> TaskStack:
        """Their task stack."""
        return self.participant.stack

    @stack.setter
    def stack(self, stack: TaskStack) -> None:
        self.change(stack=stack)

    @property
    def facts(self) -> Facts:
        """What code knows of them."""
        return self.participant.facts

    def change(self, **changes: Any) -> None:
        """Change what is remembered of them."""
        self.participant = self.participant.with_(**changes)

    def update(self, task: Task) -> Task:
        """Keep a changed task on the stack."""
        self.stack = self.stack.update(task)
        return task

    def current(self, task: Task) -> Task:
        """The task as it is on the stack now."""
        return next((t for t in self.stack.tasks if t.id == task.id), task)

    def end_wish(self) -> None:
        """Forget what they set out to do, and who has done a part of it."""
        self.change(wish="", wish_spoken=(), finished=())

"""A participant: what a session remembers of one person; nobody else's turn reads it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from agents.kit.values.objects import evolve
from agents.kit.values.person import Person
from bot.domain.facts import Facts
from bot.domain.spoken import Spoken
from bot.domain.tasks import Task, TaskStack


@dataclass(frozen=True, slots=True)
class Sealed:
    """An encrypted secret, and when it is gone at the latest."""

    sealed: str
    expires_at: datetime


@dataclass(frozen=True)
class Participant:
    """One person's task stack, facts, sealed secrets and saved threads in one session.

    `shelved` are tasks put away while their approval is open: its buttons bring them back.
    `wish` is what they originally set out to do, `wish_spoken` where they wrote it, `finished`
    the agents that ended since;
    `greeted` says that they have been welcomed.
    """

    person: Person
    stack: TaskStack = field(default_factory=TaskStack)
    shelved: tuple[Task, ...] = ()
    facts: Facts = field(default_factory=lambda: Facts(owner=""))
    secrets: dict[str, Sealed] = field(default_factory=dict)
    threads: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    wish: str = ""
    wish_spoken: tuple[Spoken, ...] = ()
    finished: tuple[str, ...] = ()
    greeted: bool = False

    @classmethod
    def new(cls, person: Person) -> "Participant":
        """Return somebody who has said nothing yet."""
        return cls(person=person, facts=Facts(owner=person.key))

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Every task that is not over: open, queued or put away."""
        return (*self.stack.tasks, *self.stack.queued, *self.shelved)

    def with_(self, **changes: Any) -> "Participant":
        """Return the participant with these changes."""
        return evolve(self, **changes)

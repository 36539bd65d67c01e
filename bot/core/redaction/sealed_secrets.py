"""Secrets kept sealed from turn to turn: volunteered ones, and those typed for a call that waits.

typed ─▶ kept ─▶ taken by its call ─▶ forgotten, as the call runs or fails
          ▲  │        │
          │  └────────┼─▶ forgotten, as the call is dropped or the time is over
          └───────────┘   kept again, as the call waits for more, or is asked for one anew
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from agents.kit.agent import Agent
from agents.kit.approval import always
from agents.kit.outcome import Suspended
from agents.kit.tool import Tool
from agents.kit.values.errors import ToolFailed
from agents.kit.values.person import Secret
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.ids import TaskId
from bot.domain.participant import Sealed
from bot.domain.tasks import Task

KEPT_SECONDS = 15 * 60


@dataclass(frozen=True, slots=True)
class SealedSecrets:
    """Where the secrets of one tool lie while a task's call of it waits."""

    work: Work
    task: Task
    agent: Agent
    tool: Tool

    def take(self, typed: Collection[str]) -> dict[str, Secret]:
        """Take out what is in time; if one is missing beside the `typed`, a volunteered one."""
        kept, now = self.work.person.participant.secrets, self.work.now
        mine = {name: f"{self._place}{name}" for name in self.tool.secrets}
        found = {name: kept[place] for name, place in mine.items() if place in kept}
        missing = [name for name in self.tool.secrets if name not in {*found, *typed}]
        if len(missing) == 1 and self.agent.name in kept:
            found[missing[0]] = kept[self.agent.name]
        taken = {*mine.values(), *([self.agent.name] if mine else [])}
        if taken & kept.keys():
            self.work.person.change(secrets={n: s for n, s in kept.items() if n not in taken})
        return {name: self._opened(one) for name, one in found.items() if one.expires_at > now}

    def keep(self, secrets: Mapping[str, Secret], seconds: float = KEPT_SECONDS) -> None:
        """Keep secrets for the next turn of the call, but no longer than this."""
        if not secrets:
            return
        seal, until = self.work.services.cipher.seal, self.work.journal.until(seconds)
        kept = {
            f"{self._place}{name}": Sealed(seal(secret.reveal()), until)
            for name, secret in secrets.items()
        }
        self.work.person.change(secrets={**self.work.person.participant.secrets, **kept})

    @property
    def _place(self) -> str:
        return _place(self.task.id, self.agent.name, self.tool.name)

    def _opened(self, sealed: Sealed) -> Secret:
        return Secret(self.work.services.cipher.open(sealed.sealed))


def forget_volunteered(person: PersonState) -> None:
    """Forget what nobody had asked for; what was typed for a call goes with that call."""
    kept = {n: s for n, s in person.participant.secrets.items() if _is_typed(n)}
    person.change(secrets=kept)


def forget_dropped(work: Work) -> None:
    """Forget what was typed for calls that wait no more, or for an agent nobody talks to."""
    waiting, door = tuple(_waiting(work.person)), work.catalogue.door_to
    open_agents = {task.agent for task in work.person.participant.tasks}
    attended = {
        n for n in work.person.participant.secrets if not _is_typed(n) and door(n) in open_agents
    }
    kept = {
        name: sealed
        for name, sealed in work.person.participant.secrets.items()
        if sealed.expires_at > work.now and (name.startswith(waiting) or name in attended)
    }
    if kept != work.person.participant.secrets:
        work.person.change(secrets=kept)


def _waiting(person: PersonState) -> Iterator[str]:
    for task in person.participant.tasks:
        if task.call is not None:
            yield _place(task.id, task.call.agent or task.agent, task.call.tool)


def _place(task: TaskId, agent: str, tool: str) -> str:
    return f"{task}/{agent}/{tool}/"


def _is_typed(name: str) -> bool:
    """Tell a place of a call from the name of an agent, in which no slash can stand."""
    return "/" in name


def find_seconds(tool: Tool, waiting: Suspended) -> float:
    """How long secrets are kept for a call that waits: as long as whoever decides it has time."""
    rule = tool.approval or always()
    return rule.expires_after_seconds if waiting.waits_for == "approval" else KEPT_SECONDS


def find_typed_anew(tool: Tool, error: ToolFailed) -> tuple[str, ...]:
    """Which secrets are typed anew: the one a failure names; all, if it names none or several."""
    named = tuple(name for name in tool.secrets if error.is_about(name))
    return named if len(named) == 1 else tool.secrets

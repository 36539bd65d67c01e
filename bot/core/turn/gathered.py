"""What a turn gathers until it is committed: events, context, deeds of tools, plans."""

from dataclasses import dataclass, field

from agents.kit.fact import Unmet
from bot.core.ports.later import Waiting
from bot.domain.agent_message import AgentMessage
from bot.domain.ids import PlanId, TaskId, TurnId
from bot.domain.messages import Incoming, Said
from bot.domain.plans.plan import Plan


@dataclass(slots=True)
class Arrivals:
    """Events that came before the turn began, or while it ran.

    `taken` and `heeded` end with it, `rewritten` are lines that somebody has changed since.
    """

    taken: list[Waiting] = field(default_factory=list)
    heeded: list[TurnId] = field(default_factory=list)
    rewritten: list[Said] = field(default_factory=list)


@dataclass(slots=True)
class Acted:
    """The answers of effects, their tasks with the digests of their actions, and tools' errors.

    `failed` are effects that ran and failed, by task and call, of which nobody was told;
    `is_doubted` says that a model was asked again whether it hands over to whom it named.
    """

    answers: list[str] = field(default_factory=list)
    effects: set[tuple[TaskId, str]] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)
    failed: dict[tuple[TaskId, str], str] = field(default_factory=dict)
    is_doubted: bool = False


@dataclass(slots=True)
class Planned:
    """Plans as the turn leaves them, what was said about them, and steps left for later.

    `unmet` is what steps name that the facts of just now are not about.
    """

    plans: dict[PlanId, Plan] = field(default_factory=dict)
    messages: list[AgentMessage] = field(default_factory=list)
    next: list[Incoming] = field(default_factory=list)
    unmet: dict[tuple[PlanId, int], Unmet] = field(default_factory=dict)

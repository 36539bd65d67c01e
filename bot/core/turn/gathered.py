"""What a turn gathers until it is committed: events, context, deeds of tools, plans."""

from dataclasses import dataclass, field

from agents.kit.fact import Unmet
from agents.kit.model import ChatMessage, Image
from bot.core.ports.later import Waiting
from bot.domain.agent_message import AgentMessage
from bot.domain.ids import PlanId, TaskId, TurnId
from bot.domain.messages import Incoming, Said
from bot.domain.plans.plan import Plan


@dataclass(slots=True)
class Arrivals:
    """Events that came before the turn began, or while it ran.

    `taken` and `heeded` end with it, `joined` are the names of the messages it hears together with
    its own, `rewritten` the lines that somebody has changed since.
    """

    taken: list[Waiting] = field(default_factory=list)
    heeded: list[TurnId] = field(default_factory=list)
    joined: tuple[str, ...] = ()
    rewritten: list[Said] = field(default_factory=list)


@dataclass(slots=True)
class Context:
    """What was said and kept before, and what is shown with the message.

    `memory` is what lies beyond the recent lines, as a text, for discreet readers and for others;
    `recalled` are the quotes in it, `backdrop` is all of it and of earlier turns that models were
    shown. `pictures` are shown in this turn alone. `filtered` are the agents whose model's content
    filter stopped what they were asked last.
    """

    past: list[ChatMessage] | None = None
    backdrop: list[ChatMessage] = field(default_factory=list)
    memory: dict[bool, str] = field(default_factory=dict)
    recalled: tuple[str, ...] = ()
    pictures: list[Image] = field(default_factory=list)
    filtered: set[str] = field(default_factory=set)


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

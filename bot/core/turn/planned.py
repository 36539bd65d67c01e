"""What a turn changes about plans, until it is committed."""

from dataclasses import dataclass, field

from agents.kit.fact import Unmet
from bot.domain.agent_message import AgentMessage
from bot.domain.ids import PlanId
from bot.domain.messages import Incoming
from bot.domain.plans.plan import Plan


@dataclass(slots=True)
class Planned:
    """Plans as the turn leaves them, what was said about them, and steps left for later.

    `unmet` is what steps name that the facts of just now are not about.
    """

    plans: dict[PlanId, Plan] = field(default_factory=dict)
    messages: list[AgentMessage] = field(default_factory=list)
    next: list[Incoming] = field(default_factory=list)
    unmet: dict[tuple[PlanId, int], Unmet] = field(default_factory=dict)

"""Messages between agents: what each said about a plan's steps, kept for whoever follows it."""

from dataclasses import dataclass
from datetime import datetime

from agents.kit.values.person import Person
from bot.domain.ids import AgentMessageId, PlanId, SessionId, StepId


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """One message of a plan; secrets are masked before it is made.

    `person` is who the plan belongs to, `source` the agent (or the planner, or the person) that
    says it; `step` is what it is about, if it is about one.
    """

    id: AgentMessageId
    session: SessionId
    person: Person
    plan: PlanId
    source: str
    content: str
    at: datetime
    step: StepId | None = None

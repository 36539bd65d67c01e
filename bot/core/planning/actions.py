"""The exact action of a step as it is now: what would run, and why a person must decide it."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from agents.kit.agent import Agent
from agents.kit.approval import Approval, always
from agents.kit.tool import Tool
from agents.kit.values.errors import ToolFailed
from bot.core.acting.equip import turn_for
from bot.core.acting.faults import faults_of, why_asked
from bot.core.acting.guards import Guard, subject
from bot.core.acting.said_values import is_said, is_telling
from bot.core.planning.offering import found
from bot.core.planning.reading import lacking
from bot.core.requests.plan_card import Shown
from bot.core.turn.work import Work
from bot.domain.errors import AgentFailed, PlanFlawed
from bot.domain.ids import TaskId
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import PlanStep, StepStatus
from bot.domain.tasks import Task

CHANGES = "it changes something"
CONFIRM = "confirm"
_AHEAD = {StepStatus.PLANNED, StepStatus.APPROVED}


@dataclass(frozen=True, slots=True)
class Action:
    """A step whose agent and tool are there; `lacks` are arguments that are not known yet.

    `words` say what the missing fact must be about, where one about something else is there.
    """

    plan: Plan
    step: PlanStep
    agent: Agent
    tool: Tool
    lacks: tuple[str, ...] = ()
    missing_fact: str = ""
    words: str = ""

    @property
    def is_ready(self) -> bool:
        """True when it is known exactly what would run."""
        return not self.lacks and not self.missing_fact


def action_of(work: Work, plan: Plan, step: PlanStep) -> Action | None:
    """The action of a step; None for a person's, or where its agent or tool is gone."""
    known = found(work.catalogue, step.agent, step.tool)
    if known is None:
        return None
    agent, tool = known
    try:
        lacks = tuple(lacking(tool, step.arguments))
    except PlanFlawed:  # the tool takes other values since it was planned
        lacks = tuple(step.arguments)
    required = (fact.name for fact in (*agent.requires, *tool.requires))
    missing = next((name for name in required if name not in work.person.facts.known), "")
    unmet = work.changes.unmet.get((plan.id, step.number))
    if missing or unmet is None:
        return Action(plan, step, agent, tool, lacks, missing)
    return Action(plan, step, agent, tool, lacks, unmet.fact.name, unmet.words)


async def look(work: Work, plan: Plan) -> None:
    """Note which steps ahead name something else than the facts are about; `action_of` tells.

    What cannot be looked up is told when the step is decided or carried out.
    """
    for step in plan.steps:
        work.changes.unmet.pop((plan.id, step.number), None)
        action = action_of(work, plan, step) if step.status in _AHEAD else None
        if action is None or action.tool.unmet is None or not action.is_ready:
            continue
        turn = turn_for(work, task_for(plan, step), action.agent)
        with suppress(ToolFailed, AgentFailed), faults_of(action.agent, action.tool, "its unmet"):
            if unmet := await action.tool.unmet(turn, _arguments(action)):
                work.changes.unmet[plan.id, step.number] = unmet


def digest_of(work: Work, action: Action) -> str:
    """What an approval of the action is bound to, as of now."""
    return subject(work, action.agent, action.tool, action.step.arguments).digest


def because(work: Work, action: Action) -> str:
    """Why a person must decide; empty for what changes nothing and needs no approval."""
    task = task_for(action.plan, action.step)
    guard, arguments = Guard(work, task, action.agent), _arguments(action)
    reason = guard.reason(action.tool, arguments)
    if not reason and (action.step.effect or action.tool.effect):
        reason = "; ".join([CHANGES, *guard.read_elsewhere(action.tool, arguments)])
    return "; ".join([reason, *_from_steps(work, action, task.own)]) if reason else ""


def rule_of(action: Action) -> Approval:
    """Who decides: the tool's own rule where it asks, else whoever wants the plan."""
    rule, tool = action.tool.approval, action.tool
    is_asked = why_asked(action.agent, tool, _arguments(action))
    return rule if rule is not None and is_asked else always(CHANGES)


def group_of(rule: Approval) -> str:
    """Steps of the same group are shown on one card."""
    return CONFIRM if rule.policy == "confirm" else rule.who


def shown(work: Work, action: Action, why: str) -> Shown:
    """The action as a card shows it."""
    exact = subject(work, action.agent, action.tool, action.step.arguments)
    kinds = work.catalogue.kinds
    labels = {name: kinds[name].label or kinds[name].meaning for name in exact.facts}
    return Shown(action.step, exact, action.tool, why, labels)


def task_for(plan: Plan, step: PlanStep, **details: Any) -> Task:
    """The task that a step is for its agent: the owner's own words are those said to the plan."""
    return Task(
        id=TaskId(f"{plan.id}/{step.number}"),
        agent=step.agent,
        said=(step.current_action,),
        spoken=plan.spoken,
        started=True,
        plan=plan.id,
        step=step.number,
        **details,
    )


def _from_steps(work: Work, action: Action, heard: tuple[str, ...]) -> list[str]:
    """Name the values that only an earlier step has told, and which one."""
    told = [
        f"{name} (from step {step.number})"
        for name, value in _arguments(action).items()
        if is_telling(value) and not is_said(value, heard, work.local_now)
        for step in action.plan.steps
        if step.status is StepStatus.COMPLETED and is_said(value, (step.reply,), work.local_now)
    ]
    return [f"read off an answer: {', '.join(told)}"] if told else []


def _arguments(action: Action) -> dict[str, Any]:
    return action.tool.read(action.step.arguments)

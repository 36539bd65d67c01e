"""The exact action of each step as it is now, put on one card for each rule."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from agents.kit.agent import Agent
from agents.kit.approval import Approval, always
from agents.kit.tool import Tool
from agents.kit.values.errors import ToolFailed
from bot.core.agents.agent_turn import make_turn
from bot.core.agents.guard import ToolGuard, bind_action
from bot.core.agents.injection_guard import is_said, is_telling
from bot.core.plans.turn_plans import note_message, view_plan
from bot.core.plans.validation import find_lacking, find_offer
from bot.core.redaction.tool_redaction import explain_approval, tell_faults
from bot.core.requests.ask import show_approval
from bot.core.requests.cards import apply_rule
from bot.core.requests.plan_cards import (
    CARD_STEPS,
    Shown,
    bind_steps,
    find_plan_id,
    list_numbers,
    sort_by_risk,
    write_plan_card,
)
from bot.core.state.catalogue import PLANNER
from bot.core.state.changes import TurnRequests
from bot.core.state.work import Work
from bot.domain.errors import AgentFailed, PlanFlawed
from bot.domain.ids import RequestId, TaskId
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import PlanStep, StepStatus
from bot.domain.requests import Request, RequestKind, RequestStatus
from bot.domain.tasks import Task

CHANGES = "it changes something"
CONFIRM = "confirm"
_AHEAD = {StepStatus.PLANNED, StepStatus.APPROVED}


@dataclass(frozen=True, slots=True)
class PlannedAction:
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


def find_action(work: Work, plan: Plan, step: PlanStep) -> PlannedAction | None:
    """The action of a step; None for a person's, or where its agent or tool is gone."""
    known = find_offer(work.catalogue, step.agent, step.tool)
    if known is None:
        return None
    agent, tool = known
    try:
        lacks = tuple(find_lacking(tool, step.arguments))
    except PlanFlawed:  # the tool takes other values since it was planned
        lacks = tuple(step.arguments)
    required = (fact.name for fact in (*agent.requires, *tool.requires))
    missing = next((name for name in required if name not in work.person.facts.known), "")
    unmet = work.changes.unmet.get((plan.id, step.number))
    if missing or unmet is None:
        return PlannedAction(plan, step, agent, tool, lacks, missing)
    return PlannedAction(plan, step, agent, tool, lacks, unmet.fact.name, unmet.words)


async def look_at_facts(work: Work, plan: Plan) -> None:
    """Note which steps ahead name something else than the facts are about; `action_of` tells.

    What cannot be looked up is told when the step is decided or carried out.
    """
    for step in plan.steps:
        work.changes.unmet.pop((plan.id, step.number), None)
        action = find_action(work, plan, step) if step.status in _AHEAD else None
        if action is None or action.tool.unmet is None or not action.is_ready:
            continue
        turn = make_turn(work, make_task(plan, step), action.agent)
        with (
            suppress(ToolFailed, AgentFailed),
            tell_faults(action.agent, action.tool, "its unmet"),
        ):
            if unmet := await action.tool.unmet(turn, _arguments(action)):
                work.changes.unmet[plan.id, step.number] = unmet


def digest_action(work: Work, action: PlannedAction) -> str:
    """What an approval of the action is bound to, as of now."""
    return bind_action(work, action.agent, action.tool, action.step.arguments).digest


def explain_decision(work: Work, action: PlannedAction) -> str:
    """Why a person must decide; empty for what changes nothing and needs no approval."""
    task = make_task(action.plan, action.step)
    guard, arguments = ToolGuard(work, task, action.agent), _arguments(action)
    reason = guard.reason(action.tool, arguments)
    if not reason and (action.step.effect or action.tool.effect):
        reason = "; ".join([CHANGES, *guard.read_elsewhere(action.tool, arguments)])
    return "; ".join([reason, *_from_steps(work, action, task.own)]) if reason else ""


def find_rule(action: PlannedAction) -> Approval:
    """Who decides: the tool's own rule where it asks, else whoever wants the plan."""
    rule, tool = action.tool.approval, action.tool
    is_asked = explain_approval(action.agent, tool, _arguments(action))
    return rule if rule is not None and is_asked else always(CHANGES)


def find_group(rule: Approval) -> str:
    """Steps of the same group are shown on one card."""
    return CONFIRM if rule.policy == "confirm" else rule.who


def present(work: Work, action: PlannedAction, why: str) -> Shown:
    """The action as a card shows it."""
    exact = bind_action(work, action.agent, action.tool, action.step.arguments)
    kinds = work.catalogue.kinds
    labels = {name: kinds[name].label or kinds[name].meaning for name in exact.facts}
    return Shown(action.step, exact, action.tool, why, labels)


def make_task(plan: Plan, step: PlanStep, **details: Any) -> Task:
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


def _from_steps(work: Work, action: PlannedAction, heard: tuple[str, ...]) -> list[str]:
    """Name the values that only an earlier step has told, and which one."""
    told = [
        f"{name} (from step {step.number})"
        for name, value in _arguments(action).items()
        if is_telling(value) and not is_said(value, heard, work.local_now)
        for step in action.plan.steps
        if step.status is StepStatus.COMPLETED and is_said(value, (step.reply,), work.local_now)
    ]
    return [f"read off an answer: {', '.join(told)}"] if told else []


def _arguments(action: PlannedAction) -> dict[str, Any]:
    return action.tool.read(action.step.arguments)


Waiting = list[tuple[PlannedAction, Approval, str]]


def ask_ready_steps(work: Work, plan: Plan) -> Plan:
    """Let through what changes nothing, and put the rest to whoever decides it."""
    plan = _waived(work, plan)
    groups = _groups(work, plan)
    for group in groups:
        plan = _without_old(work.requests, plan, group)
    for waiting in _groups(work, plan).values():
        plan = _put(work, plan, waiting)
    return plan


def find_cards(requests: TurnRequests, plan: Plan) -> list[Request]:
    """The open cards of a plan."""
    return [r for r in find_plan_requests(requests, plan) if r.subject.tool == CARD_STEPS]


def find_plan_requests(requests: TurnRequests, plan: Plan) -> list[Request]:
    """All that a plan asks just now."""
    asked = (r for r in requests.pending if r.kind is RequestKind.PLAN)
    return [r for r in asked if find_plan_id(r) == plan.id]


def take_back(requests: TurnRequests, plan: Plan, request: Request) -> Plan:
    """Withdraw a card for a newer one; what it showed is asked about again there."""
    requests.close(request, RequestStatus.CANCELLED, replaced=True)
    return plan_moves.lapse(plan, request.id)


def _waived(work: Work, plan: Plan) -> Plan:
    for action in _ready(work, plan):
        if not explain_decision(work, action):
            plan = plan_moves.waive(plan, action.step.number, digest_action(work, action))
    return plan


def _groups(work: Work, plan: Plan) -> dict[str, Waiting]:
    """The steps to ask about, by who decides them; the owner's come first."""
    groups: dict[str, Waiting] = {}
    for action in _ready(work, plan):
        rule = find_rule(action)
        groups.setdefault(find_group(rule), []).append(
            (action, rule, explain_decision(work, action))
        )
    return dict(sorted(groups.items()))


def _ready(work: Work, plan: Plan) -> list[PlannedAction]:
    """The steps of which is known exactly what would run, and nothing is decided."""
    planned = [step for step in plan.steps if step.status is StepStatus.PLANNED]
    actions = (find_action(work, plan, step) for step in planned)
    return [action for action in actions if action is not None and action.is_ready]


def _without_old(requests: TurnRequests, plan: Plan, group: str) -> Plan:
    """Withdraw the open card of a rule, for everything it asks stands on one card."""
    for request in find_cards(requests, plan):
        if request.subject.rule == group:
            plan = take_back(requests, plan, request)
    return plan


def _put(work: Work, plan: Plan, waiting: Waiting) -> Plan:
    listed = sort_by_risk([present(work, action, why) for action, _rule, why in waiting])
    rules = [rule for _action, rule, _why in waiting]
    group = find_group(rules[0])
    request = Request(
        id=RequestId(work.journal.next_id()),
        kind=RequestKind.PLAN,
        session=work.session,
        task=TaskId(plan.id),
        asked=plan.owner,
        text=write_plan_card(plan, listed),
        subject=bind_steps(plan, listed, group),
        created_at=work.now,
        expires_at=work.journal.until(min(rule.expires_after_seconds for rule in rules)),
    )
    request = apply_rule(request, rules[0], work.journal)
    work.requests.open(request)
    for one in listed:
        plan = plan_moves.ask(plan, one.step.number, request.id, one.action.digest)
    numbers = ", ".join(str(number) for number in list_numbers(request))
    note_message(
        work, plan, PLANNER, f"May step {numbers} run? It is for {request.waits_for} to decide."
    )
    _show(work, plan, request)
    return plan


def _show(work: Work, plan: Plan, request: Request) -> None:
    show_approval(work, request)
    work.transcript.replies[-1] = replace(work.transcript.replies[-1], plan=view_plan(work, plan))

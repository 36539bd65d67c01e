"""Ask about the steps that can be decided now: one card for each rule, none for reads."""

from dataclasses import replace

from agents.kit.approval import Approval
from bot.core.planning.actions import (
    Action,
    action_of,
    because,
    digest_of,
    group_of,
    rule_of,
    shown,
)
from bot.core.planning.keeping import note, view
from bot.core.requests import plan_card as card
from bot.core.requests.ask import show_approval
from bot.core.requests.ruling import ruled
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.services import PLANNER
from bot.core.turn.work import Work
from bot.domain.ids import RequestId, TaskId
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import StepStatus
from bot.domain.requests import Request, RequestKind, RequestStatus

Waiting = list[tuple[Action, Approval, str]]


def ask(work: Work, plan: Plan) -> Plan:
    """Let through what changes nothing, and put the rest to whoever decides it."""
    plan = _waived(work, plan)
    groups = _groups(work, plan)
    for group in groups:
        plan = _without_old(work.requests, plan, group)
    for waiting in _groups(work, plan).values():
        plan = _put(work, plan, waiting)
    return plan


def cards_of(requests: TurnRequests, plan: Plan) -> list[Request]:
    """The open cards of a plan."""
    return [r for r in requests_of(requests, plan) if r.subject.tool == card.STEPS]


def requests_of(requests: TurnRequests, plan: Plan) -> list[Request]:
    """All that a plan asks just now."""
    asked = (r for r in requests.pending if r.kind is RequestKind.PLAN)
    return [r for r in asked if card.plan_of(r) == plan.id]


def take_back(requests: TurnRequests, plan: Plan, request: Request) -> Plan:
    """Withdraw a card for a newer one; what it showed is asked about again there."""
    requests.close(request, RequestStatus.CANCELLED, replaced=True)
    return plan_moves.lapse(plan, request.id)


def _waived(work: Work, plan: Plan) -> Plan:
    for action in _ready(work, plan):
        if not because(work, action):
            plan = plan_moves.waive(plan, action.step.number, digest_of(work, action))
    return plan


def _groups(work: Work, plan: Plan) -> dict[str, Waiting]:
    """The steps to ask about, by who decides them; the owner's come first."""
    groups: dict[str, Waiting] = {}
    for action in _ready(work, plan):
        rule = rule_of(action)
        groups.setdefault(group_of(rule), []).append((action, rule, because(work, action)))
    return dict(sorted(groups.items()))


def _ready(work: Work, plan: Plan) -> list[Action]:
    """The steps of which is known exactly what would run, and nothing is decided."""
    planned = [step for step in plan.steps if step.status is StepStatus.PLANNED]
    actions = (action_of(work, plan, step) for step in planned)
    return [action for action in actions if action is not None and action.is_ready]


def _without_old(requests: TurnRequests, plan: Plan, group: str) -> Plan:
    """Withdraw the open card of a rule, for everything it asks stands on one card."""
    for request in cards_of(requests, plan):
        if request.subject.rule == group:
            plan = take_back(requests, plan, request)
    return plan


def _put(work: Work, plan: Plan, waiting: Waiting) -> Plan:
    listed = card.by_risk([shown(work, action, why) for action, _rule, why in waiting])
    rules = [rule for _action, rule, _why in waiting]
    group = group_of(rules[0])
    request = Request(
        id=RequestId(work.journal.next_id()),
        kind=RequestKind.PLAN,
        session=work.session,
        task=TaskId(plan.id),
        asked=plan.owner,
        text=card.text(plan, listed),
        subject=card.subject_of(plan, listed, group),
        created_at=work.now,
        expires_at=work.journal.until(min(rule.expires_after_seconds for rule in rules)),
    )
    request = ruled(request, rules[0], work.journal)
    work.requests.open(request)
    for one in listed:
        plan = plan_moves.ask(plan, one.step.number, request.id, one.action.digest)
    numbers = ", ".join(str(number) for number in card.numbers_of(request))
    note(work, plan, PLANNER, f"May step {numbers} run? It is for {request.waits_for} to decide.")
    _show(work, plan, request)
    return plan


def _show(work: Work, plan: Plan, request: Request) -> None:
    show_approval(work, request)
    work.transcript.replies[-1] = replace(work.transcript.replies[-1], plan=view(work, plan))

"""The moves of a plan's steps: each returns the plan as it is then, or refuses in words.

The diagram of `plan` shows them all, under the letters used here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from bot.domain.errors import ApprovalVoid, PlanMoveRefused
from bot.domain.ids import RequestId
from bot.domain.plans.plan import Plan, PlanReason, PlanStatus
from bot.domain.plans.steps import (
    DECIDED,
    STATE_WORDS,
    UNBEGUN,
    Move,
    PlanStep,
    Reason,
    StepStatus,
)


def settle_plan(plan: Plan, now: datetime) -> Plan:
    """Skip what can never run, and end the plan if nothing is left to do in it."""
    plan = replace(plan, steps=_without_vain(plan.steps, now))
    if plan.running or plan.unclear or plan.failed:
        return plan  # what failed gets another step in its place, or a person says what to do
    if not plan.steps or any(step.status not in DECIDED for step in plan.steps):
        return plan
    if any(step.status is StepStatus.COMPLETED for step in plan.steps):
        return replace(plan, status=PlanStatus.COMPLETED)
    return replace(plan, status=PlanStatus.FAILED, reason=PlanReason.REJECTED)


def close_plan(
    plan: Plan, status: PlanStatus, why: PlanReason, reason: Reason, now: datetime
) -> Plan:
    """End a plan: what has not begun is skipped, what is running fails, for this reason."""
    steps = tuple(_cut(step, reason, now) for step in plan.steps)
    return replace(plan, status=status, reason=why, steps=steps)


def _cut(step: PlanStep, reason: Reason, now: datetime) -> PlanStep:
    if step.status is StepStatus.RUNNING:
        return replace(step, status=StepStatus.FAILED, reason=reason, ended_at=now)
    return _skipped(step, reason, now) if step.status in UNBEGUN else step


def _without_vain(steps: tuple[PlanStep, ...], now: datetime) -> tuple[PlanStep, ...]:
    """Skip what needs a step that was rejected or skipped, and what needs those in turn."""
    gone = {step.number for step in steps if step.status in DECIDED - {StepStatus.COMPLETED}}
    vain = {
        step.number for step in steps if step.status in UNBEGUN and not gone.isdisjoint(step.needs)
    }
    if not vain:
        return steps
    rest = (_skipped(s, Reason.REJECTED, now) if s.number in vain else s for s in steps)
    return _without_vain(tuple(rest), now)


def _skipped(step: PlanStep, reason: Reason, now: datetime) -> PlanStep:
    return replace(step, status=StepStatus.SKIPPED, reason=reason, ended_at=now)


MAX_ATTEMPTS = 3

FAILURES = frozenset(Reason) - {Reason.REJECTED, Reason.EXPIRED}


@dataclass(frozen=True, slots=True)
class Edit:
    """What a step is to do instead, whole: the sentence and the call must stay one thing."""

    action: str
    tool: str
    arguments: Mapping[str, JsonValue]
    effect: bool
    risk: str
    feedback: str = ""


def ask(plan: Plan, number: int, request: RequestId, digest: str) -> Plan:
    """Show a step to whoever decides it; the digest is of exactly what they see."""
    assert digest, "an approval is bound to what was shown"
    if plan.step(number).is_for_a_person:
        raise PlanMoveRefused(f"Step {number} is for a person; it needs no approval.")
    return _moved(plan, number, Move.ASK, request=request, digest=digest, reason=None)


def approve(plan: Plan, number: int, request: RequestId, feedback: str = "") -> Plan:
    """Let a step do exactly what was shown in this request.

    Raises:
        ApprovalVoid: something else was shown there than would run now.
    """
    step = plan.step(number)
    if step.status is StepStatus.AWAITING and step.request != request:
        raise ApprovalVoid(number)
    return _moved(plan, number, Move.APPROVE, feedback=feedback)


def waive(plan: Plan, number: int, digest: str) -> Plan:
    """Let a step through that changes nothing; nobody is asked about those."""
    assert digest, "what is let through is one exact action"
    step = plan.step(number)
    if step.effect or step.is_for_a_person:
        raise PlanMoveRefused(f"Step {number} may change something; a person must decide it.")
    return _moved(plan, number, Move.WAIVE, digest=digest, reason=None)


def start(plan: Plan, number: int, digest: str, now: datetime) -> Plan:
    """Begin a step; the digest is of what runs now.

    Raises:
        ApprovalVoid: it is another one than was approved.
    """
    step = plan.step(number)
    if step.status is StepStatus.APPROVED and step.digest != digest:
        raise ApprovalVoid(number)
    attempts = step.attempts + 1
    started = _moved(plan, number, Move.START, attempts=attempts, started_at=now)
    _refuse_early(plan, step)
    return started


def give_to_person(plan: Plan, number: int, request: RequestId, now: datetime) -> Plan:
    """Give a step to the person who is to do it."""
    step = plan.step(number)
    if not step.is_for_a_person:
        raise PlanMoveRefused(f"Step {number} is for {step.agent}, not for a person.")
    changes: dict[str, Any] = {"request": request, "reason": None}
    changes |= {"attempts": step.attempts + 1, "started_at": now}
    handed = _moved(plan, number, Move.HAND, **changes)
    _refuse_early(plan, step)
    return handed


def complete(plan: Plan, number: int, reply: str, now: datetime) -> Plan:
    """Note what came of a step."""
    completed = _moved(plan, number, Move.COMPLETE, reply=reply, ended_at=now)
    return settle_plan(completed, now)


def fail(plan: Plan, number: int, reason: Reason, now: datetime, reply: str = "") -> Plan:
    """Note that a step failed; with an unknown outcome everything waits for a person."""
    assert reason in FAILURES, "no is an answer, and silence is none"
    failed = _moved(plan, number, Move.FAIL, reason=reason, reply=reply, ended_at=now)
    return settle_plan(failed, now)


def reject(plan: Plan, number: int, feedback: str, now: datetime) -> Plan:
    """Note a person's no; what needs the step is skipped."""
    reason = Reason.REJECTED
    rejected = _moved(plan, number, Move.REJECT, feedback=feedback, reason=reason, ended_at=now)
    return settle_plan(rejected, now)


def lapse(plan: Plan, request: RequestId) -> Plan:
    """Take back a question nobody answered in time; its steps may be asked about again."""
    for step in plan.waiting_for(request):
        plan = _moved(plan, step.number, Move.LAPSE, **_UNASKED, reason=Reason.EXPIRED)
    return plan


def edit(plan: Plan, number: int, edited: Edit) -> Plan:
    """Let a step do something else; whatever was approved is void."""
    return _moved(
        plan,
        number,
        Move.EDIT,
        **{**_UNASKED, "feedback": edited.feedback},
        updated_action=edited.action,
        tool=edited.tool,
        arguments=dict(edited.arguments),
        effect=edited.effect,
        risk=edited.risk,
        reason=None,
    )


def void(plan: Plan, number: int) -> Plan:
    """Take an approval back, as what would run is no longer what was shown."""
    return _moved(plan, number, Move.VOID, **_UNASKED)


def retry(plan: Plan, number: int) -> Plan:
    """Plan a failed step once more; it is asked about anew."""
    step = plan.step(number)
    _refuse_unclear(step)
    if step.attempts >= MAX_ATTEMPTS:
        raise PlanMoveRefused(f"Step {number} was tried {step.attempts} times; that is enough.")
    return _moved(plan, number, Move.RETRY, **_UNASKED, reason=None, reply="", ended_at=None)


def found_done(plan: Plan, number: int, reply: str, now: datetime) -> Plan:
    """Note that somebody looked: a step with an unknown outcome did happen."""
    changes: dict[str, Any] = {"reply": reply, "reason": None, "ended_at": now}
    return _cleared_up(plan, number, Move.FOUND_DONE, changes, now)


def found_undone(plan: Plan, number: int, now: datetime) -> Plan:
    """Note that somebody looked: a step with an unknown outcome did not happen."""
    changes: dict[str, Any] = {"reason": Reason.ERROR, "ended_at": now}
    return _cleared_up(plan, number, Move.FOUND_UNDONE, changes, now)


def done_by_hand(plan: Plan, number: int, reply: str, now: datetime) -> Plan:
    """Note that a person has done what failed here."""
    changes: dict[str, Any] = {"reply": reply, "reason": None, "ended_at": now}
    return _after_failure(plan, number, Move.BY_HAND, changes, now)


def pass_over(plan: Plan, number: int, feedback: str, now: datetime) -> Plan:
    """Go on without a step that failed; what needs it is skipped."""
    changes: dict[str, Any] = {"feedback": feedback, "reason": Reason.REJECTED, "ended_at": now}
    return _after_failure(plan, number, Move.PASS_OVER, changes, now)


def cancel(plan: Plan, now: datetime) -> Plan:
    """End a plan, whatever its steps are doing; what was completed stays completed."""
    plan.refuse_closed()
    over = close_plan(plan, PlanStatus.CANCELLED, PlanReason.CANCELLED, Reason.CANCELLED, now)
    return replace(over, version=plan.version + 1)


def give_up(plan: Plan, now: datetime) -> Plan:
    """End a plan of which a step failed, and for which nothing can take its place."""
    plan.refuse_closed()
    if plan.running or plan.unclear or not plan.failed:
        raise PlanMoveRefused("This plan can still go on; cancel it if you do not want that.")
    reason = plan.failed[-1].reason or Reason.ERROR
    why = PlanReason.FAILED_AGAIN if plan.replans else PlanReason.NO_WAY_ON
    over = close_plan(plan, PlanStatus.FAILED, why, reason, now)
    return replace(over, version=plan.version + 1)


_UNASKED: dict[str, Any] = {"request": None, "digest": "", "feedback": "", "started_at": None}


def _moved(plan: Plan, number: int, move: Move, **changes: Any) -> Plan:
    plan.refuse_closed()
    return _with(plan, _gone(plan.step(number), move, changes))


def _cleared_up(
    plan: Plan, number: int, move: Move, changes: dict[str, Any], now: datetime
) -> Plan:
    step = plan.step(number)
    cleared = _gone(step, move, changes)
    if not step.is_unclear:
        raise PlanMoveRefused(f"It is known what became of step {number}: it has failed.")
    changed = _with(plan, cleared)
    return settle_plan(changed, now) if plan.is_open else changed


def _after_failure(
    plan: Plan, number: int, move: Move, changes: dict[str, Any], now: datetime
) -> Plan:
    _refuse_unclear(plan.step(number))
    return settle_plan(_moved(plan, number, move, **changes), now)


def _refuse_unclear(step: PlanStep) -> None:
    if step.is_unclear:
        message = f"Nobody knows yet whether step {step.number} was done; look that up."
        raise PlanMoveRefused(message)


def _gone(step: PlanStep, move: Move, changes: dict[str, Any]) -> PlanStep:
    if step.status not in move.starts:
        is_now = STATE_WORDS[step.status]
        raise PlanMoveRefused(f"Step {step.number} cannot be {move.words}: it {is_now}.")
    return replace(step, status=move.end, **changes)


def _with(plan: Plan, step: PlanStep) -> Plan:
    steps = tuple(step if one.number == step.number else one for one in plan.steps)
    return replace(plan, steps=steps, version=plan.version + 1)


def _refuse_early(plan: Plan, step: PlanStep) -> None:
    if step in plan.next_steps():
        return
    missing = [
        str(needed)
        for needed in step.needs
        if plan.step(needed).status is not StepStatus.COMPLETED
    ]
    if missing:
        raise PlanMoveRefused(f"Step {step.number} has to wait for step {', '.join(missing)}.")
    raise PlanMoveRefused(f"Step {step.number} has to wait: first what failed must be cleared up.")

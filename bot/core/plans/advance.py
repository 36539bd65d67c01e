"""Let a plan go on: ask what can be asked, start what may run, mend what failed, end it."""

from agents.kit.values.errors import ModelUnavailable
from bot.core.plans.actions import (
    PlannedAction,
    ask_ready_steps,
    find_action,
    find_plan_requests,
    look_at_facts,
    take_back,
)
from bot.core.plans.human_steps import FAILURE, ask_about_failure, hand_to_person
from bot.core.plans.planner import PlannerTask, ask_planner
from bot.core.plans.turn_plans import (
    keep_plan,
    leave_step,
    note_message,
    say_of_plan,
    show_reply,
    update_card,
)
from bot.core.plans.validation import STEPS
from bot.core.requests.ask import show_again
from bot.core.state.catalogue import PLANNER
from bot.core.state.changes import TurnRequests
from bot.core.state.work import Work
from bot.domain.errors import BudgetSpent, PlanFlawed
from bot.domain.plans import draft as plan_making
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.draft import Difference
from bot.domain.plans.plan import Plan, PlanStatus
from bot.domain.plans.steps import PlanStep, Reason, StepStatus
from bot.domain.requests import RequestKind, RequestStatus

_ENDED = {
    PlanStatus.COMPLETED: "The plan is done",
    PlanStatus.FAILED: "The plan has ended without being completed",
    PlanStatus.CANCELLED: "The plan is cancelled; nothing more is done for it",
}
_UNDER_WAY = {StepStatus.AWAITING, StepStatus.APPROVED, StepStatus.RUNNING}


async def advance(work: Work, plan: Plan) -> None:
    """Do whatever a plan allows now, up to where somebody must act, or a step its own turn."""
    work.waits = True
    if plan.needs_replan and not _is_asked_about_failure(work.requests, plan):
        plan = await _replanned(work, plan)
    elif plan.needs_person and not _is_asked_about_failure(work.requests, plan):
        plan = ask_about_failure(work, plan)
    if plan.is_open:
        plan = _without_gone(work, plan)
        await look_at_facts(work, plan)
    if not plan.is_open:
        _end(work, plan)
        _ask_on(work, plan)
    elif (first := _in_need(work, plan)) is not None:
        # Who must log in first sees one card, of what would then run, and not one before it too.
        kind = work.catalogue.kinds[first.missing_fact]
        say_of_plan(
            work, plan, f"Step {first.step.number} of the plan first needs {kind.meaning}."
        )
        leave_step(work, keep_plan(work, plan), first.step)
    else:
        _ask_and_leave(work, plan)


def _ask_and_leave(work: Work, plan: Plan) -> None:
    """Put to people what is theirs, and leave the first step that can run to its own turn."""
    plan = ask_ready_steps(work, plan)
    for step in plan.next_steps():
        if step.is_for_a_person:
            plan = hand_to_person(work, plan, step)
    ready = (step for step in plan.next_steps() if _can_be_left(work, plan, step))
    if (first := next(ready, None)) is not None:
        leave_step(work, plan, first)
    keep_plan(work, plan)


async def advance_after_change(work: Work, plan: Plan, difference: Difference) -> None:
    """Go on with a plan that was changed, after telling only what is different."""
    note_message(work, plan, PLANNER, describe_difference(difference))
    say_of_plan(work, plan, describe_difference(difference))
    await advance(work, _reopened(work.requests, plan))


def describe_difference(difference: Difference) -> str:
    """What a change of a plan changed, in words."""
    gone = [f"- gone: step {step.number}, {step.current_action}" for step in difference.dropped]
    new = [f"- new: step {step.number}, {step.current_action}" for step in difference.new]
    kept = ", ".join(str(step.number) for step in difference.kept)
    rest = [f"Unchanged: step {kept}."] if kept else []
    return "\n".join(["The plan was changed:", *gone, *new, *rest])


async def cancel_plan(work: Work, plan: Plan, words: str = "") -> None:
    """End a plan at its owner's wish, with all that waits for it."""
    plan = plan_moves.cancel(plan, work.now)
    work.take_off(*(task for task in work.person.stack.tasks if task.plan == plan.id))
    _end(work, plan, words)


def _without_gone(work: Work, plan: Plan) -> Plan:
    """Take out steps whose agent or tool is no longer there."""
    for step in plan.steps:
        unstarted = step.status in {StepStatus.PLANNED, StepStatus.APPROVED}
        is_gone = not step.is_for_a_person and find_action(work, plan, step) is None
        if plan.is_open and unstarted and is_gone:
            plan = plan_moves.reject(plan, step.number, "its agent is gone", work.now)
    return plan


def _in_need(work: Work, plan: Plan) -> PlannedAction | None:
    """The step that is next and cannot be asked about before something is established."""
    planned = (step for step in plan.next_steps() if step.status is StepStatus.PLANNED)
    actions = (find_action(work, plan, step) for step in planned)
    in_need = (one for one in actions if one is not None and one.missing_fact)
    return next((one for one in in_need if not _gives_way(work, plan, one)), None)


def _gives_way(work: Work, plan: Plan, action: PlannedAction) -> bool:
    """Say whether others come first, which have as it is the fact that a step needs anew."""
    others = [step for step in plan.steps if step.number != action.step.number]
    planned = (
        find_action(work, plan, step) for step in others if step.status is StepStatus.PLANNED
    )
    is_under_way = any(step.status in _UNDER_WAY for step in others)
    is_ready = any(other is not None and other.is_ready for other in planned)
    return bool(action.words) and (is_under_way or is_ready)


def _can_be_left(work: Work, plan: Plan, step: PlanStep) -> bool:
    """Say whether a step can run, or be prepared, in a turn of its own."""
    if step.status is StepStatus.APPROVED:
        return True
    action = find_action(work, plan, step)
    if step.status is not StepStatus.PLANNED or action is None:
        return False
    return not action.is_ready and not _gives_way(work, plan, action)


def _is_asked_about_failure(requests: TurnRequests, plan: Plan) -> bool:
    return any(r.subject.tool == FAILURE for r in find_plan_requests(requests, plan))


def _reopened(requests: TurnRequests, plan: Plan) -> Plan:
    """Withdraw the cards of a plan whose steps are not what they were; the rest is asked anew."""
    for request in find_plan_requests(requests, plan):
        plan = take_back(requests, plan, request)
    return plan


async def _replanned(work: Work, plan: Plan) -> Plan:
    """Have the planner put something in the place of what failed, once; else ask a person."""
    work.progress(PLANNER, "A step failed; looking for another way")
    try:
        answer = await ask_planner(work, PlannerTask(plan, "replan"))
        if answer.outcome != STEPS:
            return ask_about_failure(work, plan, answer.words)
        changed, difference = plan_making.replan(plan, answer.steps)
    except (PlanFlawed, ModelUnavailable, BudgetSpent):
        return ask_about_failure(work, plan)
    note_message(work, plan, PLANNER, describe_difference(difference))
    say_of_plan(work, changed, describe_difference(difference))
    return _reopened(work.requests, changed)


def _end(work: Work, plan: Plan, words: str = "") -> None:
    """Close what the plan still asks, and tell what was done and what was not."""
    keep_plan(work, plan)
    for request in find_plan_requests(work.requests, plan):
        work.requests.close(request, RequestStatus.CANCELLED)
        update_card(work, plan, request, _how_it_ended(plan), locked=True)
    lines = [f"{words or _how_it_ended(plan)}: {plan.goal}"]
    lines += [_line(work, step) for step in plan.steps]
    if plan.status is PlanStatus.FAILED:
        lines.append("What was done stays done. Ask again to plan the rest anew.")
    note_message(
        work, plan, PLANNER, f"{plan.status}: {plan.counts.completed} of {plan.counts.total}"
    )
    say_of_plan(work, plan, "\n".join(lines))
    work.waits = True


def _ask_on(work: Work, plan: Plan) -> None:
    """Ask again what the plan came between, as after any other digression."""
    beneath = work.person.stack.top
    if beneath is None or beneath.plan or work.author != plan.owner:
        return
    # A card still stands, with its buttons.
    if work.requests.of(beneath, RequestKind.QUESTION, RequestKind.SECRET):
        show_again(work, beneath)


def _how_it_ended(plan: Plan) -> str:
    """What to say of the end: done is only what was done in full."""
    done = plan.counts
    if plan.status is PlanStatus.COMPLETED and done.completed < done.total:
        return f"The plan has ended with {done.completed} of {done.total} steps done"
    return _ENDED[plan.status]


def _line(work: Work, step: PlanStep) -> str:
    head = f"{step.number}. {step.current_action}"
    match step.status:
        case StepStatus.COMPLETED:
            return f"- done: {_with(head, show_reply(work, step))}"
        case StepStatus.REJECTED:
            return f"- not done, rejected: {_with(head, step.feedback)}"
        case StepStatus.FAILED:
            unclear = step.reason is Reason.OUTCOME_UNKNOWN
            how = "perhaps done" if unclear else "failed"
            return f"- {how}: {_with(head, show_reply(work, step))}"
        case _:
            return f"- not done: {head}"


def _with(head: str, more: str) -> str:
    return f"{head}. {more}" if more else head

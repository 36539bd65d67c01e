"""Carry out one step of a plan, in a turn of its own; end plans whose steps are gone.

A turn that begins again reads its journal, so nothing runs twice; a step that another turn has
brought further meanwhile is left alone, so an errand may come as often as it likes.
"""

from contextlib import suppress
from dataclasses import replace

import structlog

from agents.kit.outcome import Suspended
from agents.kit.values import errors
from agents.kit.values.texts import within
from bot.core.agents.tool_calls import TurnHands
from bot.core.plans.actions import (
    PlannedAction,
    digest_action,
    find_action,
    look_at_facts,
    make_task,
)
from bot.core.plans.advance import advance, cancel_plan
from bot.core.plans.create import go_on_planning
from bot.core.plans.human_steps import ask_about_outcome, ask_for_lacking
from bot.core.plans.planner import PlannerTask, ask_planner
from bot.core.plans.turn_plans import find_plan, keep_plan, note_message, open_plans, view_plan
from bot.core.plans.validation import STEPS
from bot.core.requests.ask import ask_secret
from bot.core.requests.plan_cards import find_plan_id
from bot.core.stack.settle import push_provider
from bot.core.stack.start import push_task
from bot.core.state.catalogue import PLANNER
from bot.core.state.kill_switch import ASK_AGAIN
from bot.core.state.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import (
    AgentFailed,
    ApprovalVoid,
    BudgetSpent,
    Interrupted,
    PlanFlawed,
    PlanMoveRefused,
)
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import PlanStep, Reason, StepStatus
from bot.domain.requests import Request
from bot.domain.tasks import Task

log = structlog.get_logger(__name__)


async def run_step_job(work: Work, argument: str) -> None:
    """Go on with a step, if it is still where its errand left it."""
    plan_id, _, number = argument.partition(" ")
    plan = await find_plan(work, plan_id)
    if plan is not None and plan.is_open:
        with suppress(PlanMoveRefused):
            await _go_on(work, plan, plan.step(int(number)), {})


async def resume_step(work: Work, task: Task, secrets: dict[str, str] | None = None) -> None:
    """Go on with a step whose task waited for a secret, or for what must come first."""
    work.take_off(task)
    plan = await find_plan(work, task.plan)
    work.waits = True
    if plan is not None and plan.is_open:
        await _go_on(work, plan, plan.step(task.step), secrets or {})


async def _go_on(work: Work, plan: Plan, step: PlanStep, secrets: dict[str, str]) -> None:
    if step not in plan.next_steps() or step.is_for_a_person:
        return
    await look_at_facts(work, plan)
    action = find_action(work, plan, step)
    if action is None:
        await advance(work, plan)
    elif action.missing_fact:
        _needs_first(work, action)
    elif action.lacks:
        await _complete(work, action)
    elif step.status is StepStatus.APPROVED:
        await _start(work, action, secrets)
    else:
        await advance(work, plan)


def _needs_first(work: Work, action: PlannedAction) -> None:
    """Establish what a step requires; then its task goes on by itself."""
    wanted = Suspended(waits_for="fact", name=action.missing_fact, words=action.words)
    if work.catalogue.provider(action.missing_fact) is None:
        message = f"nobody provides “{action.missing_fact}”, which {action.agent.name} requires"
        raise AgentFailed(message)
    task = make_task(action.plan, action.step)
    push_task(work, task)
    keep_plan(work, action.plan)
    work.waits = False
    push_provider(work, task, wanted)


async def _complete(work: Work, action: PlannedAction) -> None:
    """Let the planner read what is missing off the answers of earlier steps; the rest stays."""
    plan, step = action.plan, action.step
    with suppress(PlanFlawed, errors.ModelUnavailable, PlanMoveRefused, errors.BadToolCall):
        answer = await ask_planner(work, PlannerTask(plan, "complete", step.number))
        if answer.outcome == STEPS:
            planned = {n: v for n, v in step.arguments.items() if n not in action.lacks}
            given = action.tool.read({**answer.steps[0].arguments, **planned})
            arguments = action.tool.as_json(given)
            same = plan_moves.Edit(
                step.current_action, step.tool, arguments, step.effect, step.risk
            )
            changed = plan_moves.edit(plan, step.number, same)
            completed = find_action(work, changed, changed.step(step.number))
            if completed is not None and not completed.lacks:
                await advance(work, changed)
                return
    keep_plan(work, plan)
    ask_for_lacking(work, plan, step, ", ".join(action.lacks))


async def _start(work: Work, action: PlannedAction, secrets: dict[str, str]) -> None:
    plan, number = action.plan, action.step.number
    digest = digest_action(work, action)
    try:
        started = plan_moves.start(plan, number, digest, work.now)
    except ApprovalVoid:
        await _void(work, plan, number, "something has changed since")
        return
    work.decide(Gate.PLAN, action.agent.name, f"step {number} of the plan “{plan.goal}” is next")
    note_message(work, plan, PLANNER, f"Please do this: {action.step.current_action}", action.step)
    await _run(work, action, started, (digest, secrets))


async def _run(
    work: Work, action: PlannedAction, started: Plan, granted: tuple[str, dict[str, str]]
) -> None:
    """Run the call, and note what came of it."""
    digest, secrets = granted
    number, tool = action.step.number, action.tool
    task = make_task(started, action.step)
    hands = TurnHands(work, task, action.agent, secrets, digest)
    try:
        result = await hands.use(tool, tool.read(action.step.arguments))
    except errors.ToolFailed as failure:
        await _failed(work, started, number, (Reason.ERROR, str(failure)))
    except errors.OutcomeUnknown as unknown:
        log.warning("outcome_unknown", turn=work.journal.turn, tool=tool.name, key=unknown.key)
        _unknown(work, started, number, unknown.key)
    except BudgetSpent as spent:
        reason = Reason.TIMED_OUT if "seconds" in spent.limit else Reason.EXHAUSTED
        await _failed(work, started, number, (reason, f"It has used up {spent.limit}."))
    except (AgentFailed, errors.AuthorError) as fault:
        log.exception("agent_failed", turn=work.journal.turn, kind=type(fault).__name__)
        await _failed(work, started, number, (Reason.ERROR, "A fault in its agent stopped it."))
    except Interrupted:
        await cancel_plan(work, started)
        raise
    else:
        if isinstance(result, Suspended):
            await _suspended(work, action, task, result)
        else:
            await _completed(work, started, number, within(result))


async def _completed(work: Work, plan: Plan, number: int, reply: str) -> None:
    plan = plan_moves.complete(plan, number, reply, work.now)
    step = plan.step(number)
    note_message(work, plan, step.agent, reply, step)
    done = plan.counts
    head = f"Step {number} is done ({done.completed} of {done.total}): "
    work.say(step.agent, f"{head}{reply}", own=reply, to=plan.owner, plan=view_plan(work, plan))
    await advance(work, plan)


async def _failed(work: Work, plan: Plan, number: int, why: tuple[Reason, str]) -> None:
    reason, words = why
    plan = plan_moves.fail(plan, number, reason, work.now, words)
    step = plan.step(number)
    note_message(work, plan, step.agent, f"{reason}: {words}", step)
    text = f"Step {number} failed: {words}"
    work.say(step.agent, text, own="", to=plan.owner, plan=view_plan(work, plan))
    await advance(work, plan)


def _unknown(work: Work, plan: Plan, number: int, key: str) -> None:
    plan = plan_moves.fail(plan, number, Reason.OUTCOME_UNKNOWN, work.now, "not known")
    keep_plan(work, plan)
    ask_about_outcome(work, plan, plan.step(number), key)


async def _suspended(work: Work, action: PlannedAction, task: Task, call: Suspended) -> None:
    """Ask its owner for a secret; what is not what was approved any more is asked about anew."""
    if call.waits_for == "secret":
        waiting = task.with_(call=call)
        push_task(work, waiting)
        keep_plan(work, action.plan)
        ask_secret(work, waiting, call)
    elif call.waits_for == "fact":
        _needs_first(work, replace(action, missing_fact=call.name, words=call.words))
    else:
        why = "I was paused" if call.because == ASK_AGAIN else "something has changed since"
        await _void(work, action.plan, action.step.number, why)


async def _void(work: Work, plan: Plan, number: int, why: str) -> None:
    """Take an approval back that no longer fits, and ask again."""
    note_message(work, plan, PLANNER, f"The approval is void: {why}", plan.step(number))
    work.say(PLANNER, f"Step {number} was not run: {why}.", own="", to=plan.owner)
    await advance(work, plan_moves.void(plan, number))


def is_of_plan(task: Task) -> bool:
    """Say whether a task is the planner's own, or a step of a plan."""
    return task.agent == PLANNER or bool(task.plan)


async def carry_on_plan(work: Work, task: Task) -> None:
    """Go on with a goal to plan, or with a step that waited."""
    if task.agent == PLANNER:
        await go_on_planning(work, task)
    else:
        await resume_step(work, task)


async def end_orphans(work: Work) -> None:
    """Cancel plans whose task was taken off the stack in this turn without going on."""
    before = work.beginning.participant
    if before.person != work.person.identity:
        return
    left = {task.id for task in work.person.stack.tasks}
    for task in before.stack.tasks:
        if task.plan and task.id not in left and task.plan not in work.changes.plans:
            plan = await find_plan(work, task.plan)
            if plan is not None and plan.is_open:
                await cancel_plan(work, plan)


async def end_withdrawn(work: Work) -> None:
    """Cancel plans whose message was edited or deleted in this turn; what was done stays done."""
    original = work.beginning.original
    if original is None or not work.changes.rewritten:
        return
    for plan in await open_plans(work):
        if any(plan.id.startswith(f"{turn}.") for turn in original.turns):
            words = "What this plan was for has changed, so it is cancelled"
            await cancel_plan(work, plan, words)


async def stop_plans(work: Work) -> bool:
    """Cancel the one plan of the person that is open; name them when there are several."""
    plans = await open_plans(work)
    if len(plans) == 1:
        await cancel_plan(work, plans[0])
    elif plans:
        lines = [f"- plan cancel {plan.id}: {plan.goal}" for plan in plans]
        work.say("", "\n".join(["Which plan shall I cancel? Write one of these:", *lines]))
    return bool(plans)


async def cancel_plans(work: Work) -> None:
    """Cancel every open plan of the person in this session."""
    for plan in await open_plans(work):
        await cancel_plan(work, plan)


async def lapse_request(work: Work, request: Request) -> None:
    """Take back what nobody answered in time: it is not rejected, it can be asked again."""
    plan = await find_plan(work, find_plan_id(request))
    work.waits = True
    if plan is None or not plan.is_open:
        return
    plan = keep_plan(work, plan_moves.lapse(plan, request.id))
    note_message(work, plan, PLANNER, "Nobody answered in time.")
    words = f"Nobody answered in time, so the plan waits: {plan.goal}. To be asked again, write: "
    work.say(PLANNER, f"{words}plan show {plan.id}", own="", to=plan.owner)

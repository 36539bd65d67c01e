"""Plans beside the rest of a turn: their tasks on the stack, and what stop and reset do."""

from bot.core.planning import making, running
from bot.core.planning.going_on import cancel
from bot.core.planning.keeping import find, keep, note, open_plans
from bot.core.requests.plan_card import plan_of
from bot.core.turn.services import PLANNER
from bot.core.turn.work import Work
from bot.domain.plans import transitions as plan_moves
from bot.domain.requests import Request
from bot.domain.tasks import Task


def is_of_plan(task: Task) -> bool:
    """Say whether a task is the planner's own, or a step of a plan."""
    return task.agent == PLANNER or bool(task.plan)


async def carry_on(work: Work, task: Task) -> None:
    """Go on with a goal to plan, or with a step that waited."""
    if task.agent == PLANNER:
        await making.go_on(work, task)
    else:
        await running.resume(work, task)


async def end_orphans(work: Work) -> None:
    """Cancel plans whose task was taken off the stack in this turn without going on."""
    before = work.beginning.participant
    if before.person != work.person.identity:
        return
    left = {task.id for task in work.person.stack.tasks}
    for task in before.stack.tasks:
        if task.plan and task.id not in left and task.plan not in work.changes.plans:
            plan = await find(work, task.plan)
            if plan is not None and plan.is_open:
                await cancel(work, plan)


async def end_withdrawn(work: Work) -> None:
    """Cancel plans whose message was edited or deleted in this turn; what was done stays done."""
    original = work.beginning.original
    if original is None or not work.changes.rewritten:
        return
    for plan in await open_plans(work):
        if any(plan.id.startswith(f"{turn}.") for turn in original.turns):
            words = "What this plan was for has changed, so it is cancelled"
            await cancel(work, plan, words)


async def stop(work: Work) -> bool:
    """Cancel the one plan of the person that is open; name them when there are several."""
    plans = await open_plans(work)
    if len(plans) == 1:
        await cancel(work, plans[0])
    elif plans:
        lines = [f"- plan cancel {plan.id}: {plan.goal}" for plan in plans]
        work.say("", "\n".join(["Which plan shall I cancel? Write one of these:", *lines]))
    return bool(plans)


async def cancel_all(work: Work) -> None:
    """Cancel every open plan of the person in this session."""
    for plan in await open_plans(work):
        await cancel(work, plan)


async def lapse(work: Work, request: Request) -> None:
    """Take back what nobody answered in time: it is not rejected, it can be asked again."""
    plan = await find(work, plan_of(request))
    work.waits = True
    if plan is None or not plan.is_open:
        return
    plan = keep(work, plan_moves.lapse(plan, request.id))
    note(work, plan, PLANNER, "Nobody answered in time.")
    words = f"Nobody answered in time, so the plan waits: {plan.goal}. To be asked again, write: "
    work.say(PLANNER, f"{words}plan show {plan.id}", own="", to=plan.owner)

"""What a person may do with plans: make one, list theirs, see one, cancel one."""

from bot.core.accounts.other_accounts import find_plans_elsewhere, show_plan
from bot.core.plans.actions import find_plan_requests
from bot.core.plans.advance import advance, cancel_plan
from bot.core.plans.create import begin_plan
from bot.core.plans.turn_plans import find_plan, open_plans, view_plan
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.requests.cards import make_buttons
from bot.core.requests.deciders import is_same
from bot.core.requests.names import answer_alone
from bot.core.requests.plan_cards import write_plan
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.ids import PlanId
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import StepStatus
from bot.domain.untrusted import make_visible

MOST_PLANS = 10
LONGEST_GOAL = 2000


async def run_plan_command(work: Work, argument: str) -> None:
    """Make a plan for a goal; or show or cancel one.

    Raises:
        NotUnderstood: there is no goal, or no such plan.
    """
    verb, _, rest = argument.partition(" ")
    match verb.lower():
        case "show" if _is_name(rest):
            await _show(work, await _meant(work, rest))
        case "cancel" if _is_name(rest):
            await _cancel(work, await _meant(work, rest))
        case _:
            goal = argument.lstrip(": ").strip()
            if len(goal) > LONGEST_GOAL:
                message = f"A goal has at most {LONGEST_GOAL} characters; say it in fewer words."
                raise NotUnderstood(message)
            await begin_plan(work, hide_secrets(goal))


async def list_plans(work: Work, _argument: str) -> None:
    """List the author's newest plans, with how many of their steps are done."""
    own = await work.services.plans.of_person(work.author, MOST_PLANS)
    found = [*own, *await find_plans_elsewhere(work.services, work.author)]
    if not found:
        work.say("", "You have no plans. To make one, write: plan: what you want to achieve")
        return
    lines = [_line(work, one) for one in found]
    work.tell_alone("\n".join(["Your plans, the newest first:", *lines]))


async def describe_plans(work: Work) -> list[str]:
    """The open plans of the author here, a line each."""
    return [_line(work, one) for one in await open_plans(work)]


def _line(work: Work, plan: Plan) -> str:
    counts = plan.counts
    steps = f"{counts.completed} of {counts.total} steps done, {counts.pending} pending"
    where = "" if plan.session == work.session else ", in another conversation"
    return f"- plan {plan.id}: {make_visible(plan.goal)[:80]} ({plan.status}; {steps}{where})"


async def _show(work: Work, shown: Plan) -> None:
    """Show a plan, and ask again what nobody answered in time."""
    if shown.owner != work.author:
        await show_plan(work, shown)
        return
    seen = view_plan(work, shown)
    if shown.session != work.session:  # who reads here has not read it where it was made
        answer_alone(work, write_plan(seen), plan=seen)
        return
    work.say("", write_plan(seen), plan=seen)
    if not shown.is_open:
        return
    asked = find_plan_requests(work.requests, shown)
    unasked = any(step.status is StepStatus.PLANNED for step in shown.next_steps())
    if unasked or ((shown.needs_replan or shown.needs_person) and not asked):
        await advance(work, shown)
        return
    for request in asked:
        work.say("", request.text, request=request.id, buttons=make_buttons(request))


async def _cancel(work: Work, meant: Plan) -> None:
    if meant.session != work.session:
        message = "That plan belongs to another conversation; cancel it there."
        raise NotUnderstood(message)
    await cancel_plan(work, meant)


async def _meant(work: Work, name: str) -> Plan:
    """The plan of a name, if it is the author's; without one, the newest open one here."""
    mine = await open_plans(work)
    if not name:
        if len(mine) == 1:
            return mine[0]
        message = "Which plan? “plans” lists them." if mine else "There is no open plan here."
        raise NotUnderstood(message)
    found = await find_plan(work, name) or await work.services.plans.find(PlanId(name))
    directory = work.services.directory
    if found is None or not await is_same(directory, work.author, found.owner):
        message = f"You have no plan {name[:40]}; “plans” lists them."
        raise NotUnderstood(message)
    return found


def _is_name(rest: str) -> bool:
    return " " not in rest.strip()

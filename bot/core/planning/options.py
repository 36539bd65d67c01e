"""Do what a person chose: a step is done or not, is tried again, skipped, or all is given up."""

from datetime import datetime

from bot.core.planning import choices
from bot.core.turn.work import Work
from bot.domain.plans import moves as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.step import Reason
from bot.domain.requests import Request


def chosen_for_step(work: Work, plan: Plan, request: Request, words: str) -> Plan:
    """The plan after a choice about one of its steps."""
    number = int(str(request.subject.arguments["step"]))
    now, by = work.now, work.author.shown
    match words:
        case choices.DONE:
            return plan_moves.complete(plan, number, f"done by {by}", now)
        case choices.IMPOSSIBLE:
            return plan_moves.fail(plan, number, Reason.ERROR, now, f"{by} could not do it")
        case choices.HAPPENED:
            return plan_moves.found_done(plan, number, f"done, as {by} has found out", now)
        case choices.NOT_HAPPENED:
            return plan_moves.found_undone(plan, number, now)
        case _:
            return _about_failure(work, plan, request, words)


def _about_failure(work: Work, plan: Plan, request: Request, words: str) -> Plan:
    number = int(str(request.subject.arguments["step"]))
    match words:
        case choices.AGAIN:
            return plan_moves.retry(plan, number)
        case choices.BY_HAND:
            by = work.author.shown
            return plan_moves.done_by_hand(plan, number, f"done by {by}", work.now)
        case choices.SKIP if request.subject.tool == choices.FAILURE:
            return plan_moves.pass_over(plan, number, "skipped", work.now)
        case choices.SKIP:
            return plan_moves.reject(plan, number, "skipped", work.now)
        case _:
            return _given_up(plan, work.now)


def _given_up(plan: Plan, now: datetime) -> Plan:
    if plan.failed and not plan.unclear:
        return plan_moves.give_up(plan, now)
    return plan_moves.cancel(plan, now)

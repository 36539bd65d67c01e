"""Do what a person chose: a step is done or not, is tried again, skipped, or all is given up."""

from collections.abc import Callable
from datetime import datetime

from bot.core.planning.choices import (
    AGAIN,
    BY_HAND,
    DONE,
    FAILURE,
    HAPPENED,
    IMPOSSIBLE,
    NOT_HAPPENED,
    SKIP,
)
from bot.core.turn.work import Work
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import Reason
from bot.domain.requests import Request


def chosen_for_step(work: Work, plan: Plan, request: Request, words: str) -> Plan:
    """The plan after a choice about one of its steps."""
    number, now, by = int(str(request.subject.arguments["step"])), work.now, work.author.shown
    skip = plan_moves.pass_over if request.subject.tool == FAILURE else plan_moves.reject
    moves: dict[str, Callable[[], Plan]] = {
        DONE: lambda: plan_moves.complete(plan, number, f"done by {by}", now),
        IMPOSSIBLE: lambda: plan_moves.fail(
            plan, number, Reason.ERROR, now, f"{by} could not do it"
        ),
        HAPPENED: lambda: plan_moves.found_done(plan, number, f"done, as {by} has found out", now),
        NOT_HAPPENED: lambda: plan_moves.found_undone(plan, number, now),
        AGAIN: lambda: plan_moves.retry(plan, number),
        BY_HAND: lambda: plan_moves.done_by_hand(plan, number, f"done by {by}", now),
        SKIP: lambda: skip(plan, number, "skipped", now),
    }
    return moves.get(words, lambda: _given_up(plan, now))()


def _given_up(plan: Plan, now: datetime) -> Plan:
    if plan.failed and not plan.unclear:
        return plan_moves.give_up(plan, now)
    return plan_moves.cancel(plan, now)

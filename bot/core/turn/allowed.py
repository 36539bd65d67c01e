"""What one person and one workspace may use in a day, looked at before each call of a model."""

from agents.kit.values.model import Usage as Spent
from bot.core.turn.spending import Purse
from bot.core.turn.work import Work
from bot.domain.budget import Allowance, DailyUsage, describe_next_day, name_day
from bot.domain.errors import DaySpent
from bot.domain.operations import TurnOperations, name_workspace


async def refuse_more(work: Work) -> None:
    """Let nobody use more than the operator allows; without a limit nothing is read.

    A call of a model must follow: it is counted now, so that turns beside this one see it.

    Raises:
        DaySpent: the author, or all in their workspace, have used up the day's share.
    """
    services = work.services
    if services.allowance.is_limited:
        _enter(work, _own(work))
        changes = work.changes
        if changes.besides.used_before is None:
            changes.besides = changes.besides.having_used(await used_today(work))
        beside = _beside(work, _own(work))
        _refuse(work, services.allowance, changes.besides.used_in_all.plus(beside), "you")
    if services.shared_allowance.is_limited:
        _enter(work, _shared(work))
        if work.limits.used_together is None:
            work.limits.used_together = await used_together(work)
        together = work.limits.used_together.plus(work.changes.besides.usage).plus(
            _beside(work, _shared(work))
        )
        _refuse(work, services.shared_allowance, together, "all of you")
    if services.is_limited:
        _note_beside(work, DailyUsage(model_calls=1))


def note_tokens(work: Work, spent: Spent) -> None:
    """Let turns beside this one see what its call of a model took, where that is limited."""
    if work.services.is_limited:
        tokens = (spent.input_tokens, spent.output_tokens, spent.cost_micros)
        more = max(0, spent.answers - 1)  # one was counted before it was asked for
        _note_beside(work, DailyUsage(0, more, *tokens))


def _note_beside(work: Work, usage: DailyUsage) -> None:
    services = work.services
    if services.spending is None:
        return
    if services.allowance.is_limited:
        services.spending.note(work.journal.turn, _own(work), usage)
    if services.shared_allowance.is_limited:
        services.spending.note(work.journal.turn, _shared(work), usage)


async def used_today(work: Work) -> DailyUsage:
    """What the author has used today in finished turns."""
    day, workspace = name_day(work.now), name_workspace(work.incoming.thread)
    days = await work.services.admin_views.used(work.author, workspace, day)
    return days.get(day, DailyUsage())


async def used_together(work: Work) -> DailyUsage:
    """What everybody in the author's workspace has used today in finished turns."""
    day, workspace = name_day(work.now), name_workspace(work.incoming.thread)
    return await work.services.admin_views.used_together(workspace, day)


def _own(work: Work) -> Purse:
    incoming = work.incoming
    return name_day(work.now), f"{name_workspace(incoming.thread)} {work.author.key}"


def _shared(work: Work) -> Purse:
    return name_day(work.now), name_workspace(work.incoming.thread)


def _enter(work: Work, purse: Purse) -> None:
    spending, turn = work.services.spending, work.journal.turn
    if spending is not None and spending.enter(turn, purse):
        spending.note(turn, purse, TurnOperations().counting(work.incoming.kind).usage)


def _beside(work: Work, purse: Purse) -> DailyUsage:
    spending = work.services.spending
    return spending.beside(work.journal.turn, purse) if spending is not None else DailyUsage()


def _refuse(work: Work, allowance: Allowance, used: DailyUsage, whose: str) -> None:
    if allowance.is_spent(used):
        more = f"there is more {describe_next_day(work.now)}"
        raise DaySpent(f"what {whose} may use in a day ({allowance.words}; {more})")

"""What one person and one workspace may use in a day, looked at before each call of a model."""

from bot.core.turn.work import Work
from bot.domain.deeds import workspace_of
from bot.domain.errors import BudgetSpent
from bot.domain.usage import Allowance, Usage, day_of, starts_anew


async def refuse_more(work: Work) -> None:
    """Let nobody use more than the operator allows; without a limit nothing is read.

    Turns that run beside each other do not see what the others are using.

    Raises:
        BudgetSpent: the author, or all in their workspace, have used up the day's share.
    """
    services = work.services
    if services.allowance.is_limited:
        if work.besides.used_before is None:
            work.besides = work.besides.having_used(await used_today(work))
        _refuse(work, services.allowance, work.besides.used_in_all, "you")
    if services.shared_allowance.is_limited:
        if work.used_together is None:
            work.used_together = await used_together(work)
        together = work.used_together.plus(work.besides.usage)
        _refuse(work, services.shared_allowance, together, "all of you")


async def used_today(work: Work) -> Usage:
    """What the author has used today in finished turns."""
    day, workspace = day_of(work.now), workspace_of(work.beginning.incoming.thread)
    days = await work.services.oversight.usages.used(work.author, workspace, day)
    return days.get(day, Usage())


async def used_together(work: Work) -> Usage:
    """What everybody in the author's workspace has used today in finished turns."""
    day, workspace = day_of(work.now), workspace_of(work.beginning.incoming.thread)
    return await work.services.oversight.usages.used_together(workspace, day)


def _refuse(work: Work, allowance: Allowance, used: Usage, whose: str) -> None:
    if allowance.is_spent(used):
        more = f"there is more {starts_anew(work.now)}"
        raise BudgetSpent(f"what {whose} may use in a day ({allowance.words}; {more})")

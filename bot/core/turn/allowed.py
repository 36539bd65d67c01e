"""What one person may use in a day, looked at before the first model call of each turn."""

from bot.core.turn.work import Work
from bot.domain.deeds import workspace_of
from bot.domain.errors import BudgetSpent
from bot.domain.usage import Usage, day_of


async def refuse_more(work: Work) -> None:
    """Let nobody use more than the operator allows; without a limit nothing is read.

    Turns of one person that run beside each other do not see what the others are using.

    Raises:
        BudgetSpent: the author has used up the day's share.
    """
    allowance = work.services.allowance
    if not allowance.is_limited:
        return
    if work.besides.used_before is None:
        work.besides = work.besides.having_used(await used_today(work))
    if allowance.is_spent(work.besides.used_in_all):
        raise BudgetSpent(f"what you may use in a day ({allowance.words})")


async def used_today(work: Work) -> Usage:
    """What the author has used today in finished turns."""
    day = day_of(work.now)
    workspace = workspace_of(work.beginning.incoming.thread)
    days = await work.services.oversight.usages.used(work.author, workspace, day)
    return days.get(day, Usage())

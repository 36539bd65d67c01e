"""What one person and one workspace may use in a day, looked at before each call of a model."""

from agents.kit.values.model import Usage as Spent
from bot.core.turn.spending import Purse
from bot.core.turn.work import Work
from bot.domain.deeds import Besides, workspace_of
from bot.domain.errors import DaySpent
from bot.domain.usage import Allowance, Usage, day_of, starts_anew


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
        _note_beside(work, Usage(model_calls=1))


def note_tokens(work: Work, spent: Spent) -> None:
    """Let turns beside this one see what its call of a model took, where that is limited."""
    if work.services.is_limited:
        tokens = (spent.input_tokens, spent.output_tokens, spent.cost_micros)
        more = max(0, spent.answers - 1)  # one was counted before it was asked for
        _note_beside(work, Usage(0, more, *tokens))


def _note_beside(work: Work, usage: Usage) -> None:
    services = work.services
    if services.spending is None:
        return
    if services.allowance.is_limited:
        services.spending.note(work.journal.turn, _own(work), usage)
    if services.shared_allowance.is_limited:
        services.spending.note(work.journal.turn, _shared(work), usage)


async def used_today(work: Work) -> Usage:
    """What the author has used today in finished turns."""
    day, workspace = day_of(work.now), workspace_of(work.incoming.thread)
    days = await work.services.admin_views.used(work.author, workspace, day)
    return days.get(day, Usage())


async def used_together(work: Work) -> Usage:
    """What everybody in the author's workspace has used today in finished turns."""
    day, workspace = day_of(work.now), workspace_of(work.incoming.thread)
    return await work.services.admin_views.used_together(workspace, day)


def _own(work: Work) -> Purse:
    incoming = work.incoming
    return day_of(work.now), f"{workspace_of(incoming.thread)} {work.author.key}"


def _shared(work: Work) -> Purse:
    return day_of(work.now), workspace_of(work.incoming.thread)


def _enter(work: Work, purse: Purse) -> None:
    spending, turn = work.services.spending, work.journal.turn
    if spending is not None and spending.enter(turn, purse):
        spending.note(turn, purse, Besides().counting(work.incoming.kind).usage)


def _beside(work: Work, purse: Purse) -> Usage:
    spending = work.services.spending
    return spending.beside(work.journal.turn, purse) if spending is not None else Usage()


def _refuse(work: Work, allowance: Allowance, used: Usage, whose: str) -> None:
    if allowance.is_spent(used):
        more = f"there is more {starts_anew(work.now)}"
        raise DaySpent(f"what {whose} may use in a day ({allowance.words}; {more})")

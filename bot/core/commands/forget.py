"""What concerns oneself: what one has used, and to be forgotten."""

from datetime import timedelta

from bot.core.ports.admin import Scope
from bot.core.prompts.model_calls import look_up_together
from bot.core.state.audit_events import tell_audit
from bot.core.state.work import Work
from bot.domain.budget import MICROS, DailyUsage, describe_next_day, name_day
from bot.domain.messages import Thread
from bot.domain.operations import Forgotten, blank_words, name_workspace
from bot.domain.participant import Participant

DAYS = 30
BY_RULES = (
    "No model is set up: rules answer in its place, and what they are asked counts as model calls."
)
ASK = (
    "That deletes, in all threads of this workspace, what you wrote to me and what I told you, "
    "your tasks, logins and saved state, and the words of requests; what is still open is "
    "cancelled. What agents keep in their own books stays, and so do ids and counts. It cannot be "
    "undone. To go on, write: forget yes"
)
FORGOTTEN = "Forgotten: nothing of what you wrote, or were told, is kept in this workspace."


async def show_usage(work: Work, _argument: str) -> None:
    """Say what the author has used today and in the last thirty days."""
    workspace = name_workspace(work.incoming.thread)
    first = name_day(work.now - timedelta(days=DAYS - 1))
    days = await work.services.admin_views.used(work.author, workspace, first)
    whole = DailyUsage()
    for used in days.values():
        whole = whole.plus(used)
    today = days.get(name_day(work.now), DailyUsage())
    limits = work.services.limits
    lines = [
        f"Today: {_told(today)}",
        f"In {DAYS} days: {_told(whole)}",
        *await _allowed(work),
        f"One turn may use up to {limits.model_calls} model calls and {limits.tokens:,} tokens.",
    ]
    if work.services.by_rules:
        lines.append(BY_RULES)
    work.tell_alone("\n".join(lines))


async def forget(work: Work, argument: str) -> None:
    """Forget the author in all sessions of the workspace, once they say yes and nothing else."""
    if argument.lower() != "yes":
        work.tell_alone(ASK)
        return
    scope = Scope.of(work.incoming.thread)
    sessions = await work.services.admin_views.sessions_of(work.author, scope)
    elsewhere = [session for session in sessions if session != work.session]
    for place, session in enumerate(elsewhere, start=1):
        # Nobody can say from here who reads there.
        thread, parts = Thread.of(session), {"halts": True, "shared": True}
        work.changes.send(f"forget/{place}", work.author, thread, "forget", **parts)
    forget_here(work)
    tell_audit(work, "forget", sessions=len(elsewhere) + 1)
    work.tell_alone(FORGOTTEN)


def forget_here(work: Work) -> None:
    """Forget the author in this session, with the turn's commit."""
    work.requests.cancel_all(work.author)
    work.requests.closed = [blank_words(request, work.author) for request in work.requests.closed]
    work.person.participant = Participant.new(work.author)
    work.changes.do(Forgotten(work.session, work.author))


async def _allowed(work: Work) -> list[str]:
    """What a day may use, and when it starts anew; nothing where there is no limit."""
    own, shared = work.services.allowance, work.services.shared_allowance
    lines = [f"A day may use up to {own.words}."] if own.is_limited else []
    if shared.is_limited:
        together = _told(await look_up_together(work))
        lines.append(f"All of you together may use up to {shared.words}; today it was {together}.")
    return [*lines, f"There is more {describe_next_day(work.now)}."] if lines else []


def _told(used: DailyUsage) -> str:
    parts = [
        f"{used.turns} turns",
        f"{used.model_calls} model calls",
        f"{used.input_tokens + used.output_tokens:,} tokens",
    ]
    if used.cost_micros:
        parts.append(f"${used.cost_micros / MICROS:.4f}")
    return ", ".join(parts)

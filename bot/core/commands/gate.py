"""The door before what only admins may do: who they are is asked anew, each try is told."""

from bot.core.commands.admins import Unknown, why_admin_of
from bot.core.turn import audited
from bot.core.turn.work import Work
from bot.domain.audit_log import ADMIN

NOT_ASKED = "I cannot learn who is an admin right now, so nothing was done. Please try again."
REFUSED = "Only admins may do that. “admins” is for them too; ask whoever looks after me."


async def may_pass(work: Work, verb: str, argument: str) -> bool:
    """Let an admin pass; tell anybody else in private that they may not."""
    refusal = await _refusal(work)
    named = audited.hidden(argument) if argument else ""
    audited.tell(work, ADMIN, allowed=not refusal, verb=verb, argument=named)
    if refusal:
        work.tell_alone(refusal)
    return not refusal


async def _refusal(work: Work) -> str:
    if work.services.by_operator:
        return ""
    try:
        why = await why_admin_of(work.services, work.author, work.incoming.thread)
    except Unknown:
        return NOT_ASKED
    return "" if why else REFUSED

"""The kill switch in words: pause, which any admin may, and unpause, which takes another one.

Whoever paused cannot go on alone where another admin is known: two people are compared, there
is no request to approve, for anybody but the one who paused may simply say “unpause”.
"""

from datetime import datetime

from bot.core.commands.admins import NOT_ASKED, Unknown, explain_admin_here, find_admins
from bot.core.commands.grammar import find_in
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.state.audit_events import hide_text, tell_audit
from bot.core.state.catalogue import Services
from bot.core.state.kill_switch import find_pause
from bot.core.state.work import Work
from bot.domain.audit_log import ADMIN, AuditBatch, AuditEvent
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming
from bot.domain.operations import EVERYWHERE, Paused, Resumed, name_workspace

LONGEST_REASON = 200
PAUSED = (
    "Paused. From now on I change nothing in this workspace; I go on answering. What waits for a "
    "go-ahead keeps waiting. “unpause” ends it."
)
RESUMED = (
    "I go on. What was stopped is not done by itself: ask for it again, or press the buttons that "
    "are still there."
)


async def pause(work: Work, argument: str) -> None:
    """Let nothing be changed from now on; answers and reads go on."""
    paused = await find_pause(work)
    if paused is not None:
        work.say("", f"{paused.words} “unpause” ends it.", to=work.author)
        return
    reason = hide_secrets(argument.lstrip(": "))
    made = _pause_of(work.incoming, work.now, reason[:LONGEST_REASON])
    work.changes.do(made)
    tell_audit(work, "pause", workspace=made.workspace, reason=hide_text(reason))
    work.say("", PAUSED, to=work.author)


async def unpause(work: Work, _argument: str) -> None:
    """Go on, if this admin may end the pause."""
    paused = await find_pause(work)
    if paused is None:
        work.say("", "Nothing is paused.", to=work.author)
    elif refusal := await _refusal(work, paused):
        tell_audit(work, "unpause_refused", workspace=paused.workspace, paused_by=paused.by)
        work.say("", refusal, to=work.author)
    else:
        work.changes.do(Resumed(paused.workspace))
        tell_audit(work, "unpause", workspace=paused.workspace, paused_by=paused.by)
        work.say("", RESUMED, to=work.author)


async def pause_at_once(services: Services, turn: TurnId, incoming: Incoming) -> None:
    """Pause before the turn of the command comes, which then finds it done and says so.

    Raises:
        Unknown, StoreAway: the command's own turn does it, or refuses it.
    """
    if not await explain_admin_here(services, incoming.person, incoming.thread):
        return
    now, thread = services.clock.now(), incoming.thread
    made = _pause_of(incoming, now)
    entries = (
        AuditEvent(ADMIN, {"allowed": True, "verb": "pause", "argument": ""}),
        AuditEvent("pause", {"workspace": made.workspace, "at_once": True}),
    )
    note = AuditBatch(now, made.workspace, thread.session, turn, incoming.person.key, entries)
    await services.operations.act((made,), note)


def is_pause(incoming: Incoming) -> bool:
    """Say whether an event is the command to pause."""
    found = find_in(incoming)
    return found is not None and found[0] == "pause"


async def _refusal(work: Work, paused: Paused) -> str:
    """Why this admin may not end a pause: it weakens what keeps people safe."""
    if paused.workspace == EVERYWHERE:
        return f"{paused.words} Only the operator ends that, on the server."
    if paused.by != work.author.key:
        return ""
    thread = work.incoming.thread
    try:
        others = [p.shown async for p, _why in find_admins(work.services, thread, work.author)]
    except Unknown:
        return NOT_ASKED
    if not others:
        return ""
    return f"You paused me, so another admin must end it. Ask one of: {', '.join(others)}."


def _pause_of(incoming: Incoming, now: datetime, reason: str = "") -> Paused:
    person = incoming.person
    return Paused(name_workspace(incoming.thread), person.key, now, reason, person.shown)

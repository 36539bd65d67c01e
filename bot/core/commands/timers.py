"""What the engine's timers ask for, as turns like any other: remind, escalate, expire.

No platform sends a timer, so nobody can type one; each asks the store whether its time has come.
"""

from datetime import timedelta

from bot.core.plans.steps import lapse_request
from bot.core.requests.ask import show_approval
from bot.core.state.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood
from bot.domain.ids import RequestId
from bot.domain.requests import Request, RequestKind, RequestStatus, describe_outcome
from bot.domain.tasks import Task

HOUR = timedelta(hours=1)
LATE = timedelta(minutes=5)  # sweeps come some seconds apart


async def ring_timer(work: Work, text: str) -> None:
    """Do what a timer is for: `/remind ID`, `/escalate ID` or `/expire ID`."""
    name, _, request = text.removeprefix("/").partition(" ")
    await _TIMERS[name](work, request)
    work.waits = True


async def expire_request(work: Work, argument: str) -> None:
    """Close a request whose time is over, and say so to the one it was for."""
    request = await work.services.requests.find(RequestId(argument))
    if request is None or request.session != work.session or request.expires_at > work.now:
        message = "There is no request of that name that has expired."
        raise NotUnderstood(message)
    if request.status is not RequestStatus.PENDING:
        return
    work.requests.close(request, RequestStatus.EXPIRED)
    if request.kind is RequestKind.PLAN:
        await lapse_request(work, request)
        return
    tasks, shelved = work.person.stack.tasks, work.person.participant.shelved
    task = next((t for t in (*tasks, *shelved) if t.id == request.task), None)
    if request.kind is RequestKind.QUESTION or task is None:
        return
    work.decide(Gate.REQUEST, task.agent, "the request expired")
    why = "it is still not known whether it acted"
    if request.kind is not RequestKind.UNKNOWN_OUTCOME:
        why = f"its {request.kind} expired"
    what_next = "Ask again to start anew."
    if task in shelved:
        work.person.change(shelved=tuple(kept for kept in shelved if kept != task))
    else:
        work.person.update(_left(task, request.kind))
        what_next = "Write again to continue, or “stop”."
    told = f"Nobody answered in time, so {task.agent} did not go on: {why}. {what_next}"
    work.say(task.agent, told, own="")


def _left(task: Task, kind: RequestKind) -> Task:
    """The task as it waits for its person to write again."""
    if kind is RequestKind.SECRET:
        return task  # it may still be typed late: the call that waits says that it is no message
    task = task.with_(call=None, question="")
    if kind is not RequestKind.UNKNOWN_OUTCOME:
        return task
    note = "an action was interrupted, and nobody has said whether it happened"
    return task.noting(note).with_(careful=True)


async def _remind(work: Work, argument: str) -> None:
    """Remind those who may decide, once, with the card as it was shown."""
    request = await _open(work, argument)
    if request is None or request.remind_at is None or request.remind_at > work.now:
        return
    late = work.now - request.remind_at
    work.requests.reminded.append(request.id)
    work.decide(Gate.REQUEST, request.subject.agent, f"{request.id} is still undecided")
    waited = _in_words(work.now - request.created_at)
    left = _in_words(request.expires_at - work.now)
    progress = f" {describe_outcome(request)}." if request.approvals else ""
    words = (
        f"This has been waiting for {waited} for {request.waits_for}, and expires in {left}."
        f"{progress} {HOW}"
    )
    if late >= LATE:
        words = f"This reminder is {_in_words(late)} late, for I was paused or away. {words}"
    show_approval(work, request, words)


async def _escalate(work: Work, argument: str) -> None:
    """Let the next ones decide too, and tell them."""
    request = await _open(work, argument)
    if request is None or request.escalate_at is None or request.escalate_at > work.now:
        return
    work.requests.escalated.append(request.id)
    further = ", ".join(request.next_approvers)
    if not further:
        return
    work.decide(Gate.REQUEST, request.subject.agent, f"{request.id} goes on to {further}")
    waited = _in_words(work.now - request.created_at)
    words = (
        f"Nobody has decided this for {waited}, so it goes on to {further}, who may decide it "
        f"too. {HOW}"
    )
    show_approval(work, request.escalated(work.now), words)


HOW = "Press a button below, or write “approve”, “reject” with a reason, or “edit field=value”."

_REMINDED = {RequestKind.APPROVAL, RequestKind.PLAN}
_TIMERS = {"remind": _remind, "escalate": _escalate, "expire": expire_request}


async def _open(work: Work, argument: str) -> Request | None:
    """The request as it is kept now; None when there is nothing to be told of it any more."""
    request = await work.services.requests.find(RequestId(argument))
    is_ours = request is not None and request.session == work.session
    if request is None or not is_ours or request.kind not in _REMINDED:
        return None
    is_open = request.status is RequestStatus.PENDING and request.expires_at > work.now
    return request if is_open else None


def _in_words(span: timedelta) -> str:
    hours, minutes = span // HOUR, span % HOUR // timedelta(minutes=1)
    if hours >= 48:  # noqa: PLR2004 - two days read better than fifty hours
        return f"{hours // 24} days"
    if hours:
        return f"{hours} hour{'s' if hours > 1 else ''}"
    return f"{minutes} minute{'' if minutes == 1 else 's'}"

"""What the engine's timers ask for, as turns like any other: expire."""

from bot.core.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood
from bot.domain.ids import RequestId
from bot.domain.requests import RequestKind, Status


async def expire(work: Work, argument: str) -> None:
    """Close a request whose time is over, and say so to the one it was for."""
    request = await work.services.requests.find(RequestId(argument))
    if request is None or request.session != work.session or request.expires_at > work.now:
        message = "There is no request of that name that has expired."
        raise NotUnderstood(message)
    if request.status is not Status.PENDING:
        return
    work.close(request, Status.EXPIRED)
    task = next((t for t in work.stack.tasks if t.id == request.task), None)
    if request.kind is RequestKind.QUESTION or task is None:
        return
    # A password may still be typed late: the call that waits says that it is none of a message.
    work.update(task if request.kind is RequestKind.SECRET else task.with_(call=None, question=""))
    work.decide(Gate.REQUEST, task.agent, "the request expired")
    work.say(
        task.agent,
        f"Nobody answered in time, so {task.agent} did not go on: its {request.kind} expired. "
        "Write again to continue, or “stop”.",
    )

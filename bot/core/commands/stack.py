"""What a person may do with their own tasks: stop, new, reset."""

from bot.core.commands.grammar import ALL
from bot.core.planning import carrying
from bot.core.planning.keeping import open_plans
from bot.core.ports.turns import HEEDED
from bot.core.requests.ask import show_again
from bot.core.routing.start import welcome
from bot.core.turn import audited, sealing
from bot.core.turn.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.participant import Participant
from bot.domain.requests import RequestKind, RequestStatus
from bot.domain.tasks import TaskStack

NOTHING = "Nothing is running, and what is done stays done. What can I do for you?"
NOTHING_ELSE = "Nothing else is running."
ALONE = "“stop” takes nothing behind it but “all”; send it alone."
_KEPT = {RequestKind.APPROVAL, RequestKind.PLAN}


async def stop(work: Work, argument: str) -> None:
    """Stop the active task, and those that only run because of it or for which it runs; or all.

    Raises:
        NotUnderstood: something else stands behind it.
    """
    if argument.lower() == ALL:
        await _stop_all(work)
        return
    if argument:
        raise NotUnderstood(ALONE)
    top = work.person.stack.top
    if top is None:
        work.person.stack = TaskStack()
        if await carrying.stop(work):
            return
        work.say("", NOTHING)
        return
    stopped = work.person.stack.chain(top)
    work.take_off(*stopped)
    left = work.person.stack.tasks
    work.person.stack = TaskStack(tasks=left)
    sealing.forget_volunteered(work.person)
    work.person.end_wish()
    names = " and ".join(task.agent for task in reversed(stopped))
    text = f"Stopped: {names}. Nothing more is done for it."
    if left:
        show_again(work, left[-1], f"{text} We can go on with {left[-1].agent}.")
    else:
        work.say("", text)


async def _stop_all(work: Work) -> None:
    """Stop whatever the person has open in this session, their plans included."""
    plans = await open_plans(work)
    await carrying.cancel_all(work)
    stack = work.person.stack
    stopped = (*reversed(stack.tasks), *stack.queued, *work.person.participant.shelved)
    for task in stopped:
        work.requests.supersede(task)
    sealing.forget_volunteered(work.person)
    work.person.change(stack=TaskStack(), shelved=(), wish="", wish_spoken=(), finished=())
    work.waits = True
    if stopped:
        names = _listed([task.agent for task in stopped])
        work.say("", f"Stopped: {names}. Nothing more is done for {_them(len(stopped))}.")
    elif not plans:
        work.say("", NOTHING_ELSE if HEEDED in work.journal.finished else NOTHING)


def _listed(names: list[str]) -> str:
    first = ", ".join(names[:-1])
    return f"{first} and {names[-1]}" if first else names[-1]


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


async def new(work: Work, _argument: str) -> None:
    """Start the stack afresh; open approvals stay with whoever must decide them."""
    for request in work.requests.pending:
        if request.asked == work.author and request.kind not in _KEPT:
            work.requests.close(request, RequestStatus.CANCELLED)
    kept = {
        r.task
        for r in work.requests.pending
        if r.kind is RequestKind.APPROVAL and r.asked == work.author
    }
    put_away = tuple(task for task in work.person.stack.tasks if task.id in kept)
    shelved = (*work.person.participant.shelved, *put_away)
    sealing.forget_volunteered(work.person)
    work.person.change(stack=TaskStack(), shelved=shelved, wish="", wish_spoken=(), finished=())
    work.say("", welcome(work))


async def reset(work: Work, _argument: str) -> None:
    """Forget everything about this person in this session but the transcript."""
    await carrying.cancel_all(work)
    put_back(work)
    work.say("", "Reset: your tasks, your login and your open requests here are gone.")


def put_back(work: Work, errand: str = "") -> None:
    """Close what a person has open here, and let them begin as somebody who was greeted."""
    closed = [request.id for request in work.requests.pending if request.asked == work.author]
    audited.tell(work, "reset_here", errand=errand, requests=[*closed])
    work.requests.cancel_all(work.author)
    work.person.participant = Participant.new(work.author).with_(greeted=True)

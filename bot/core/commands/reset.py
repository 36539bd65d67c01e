"""Stop, new and reset: what people do with their own tasks, and admins with those of others."""

from bot.core.commands.grammar import ALL, read_scope
from bot.core.plans.steps import cancel_plans, stop_plans
from bot.core.plans.turn_plans import open_plans
from bot.core.ports.admin import Scope, Seen
from bot.core.ports.turns import HEEDED
from bot.core.redaction.sealed_secrets import forget_volunteered
from bot.core.requests.ask import show_again
from bot.core.stack.start import write_welcome
from bot.core.state.audit_events import tell_audit
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.messages import Thread
from bot.domain.participant import Participant
from bot.domain.requests import Request, RequestKind, RequestStatus
from bot.domain.tasks import TaskStack

NOTHING = "Nothing is running, and what is done stays done. What can I do for you?"
NOTHING_ELSE = "Nothing else is running."
ALONE = "“stop” takes nothing behind it but “all”; send it alone."
_KEPT = {RequestKind.APPROVAL, RequestKind.PLAN}


async def stop_tasks(work: Work, argument: str) -> None:
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
        if await stop_plans(work):
            return
        work.say("", NOTHING)
        return
    stopped = work.person.stack.chain(top)
    work.take_off(*stopped)
    left = work.person.stack.tasks
    work.person.stack = TaskStack(tasks=left)
    forget_volunteered(work.person)
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
    await cancel_plans(work)
    stack = work.person.stack
    stopped = (*reversed(stack.tasks), *stack.queued, *work.person.participant.shelved)
    for task in stopped:
        work.requests.supersede(task)
    forget_volunteered(work.person)
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


async def start_afresh(work: Work, _argument: str) -> None:
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
    forget_volunteered(work.person)
    work.person.change(stack=TaskStack(), shelved=shelved, wish="", wish_spoken=(), finished=())
    work.say("", write_welcome(work))


async def reset_own(work: Work, _argument: str) -> None:
    """Forget everything about this person in this session but the transcript."""
    await cancel_plans(work)
    reset_person(work)
    work.say("", "Reset: your tasks, your login and your open requests here are gone.")


def reset_person(work: Work, errand: str = "") -> None:
    """Close what a person has open here, and let them begin as somebody who was greeted."""
    closed = [request.id for request in work.requests.pending if request.asked == work.author]
    tell_audit(work, "reset_here", errand=errand, requests=[*closed])
    work.requests.cancel_all(work.author)
    work.person.participant = Participant.new(work.author).with_(greeted=True)


MOST_AT_ONCE = 1_000


async def reset_others(work: Work, argument: str) -> None:
    """End what those have open who are named; all of a workspace only after a second word."""
    target, confirmed = argument.lower().removesuffix(" yes"), argument.lower().endswith(" yes")
    everything = target == "all"
    scope = read_scope(work, "all" if everything else argument)
    meant = await _open(work, scope)
    people = len({seen.participant.person for seen in meant})
    threads = len({seen.session for seen in meant})
    extent = f"{_count(people, 'person', 'people')} in {_count(threads, 'thread', 'threads')}"
    if not meant:
        work.say("", "There is nothing open to reset.", to=work.author)
    elif everything and not confirmed:
        work.say(
            "",
            f"That ends the tasks, logins and open requests of {extent}. To go on, write: "
            "reset all yes",
            to=work.author,
        )
    else:
        _send(work, meant[:MOST_AT_ONCE])
        tell_audit(
            work,
            "reset",
            channel=scope.channel,
            session=scope.session or "",
            user=scope.user,
            people=people,
            threads=threads,
        )
        rest = " There is more than I can end at once; repeat it." if _is_too_much(meant) else ""
        work.say("", f"I reset {extent}; they are told there.{rest}", to=work.author)


async def _open(work: Work, scope: Scope) -> list[Seen]:
    """Those with anything to end; the transcript and who somebody is stay as they are."""
    requests = await work.services.admin_views.open_requests(scope)
    seen = await work.services.admin_views.seen(scope)
    return [one for one in seen if _has_open(one, requests) or await _has_plan(work, one)]


def _has_open(seen: Seen, requests: list[Request]) -> bool:
    person = seen.participant
    tasks = (*person.stack.tasks, *person.stack.queued, *person.shelved)
    asked = any(r.session == seen.session and r.asked == person.person for r in requests)
    return bool(tasks or person.secrets or person.facts.known or person.threads or asked)


async def _has_plan(work: Work, seen: Seen) -> bool:
    plans = await work.services.plans.open_plans(seen.session)
    return any(plan.owner == seen.participant.person for plan in plans)


def _send(work: Work, meant: list[Seen]) -> None:
    for place, seen in enumerate(meant, start=1):
        # Nobody can say from here who reads there.
        thread, parts = Thread.of(seen.session), {"halts": True, "shared": True}
        whom, text = seen.participant.person, f"reset {work.author.shown}"
        work.changes.send(f"reset/{place}", whom, thread, text, **parts)


def _is_too_much(meant: list[Seen]) -> bool:
    return len(meant) > MOST_AT_ONCE


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"

"""Run a command, typed with a slash or as exactly its word: help, status, stop, new, why."""

import re
from collections.abc import Awaitable, Callable

from bot.core import asking
from bot.core.start import welcome
from bot.core.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood
from bot.domain.ids import RequestId
from bot.domain.participant import Participant
from bot.domain.requests import RequestKind, Status
from bot.domain.tasks import Task, TaskStack

Command = Callable[[Work, str], Awaitable[None]]

_PHRASES = {
    "cancel": "stop",
    "abort": "stop",
    "never mind": "stop",
    "nevermind": "stop",
    "forget it": "stop",
    "status": "tasks",
    "what were we doing": "tasks",
    "where were we": "tasks",
    "what was i doing": "tasks",
    "start over": "new",
}


def find(text: str, *, slash: bool) -> tuple[str, str] | None:
    """Find the command a text is, and its argument; None for an ordinary message."""
    words = re.sub(r"\s+", " ", text.strip().rstrip("?!."))
    if slash:
        words = words.removeprefix("/frontdesk").lstrip("/ ") or "help"
    plain = _PHRASES.get(words.lower(), words.lower())
    if not slash:
        plain = plain.removeprefix("/frontdesk ").removeprefix("/")
        plain = _PHRASES.get(plain, plain)
        return (plain, "") if plain in _WORDS else None
    name, _, rest = (plain if plain in _WORDS else words).partition(" ")
    return _PHRASES.get(name.lower(), name.lower()), rest


async def run(work: Work, name: str, argument: str) -> None:
    """Run a command.

    Raises:
        NotUnderstood: there is no such command.
    """
    command = _COMMANDS.get(name)
    if command is None:
        message = f"There is no command “{name[:40]}”. There are: {', '.join(sorted(_WORDS))}."
        raise NotUnderstood(message)
    if argument and name in _WORDS:
        message = f"“{name}” takes nothing behind it; send it alone."
        raise NotUnderstood(message)
    await command(work, argument)
    work.waits = True


async def _help(work: Work, _argument: str) -> None:
    work.say(
        "",
        f"{work.services.catalogue.introductions}\n\n"
        "Words I always understand, with or without a slash: "
        "help, agents, tasks (or: what were we doing?), why, requests, stop (or: cancel), "
        "new (start afresh), reset (also forget your login). Write @agent to address one.",
    )


async def _agents(work: Work, _argument: str) -> None:
    lines = [
        f"- {a.name}: {a.introduction or a.description}"
        for a in work.services.catalogue.agents.values()
    ]
    work.say("", "\n".join(lines))


async def _tasks(work: Work, _argument: str) -> None:
    tasks = work.stack.tasks
    if not tasks and not work.stack.queued and not work.participant.shelved:
        work.say("", "Nothing is open. What can I do for you?")
        return
    lines = ["We are in the middle of:" if tasks else "Nothing is open."]
    lines += [_told(task, active=task is tasks[-1]) for task in reversed(tasks)]
    lines += [f"- next: {task.agent}" for task in work.stack.queued]
    lines += [f"- put away until approved: {task.agent}" for task in work.participant.shelved]
    text = "\n".join(lines)
    if tasks:
        asking.show_again(work, tasks[-1], text)
    else:
        work.say("", text)


async def _why(work: Work, _argument: str) -> None:
    decisions = await work.services.sessions.decisions(work.session, work.author)
    if not decisions:
        work.say("", "I have decided nothing for you in this conversation yet.")
        return
    lines = []
    for decision in decisions:
        others = f" (not: {', '.join(decision.rejected)})" if decision.rejected else ""
        lines.append(f"- {decision.gate}: {decision.chosen}, because {decision.reason}{others}")
    work.say("", "Last time I decided:\n" + "\n".join(lines))


async def _requests(work: Work, _argument: str) -> None:
    asked = [r for r in work.pending if r.asked == work.author or r.may_decide(work.author)]
    if not asked:
        work.say("", "Nothing is waiting for a decision.")
        return
    lines = [f"- {r.id} {r.kind}, waits for {r.waits_for}: {_gist(r.text)}" for r in asked]
    work.say("", "Waiting for a decision:\n" + "\n".join(lines))


async def _stop(work: Work, _argument: str) -> None:
    """Stop the active task, and those that only run because of it or for which it runs."""
    top = work.stack.top
    if top is None:
        work.stack = TaskStack()
        work.say("", "Nothing is running. What can I do for you?")
        return
    stopped = work.stack.chain(top)
    for task in stopped:
        asking.supersede(work, task)
        work.stack = work.stack.remove(task)
    left = work.stack.tasks
    work.stack = TaskStack(tasks=left)
    work.change(secrets={}, wish="", finished=())
    names = " and ".join(task.agent for task in reversed(stopped))
    text = f"Stopped: {names}. Nothing more is done for it."
    if left:
        asking.show_again(work, left[-1], f"{text} We can go on with {left[-1].agent}.")
    else:
        work.say("", text)


async def _new(work: Work, _argument: str) -> None:
    """Start the stack afresh; open approvals stay with whoever must decide them."""
    for request in work.pending:
        if request.asked == work.author and request.kind is not RequestKind.APPROVAL:
            work.close(request, Status.CANCELLED)
    kept = {
        r.task for r in work.pending if r.kind is RequestKind.APPROVAL and r.asked == work.author
    }
    put_away = tuple(task for task in work.stack.tasks if task.id in kept)
    shelved = (*work.participant.shelved, *put_away)
    work.change(stack=TaskStack(), shelved=shelved, secrets={}, wish="", finished=())
    work.say("", welcome(work))


async def _reset(work: Work, _argument: str) -> None:
    """Forget everything about this person in this session but the transcript."""
    for request in work.pending:
        if request.asked == work.author:
            work.close(request, Status.CANCELLED)
    work.participant = Participant.new(work.author).with_(greeted=True)
    work.say("", "Reset: your tasks, your login and your open requests here are gone.")


async def _expire(work: Work, argument: str) -> None:
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


def _gist(text: str) -> str:
    """The first lines of a request in one: an approval's are what would run."""
    return " ".join(line.strip() for line in text.splitlines()[:6])[:200]


def _told(task: Task, *, active: bool) -> str:
    words = f" (“{task.said[0][:80]}”)" if task.said else ""
    for_whom = f", needed for {task.parent}" if task.parent else ""
    return f"- {'now' if active else 'waiting'}: {task.agent}{words}{for_whom}"


_COMMANDS: dict[str, Command] = {
    "help": _help,
    "agents": _agents,
    "tasks": _tasks,
    "why": _why,
    "requests": _requests,
    "stop": _stop,
    "new": _new,
    "reset": _reset,
    "expire": _expire,
}
_WORDS = set(_COMMANDS) - {"expire"}

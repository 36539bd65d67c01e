"""Withdraw what waits because of a message that was edited or deleted."""

from collections.abc import Collection
from dataclasses import dataclass

from pydantic import JsonValue

from agents.kit.agent import Agent
from bot.core.ports.turns import Original
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.ids import RequestId, TaskId
from bot.domain.requests import Request, RequestKind, RequestStatus
from bot.domain.tasks import Task

_KINDS = {
    RequestKind.APPROVAL: "the approval",
    RequestKind.QUESTION: "the question",
    RequestKind.SECRET: "the request for a secret",
}


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The requests and tasks a message had brought about; false if there were none."""

    requests: tuple[Request, ...] = ()
    tasks: tuple[Task, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.requests or self.tasks)

    @property
    def named(self) -> str:
        """What it was, in words."""
        asked = [f"{_KINDS[request.kind]} of {_about(request)}" for request in self.requests]
        of_requests = {request.task for request in self.requests}
        tasks = [task.agent for task in self.tasks if task.id not in of_requests]
        return "what was waiting: " + ", ".join(dict.fromkeys((*asked, *tasks)))


def withdraw(work: Work, original: Original) -> Withdrawn:
    """Cancel what the turns of a message opened, and take off what they started.

    An outcome that must be looked up by a person is not withdrawn: it is about what was done.
    """
    doomed = _doomed(work.person, original)
    gone = {task.id for task in doomed}
    closed = tuple(
        request
        for request in work.requests.pending
        if request.asked == work.author
        and request.kind in _KINDS
        and (
            _is_of(original, request.id) or _is_of(original, request.task) or request.task in gone
        )
    )
    for request in closed:
        work.requests.close(request, RequestStatus.CANCELLED)
    idle = {request.task for request in closed}
    _take_off(work.person, gone)
    unsay(work, {line.text for line in original.lines if not line.source}, idle, forgets=True)
    return Withdrawn(closed, doomed)


async def withdraw_card(work: Work, request_id: RequestId) -> None:
    """Cancel a request whose card was deleted by the person it asks for; nobody else's act."""
    request = await work.services.requests.find(request_id)
    is_own = request is not None and (request.session, request.asked) == (
        work.session,
        work.author,
    )
    if request is None or not is_own or not _is_open(request):
        work.waits = True  # nothing is withdrawn, so nothing goes on
        return
    work.requests.close(request, RequestStatus.CANCELLED)
    work.person.change(
        shelved=tuple(t for t in work.person.participant.shelved if t.id != request.task)
    )
    task = next((t for t in work.person.stack.tasks if t.id == request.task), None)
    told = f"The card is gone, so I have withdrawn {Withdrawn((request,)).named}."
    if task is None:
        work.say("", told)
        return
    work.requests.supersede(work.person.update(task.with_(call=None, question="")))
    work.say(task.agent, f"{told} {task.agent} is kept: write on, or say “stop”.", own="")
    work.waits = True


def _is_open(request: Request) -> bool:
    return request.status is RequestStatus.PENDING and request.kind in _KINDS


def _doomed(person: PersonState, original: Original) -> tuple[Task, ...]:
    """The tasks a message started, and those that only run because of them."""
    started = {task.id for task in person.stack.tasks if _is_of(original, task.id)}
    open_tasks = [
        task
        for task in person.stack.tasks
        if started & {waiting.id for waiting in person.stack.chain(task)}
    ]
    aside = (*person.stack.queued, *person.participant.shelved)
    return (*open_tasks, *(task for task in aside if _is_of(original, task.id)))


def _take_off(person: PersonState, gone: set[TaskId]) -> None:
    if not gone:
        return
    stack = person.stack
    for task in (task for task in stack.tasks if task.id in gone):
        stack = stack.remove(task)
    queued = tuple(task for task in stack.queued if task.id not in gone)
    shelved = tuple(task for task in person.participant.shelved if task.id not in gone)
    person.stack = type(stack)(tasks=stack.tasks, queued=queued)
    person.change(shelved=shelved, wish="", wish_spoken=(), finished=())


def unsay(
    work: Work, words: set[str], idle: Collection[TaskId] = (), *, forgets: bool = False
) -> None:
    """Take words out of what goes on without them; `idle` ones wait for nothing any more.

    One that `forgets` goes on as if they had never been said; else they still allow what they do.
    """
    catalogue, stack = work.catalogue, work.person.stack
    every = (*stack.tasks, *stack.queued, *work.person.participant.shelved)
    left = {task.id: _without(catalogue.get(task.agent), task, words) for task in every}
    if forgets:
        left = {i: _without_spoken(task, words) for i, task in left.items()}
    left |= {i: left[i].with_(call=None, question="") for i in {*idle} & {*left}}
    tasks, queued = (tuple(left[t.id] for t in some) for some in (stack.tasks, stack.queued))
    work.person.stack = type(stack)(tasks=tasks, queued=queued)
    shelved = (task.id for task in work.person.participant.shelved)
    threads = {
        name: _unsaid(catalogue.get(name), state, words)
        for name, state in work.person.participant.threads.items()
    }
    work.person.change(shelved=tuple(left[i] for i in shelved if i not in idle), threads=threads)


def _without(agent: Agent | None, task: Task, words: set[str]) -> Task:
    """A task whose agent reads these words no more."""
    return task.with_(
        said=tuple(text for text in task.said if text not in words),
        read=sum(text not in words for text in task.said[: task.read]),
        state=None if task.state is None else _unsaid(agent, task.state, words),
    )


def _without_spoken(task: Task, words: set[str]) -> Task:
    return task.with_(spoken=tuple(one for one in task.spoken if one.text not in words))


def _unsaid(
    agent: Agent | None, state: dict[str, JsonValue], words: set[str]
) -> dict[str, JsonValue]:
    """What an agent keeps; a script knows where in it somebody's words stand."""
    if agent is None or agent.script is None:
        return state
    return agent.script.without(state, words)


def _is_of(original: Original, *ids: str) -> bool:
    """Say whether a turn of the message made one of these: ids begin with that of their turn."""
    return any(id_.startswith(f"{turn}.") for turn in original.turns for id_ in ids)


def _about(request: Request) -> str:
    return request.subject.tool.replace("_", " ") or request.subject.agent

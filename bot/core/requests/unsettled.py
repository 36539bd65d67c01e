"""A task whose effect may or may not have happened: it does nothing more until somebody says."""

from bot.core.requests.ask import show_again
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.work import Work
from bot.domain.requests import RequestKind
from bot.domain.tasks import Task

FIRST = "Before I do anything more for this, I need to know:"


def is_unsettled(requests: TurnRequests, task: Task | None) -> bool:
    """Say whether a person was asked what became of an effect of the task, and has not said."""
    return task is not None and bool(requests.of(task, RequestKind.UNKNOWN_OUTCOME))


def ask_again(work: Work, task: Task) -> None:
    """Ask again; what was written for the task meanwhile does not count as said for it."""
    call = work.person.stashed.pop(task.id, task.call)
    if work.transcript.text and task.said[-1:] == (work.transcript.text,):
        task = task.without_last(work.journal.turn)
    show_again(work, work.person.update(task.with_(call=call)), FIRST)

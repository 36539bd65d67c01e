"""Whose wish a task only runs for, and what is said to it meanwhile."""

from bot.core.requests import asking
from bot.core.turn.work import Work
from bot.domain.tasks import Task


def beneath(work: Work, speaker: Task | None) -> list[str]:
    """The agents a task only runs for, the one whose wish it was last."""
    found: list[str] = []
    while speaker is not None and speaker.provides and speaker.parent not in found:
        found.append(speaker.parent)
        speaker = work.stack.of_agent(speaker.parent)
    return found


def tell_beneath(work: Work, name: str, text: str) -> None:
    """Let an agent's task hear something; what it wanted to do before is no longer meant."""
    task = work.stack.of_agent(name)
    if task is not None:
        asking.supersede(work, task, anew=True)
        work.update(task.hearing(text).with_(call=None, bare=False))

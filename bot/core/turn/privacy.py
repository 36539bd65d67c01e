"""What is for one person only stays so, in whatever else it becomes a part of."""

from bot.core.turn.services import Catalogue
from bot.core.turn.work import Work
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Task


def is_private_task(catalogue: Catalogue, task: Task) -> bool:
    """Say whether what comes of a task is private; whoever takes it over has to keep it so."""
    agent = catalogue.get(task.agent)
    return task.private or (agent is not None and agent.private)


def asks_in_private(work: Work, request: Request) -> bool:
    """Say whether a request is asked in private; a card is not, for others may decide it."""
    if request.kind in {RequestKind.APPROVAL, RequestKind.PLAN}:
        return False
    told = any(task.private for task in work.person.stack.tasks if task.id == request.task)
    return work.is_private(request.subject.agent) or (told and work.incoming.shared)

"""What answers in one word that nothing is wanted instead of what was rejected."""

from bot.core.deciding import standing, typed
from bot.core.forms.words import LEFT_UNDONE
from bot.core.routing.finish import drop
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.transcript import Transcript
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Task
from bot.language.lexicon import wants_nothing


async def leaves_rejected(work: Work, text: str) -> bool:
    """Leave undone what was rejected, if its person was just asked and says no or nothing."""
    top = work.person.stack.top
    request = _asked(work.requests, top) if top is not None else None
    if top is None or request is None or not _leaves(work.transcript, request, text):
        return False
    work.transcript.hear(text)
    work.decide(Gate.FLOOR, top.agent, "you want nothing instead of what was rejected")
    drop(work, top, LEFT_UNDONE)
    return True


def _asked(requests: TurnRequests, task: Task) -> Request | None:
    """The question what is wanted instead; None if nothing was rejected, or something waits."""
    if not task.refused or task.call is not None:
        return None
    return requests.of(task, RequestKind.QUESTION)


def _leaves(transcript: Transcript, request: Request, text: str) -> bool:
    is_theirs = request.asked == transcript.author and transcript.incoming.decides
    is_answer = typed.read(request, text) is not None  # a no may be one of the choices
    if not (is_theirs and wants_nothing(text)) or is_answer:
        return False
    return standing.was_just_asked(transcript, request, wants_nothing)

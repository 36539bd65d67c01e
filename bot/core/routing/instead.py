"""Ask what a person wants instead of what was rejected, where its agent does not."""

from bot.core.forms.words import WHAT_INSTEAD
from bot.core.requests.ask import ask_question
from bot.core.turn.work import Work
from bot.domain.tasks import Task


def ask_instead(work: Work, task: Task, told: str = "", question: str = WHAT_INSTEAD) -> None:
    """Keep the task, and ask; a message that is for somebody else, too, goes to them first."""
    back = task.hands_back
    asked = task.with_(
        question=question,
        options=(),
        call=None,
        kept=(),
        started=True,
        refused=task.refused or question,
    )
    work.person.stack = work.person.stack.resume(asked)
    if back is None:
        ask_question(work, asked, question, told)
        return
    if told:
        work.say(task.agent, told, own="")
    work.handed_back[task.agent], work.passed_on = back.because, back.words

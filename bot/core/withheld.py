"""A message at which the model's content filter stopped: no model reads it again."""

import re
from dataclasses import replace

from bot.core.revising.withdraw import unsay
from bot.core.turn.work import Work
from bot.domain.participant import Participant
from bot.domain.tasks import Task

TOLD = (
    "The model's content filter stopped at your message, or at what was read for it, so I leave "
    "it out of what the model reads from now on. You may put it another way."
)
UNREAD = "(left out: the model's content filter stopped)"
_RESULT = re.compile(r"( -> |answered: ).+", re.DOTALL)


def leave_out(work: Work) -> None:
    """Leave what came in this turn out of all later prompts, and say so.

    The filter would stop the turns after this one as well. What the words allow they go on
    allowing: they are the person's own.
    """
    if not work.context.filtered:
        return
    _leave_out_results(work)
    heard = {line.text for line in work.transcript.said if not line.by_bot}
    if not heard:
        return
    said = work.transcript.said
    work.transcript.said = [line if line.by_bot else replace(line, withheld=True) for line in said]
    unsay(work, heard | (_said(work.person.participant) - _said(work.person.before)))
    if work.person.participant.wish in heard:
        work.person.change(wish="", wish_spoken=())
    work.say("", TOLD)


def _leave_out_results(work: Work) -> None:
    """Keep of what was noted in this turn that it came about, not what was returned.

    Where the message before was left out as well, it is something older.
    """
    said = [line for line in work.transcript.recent if not line.by_bot]
    is_again = bool(said) and said[-1].withheld
    known = {} if is_again else {task.id: task.notes for task in work.person.before.tasks}

    def _unread(task: Task) -> Task:
        old = known.get(task.id, ())
        notes = (
            note if note in old else _RESULT.sub(rf"\1{UNREAD}", note, 1) for note in task.notes
        )
        return task.with_(notes=tuple(notes))

    stack = work.person.stack
    tasks, queued = (tuple(map(_unread, some)) for some in (stack.tasks, stack.queued))
    work.person.stack = type(stack)(tasks=tasks, queued=queued)
    work.person.change(shelved=tuple(map(_unread, work.person.participant.shelved)))


def _said(participant: Participant) -> set[str]:
    """What was said for somebody's tasks: messages, and parts of them."""
    return {text for task in participant.tasks for text in task.said}

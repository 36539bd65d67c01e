"""A message at which the model's content filter stopped: no model reads it again."""

from dataclasses import replace

from bot.core.revising.withdraw import unsay
from bot.core.turn.work import Work
from bot.domain.participant import Participant

TOLD = (
    "The model's content filter stopped at your message, so I leave it out of what the model "
    "reads from now on. You may put it another way."
)


def leave_out(work: Work) -> None:
    """Leave what came in this turn out of all later prompts, and say so.

    The filter would stop the turns after this one as well. What the words allow they go on
    allowing: they are the person's own.
    """
    if not work.context.filtered:
        return
    heard = {line.text for line in work.said if not line.by_bot}
    if not heard:
        return
    work.said = [line if line.by_bot else replace(line, withheld=True) for line in work.said]
    unsay(work, heard | (_said(work.participant) - _said(work.found)))
    if work.participant.wish in heard:
        work.change(wish="", wish_spoken=())
    work.say("", TOLD)


def _said(participant: Participant) -> set[str]:
    """What was said for somebody's tasks: messages, and parts of them."""
    return {text for task in participant.tasks for text in task.said}

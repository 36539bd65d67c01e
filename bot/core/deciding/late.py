"""Take what is typed where a secret was asked for, though nobody waits for it just now."""

from bot.core.deciding import prompted
from bot.core.requests.ask import BROKEN_OFF, ask_secret, show_again
from bot.core.requests.unsettled import FIRST, is_unsettled
from bot.core.turn.work import Work
from bot.domain.tasks import Task
from bot.language.secrets import MASK

UNREAD = "I have not read that"


def comes_late(work: Work, text: str) -> bool:
    """Take it for that secret, unread, and ask anew; False if it is something else."""
    top = work.person.stack.top
    if top is None or top.call is None or top.call.waits_for != "secret":
        return False
    if is_unsettled(work.requests, top):
        return _hides_a_word(work, top, text)
    if prompted.is_for_reading(work, text):
        return False
    work.transcript.hear(MASK)
    is_broken_off = top.call.because == BROKEN_OFF
    why = "." if is_broken_off else ", because the time for it was over."
    ask_secret(work, top, top.call, f"{UNREAD}{why}")
    if is_broken_off:
        work.person.update(top.with_(call=top.call.model_copy(update={"because": ""})))
    return True


def _hides_a_word(work: Work, task: Task, text: str) -> bool:
    """Take one word for the secret typed again, while a person must say first what happened."""
    if len(text.split()) != 1:
        return False
    work.transcript.hear(MASK)
    show_again(work, task, f"{UNREAD}, in case it is a secret. {FIRST}")
    return True

"""Take feedback: what a person thinks of an answer is kept, and never talked about."""

from bot.core.turn.masking import hide
from bot.core.turn.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.ids import ReplyId
from bot.domain.messages import VERDICTS, Feedback, Press, Reply, ReplyKind

ABOUT = "feedback:"
THANKS = "Thank you, I have noted that."
COMMENT_CHARACTERS = 2_000


def is_feedback(press: Press | None) -> bool:
    """Say whether a press is a verdict on an answer: `feedback:<reply>`, good or bad."""
    return press is not None and press.request.startswith(ABOUT)


async def take(work: Work, press: Press) -> None:
    """Keep a verdict, and thank for it where nobody else sees it; no agent hears of it.

    Raises:
        NotUnderstood: it is neither good nor bad.
    """
    if press.verb not in VERDICTS:
        message = "An answer can be good or bad."
        raise NotUnderstood(message)
    comment = hide(str(press.values.get("comment", "")))
    reply = ReplyId(press.request.removeprefix(ABOUT))
    given = Feedback(reply, work.author, press.verb, work.now, comment[:COMMENT_CHARACTERS])
    work.changes.feedback.append(given)
    work.transcript.replies.append(
        Reply(
            ReplyId(work.journal.next_id()),
            work.incoming.id,
            work.incoming.thread,
            ReplyKind.MESSAGE,
            THANKS,
            to=work.author,
            private=True,
        )
    )
    work.waits = True

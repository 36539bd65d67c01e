"""What a person is told of what they sent when it is set aside."""

from bot.core.ports import Beginning
from bot.domain.ids import ReplyId
from bot.domain.messages import Reply, ReplyKind

PARKED = (
    "I tried this three times and something went wrong each time, so I have set it aside. A part "
    "of it may have been done: please look before you ask for it again. It is kept for whoever "
    "looks after me; you can go on with something else."
)

LOST = (
    "I can no longer read what you sent (most likely the key it was kept with was replaced), so "
    "I have set it aside. A part of it may have been done before: please look, then send it "
    "again. It is kept for whoever looks after me."
)


def told(beginning: Beginning, text: str) -> Reply:
    """The reply that says so, to whoever sent it."""
    incoming = beginning.incoming
    return Reply(
        id=ReplyId(f"{beginning.turn}/parked"),
        reply_to=incoming.id,
        thread=incoming.thread,
        kind=ReplyKind.MESSAGE,
        text=text,
        to=incoming.person,
    )

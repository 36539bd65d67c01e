"""What a person is told of an event that is set aside."""

from bot.core.ports.turns import Beginning
from bot.domain.ids import ReplyId
from bot.domain.messages import Kind, Reply, ReplyKind

PARKED = (
    "I tried this three times and something went wrong each time, so I have set it aside. A part "
    "of it may have been done: please look before you ask for it again. It is kept for whoever "
    "looks after me; you can go on with something else."
)

LOST = (
    "I can no longer read {what} (most likely the key it was kept with was replaced), so I have "
    "set it aside. A part of it may have been done before: please look before you ask for it "
    "again. It is kept for whoever looks after me."
)
_OURS = {Kind.START, Kind.ANNOUNCEMENT, Kind.TIMER, Kind.ERRAND}


def lost(beginning: Beginning) -> str:
    """The words for an event that nobody can read any more."""
    is_ours = beginning.incoming.kind in _OURS
    return LOST.format(what="what I was to do for you" if is_ours else "what you sent")


def told(beginning: Beginning, text: str) -> Reply:
    """The reply that says so, to whoever sent it; each time it is set aside there is another."""
    incoming = beginning.incoming
    return Reply(
        id=ReplyId(f"{beginning.turn}/parked/{beginning.epoch}"),
        reply_to=incoming.id,
        thread=incoming.thread,
        kind=ReplyKind.MESSAGE,
        text=text,
        to=incoming.person,
    )

"""Tell whoever shows the card of a request what has become of it."""

from bot.core.ports import Beginning
from bot.domain.ids import ReplyId
from bot.domain.messages import Reply, ReplyKind
from bot.domain.outcomes import outcome_of
from bot.domain.requests import Request, Status


def changed_card(beginning: Beginning, request: Request, words: str = "") -> Reply:
    """The one change a turn makes to a card: it is locked, unless the request is still open."""
    is_open = request.status is Status.PENDING
    return Reply(
        id=ReplyId(f"{beginning.turn}.card.{request.id}"),
        reply_to=beginning.incoming.id,
        thread=beginning.incoming.thread,
        kind=ReplyKind.UPDATE if is_open else ReplyKind.OUTCOME,
        text=words or outcome_of(request),
        to=request.asked,
        request=request.id,
    )

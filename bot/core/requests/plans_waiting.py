"""Show again what a plan waits for, once something else was answered."""

from bot.core.requests import asking
from bot.core.requests.plan_card import STEPS, plan_of
from bot.core.turn.work import Work
from bot.domain.requests import Request, RequestKind

_WITHOUT_HASTE = "person"  # what a person is to do takes them its time


def show_again(work: Work) -> bool:
    """Ask again what the newest plan asks the person who speaks; False if that is nothing."""
    asked = _asked(work)
    for request in asked:
        if request.subject.tool == STEPS:
            asking.show_approval(work, request)
        else:
            asking.show(work, request, request.subject.agent, request.text)
    return bool(asked)


def _asked(work: Work) -> list[Request]:
    author = work.author
    if author != work.participant.person:
        return []
    own = [
        request
        for request in work.pending
        if request.kind is RequestKind.PLAN
        and request.asked == author
        and request.policy == "confirm"
        and request.subject.tool != _WITHOUT_HASTE
    ]
    newest = max(own, key=lambda request: request.created_at, default=None)
    return [one for one in own if newest is not None and plan_of(one) == plan_of(newest)]

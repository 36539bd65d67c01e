"""Show again what a plan waits for, once something else was answered."""

from bot.core.requests.ask import show_request
from bot.core.requests.asking import buttons_of
from bot.core.requests.plan_card import STEPS, numbers_of, plan_of
from bot.core.turn.work import Work
from bot.domain.messages import Button
from bot.domain.requests import Request, RequestKind

_WITHOUT_HASTE = "person"  # what a person is to do takes them its time


async def show_again(work: Work) -> bool:
    """Ask again what the newest plan asks the person who speaks; False if that is nothing."""
    asked = _asked(work)
    for request in asked:
        await show_card(work, request)
    return bool(asked)


async def show_card(work: Work, request: Request) -> None:
    """Show one card again, without what is decided of it."""
    decided = await decided_of(work, request)
    text = f"{in_words(decided)}\n\n{request.text}".strip()
    buttons = left_of(buttons_of(request), decided)
    show_request(work, request, request.subject.agent, text, buttons=buttons)


async def decided_of(work: Work, request: Request) -> list[int]:
    """The steps on a card that do not wait for it any more."""
    if request.kind is not RequestKind.PLAN or request.subject.tool != STEPS:
        return []
    id_ = plan_of(request)
    plan = work.changes.plans.get(id_) or await work.services.plans.find(id_)
    waiting = {step.number for step in plan.waiting_for(request.id)} if plan else set()
    return [number for number in numbers_of(request) if number not in waiting]


def in_words(decided: list[int]) -> str:
    """Say which steps of a card are decided; empty if none."""
    numbers = ", ".join(str(number) for number in decided)
    return f"Of this, step {numbers} is decided already; the rest waits:" if decided else ""


def left_of(buttons: tuple[Button, ...], decided: list[int]) -> tuple[Button, ...]:
    """The buttons of a card without those of decided steps."""
    gone = tuple(f"-{number}" for number in decided)
    return tuple(button for button in buttons if not button.id.endswith(gone or ("\n",)))


def _asked(work: Work) -> list[Request]:
    author = work.author
    if author != work.person.identity:
        return []
    own = [
        request
        for request in work.requests.pending
        if request.kind is RequestKind.PLAN
        and request.asked == author
        and request.policy == "confirm"
        and request.subject.tool != _WITHOUT_HASTE
    ]
    newest = max(own, key=lambda request: request.created_at, default=None)
    return [one for one in own if newest is not None and plan_of(one) == plan_of(newest)]

"""Say why an answer to a card was refused, and show the card as it stands."""

from bot.core.requests import plans_waiting
from bot.core.requests.ask import show_again
from bot.core.turn.work import Work
from bot.domain.errors import Objection, Refused
from bot.domain.messages import Kind
from bot.domain.requests import Request, RequestKind


async def shown_again(work: Work, request: Request, refusal: Refused) -> bool:
    """Tell the reason with the author's own card; False where they have none that is open."""
    if (
        not work.requests.find(request.id)
        or work.author != request.asked
        or request.policy != "confirm"
    ):
        return False
    task = next((task for task in work.person.stack.tasks if task.id == request.task), None)
    is_plan = request.kind is RequestKind.PLAN
    if not is_plan and (task is None or request.kind is not RequestKind.APPROVAL):
        return False
    is_press = work.incoming.kind is Kind.PRESS
    private = is_press or isinstance(refusal, Objection)
    work.say("", str(refusal), to=work.author, private=private)
    if task is None:
        await plans_waiting.show_card(work, request)
    else:
        show_again(work, task)
    return True

"""Ask what a verdict is meant for, naming what would happen."""

from bot.core.requests import plans_waiting
from bot.core.requests.asking import buttons_of, fields_of
from bot.core.requests.showing import gist
from bot.core.turn.privacy import asks_in_private
from bot.core.turn.work import Work
from bot.domain.requests import Request, RequestKind

SINCE = "We have talked of something else since I asked this, so I ask again."
SHALL_IT = f"{SINCE} Shall it be done?"


async def ask(work: Work, candidates: list[Request]) -> None:
    """Show the one request again, or list the several that the words fit."""
    if len(candidates) == 1:
        await _show(work, candidates[0])
    else:
        _list(work, candidates)
    work.waits = True


async def _show(work: Work, request: Request) -> None:
    """Show it to the author alone of those who may decide, for nobody else asked."""
    decided = await plans_waiting.decided_of(work, request)
    left = plans_waiting.in_words(decided)
    is_card = request.kind in {RequestKind.APPROVAL, RequestKind.PLAN} and not request.options
    work.say(
        request.subject.agent,
        f"{SHALL_IT if is_card else SINCE} {left}".strip() + f"\n\n{request.text}",
        own="",
        to=work.author,
        buttons=plans_waiting.left_of(buttons_of(request), decided),
        fields=fields_of(request) if request.kind is RequestKind.APPROVAL else (),
        request=request.id,
        private=not is_card and _is_private(work, request),
    )


def _list(work: Work, candidates: list[Request]) -> None:
    lines = [f"- {request.id}: {gist(request.text)}" for request in candidates]
    head = "Which one do you mean? Please press a button; they are in this order:"
    buttons = tuple(button for request in candidates for button in buttons_of(request))
    private = any(_is_private(work, request) for request in candidates)
    work.say("", "\n".join([head, *lines]), to=work.author, buttons=buttons, private=private)


def _is_private(work: Work, request: Request) -> bool:
    return request.kind is RequestKind.LINK or asks_in_private(work, request)

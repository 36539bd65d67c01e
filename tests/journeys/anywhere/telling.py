"""Words that several journeys share, and what they look at."""

from collections.abc import Awaitable, Callable

from tests.journeys.anywhere.chat_desk import ChatDesk
from tests.journeys.anywhere.desk import Desk, Talk
from tests.platforms.kept import WISH

OpenDesk = Callable[..., Awaitable[Desk]]
OpenChat = Callable[..., Awaitable[ChatDesk]]


async def said(talk: Talk, *lines: str) -> str:
    """Say one line after the other; return what came back last."""
    answer = ""
    for line in lines:
        answer = await talk.say(line)
    return answer


LOGIN = ("log me in", "seldo")


async def logged_in(talk: Talk) -> str:
    """Log somebody in as the customer of the demo."""
    await said(talk, *LOGIN)
    return await talk.confide("monkey")


async def with_a_card(desk: Desk, *, shared: bool = True) -> Talk:
    """Ann has asked for 700 dollars to be sent, and the card is shown."""
    ann = desk.talk("ann", shared=shared)
    await logged_in(ann)
    await said(ann, "what is my checking balance?", WISH)
    return ann

"""Words that several journeys share, and what they look at."""

from collections.abc import Awaitable, Callable

from agents.bank.tables import TRANSFERS
from tests.journeys.anywhere.desk import Desk, Talk

OpenDesk = Callable[..., Awaitable[Desk]]


async def said(talk: Talk, *lines: str) -> str:
    """Say one line after the other; return what came back last."""
    answer = ""
    for line in lines:
        answer = await talk.say(line)
    return answer


async def moved(desk: Desk) -> list[tuple[str, str, int]]:
    """All transfers so far: from, to, and the minor units."""
    return [(row["source"], row["target"], row["minor"]) for row in await desk.rows(TRANSFERS)]


LOGIN = ("log me in", "seldo")
WISH = "transfer 700 to 1234324"
MOVED = ("1234567890", "1234324", 70_000)


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

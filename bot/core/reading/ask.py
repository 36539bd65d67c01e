"""Ask a closed question, and again where the answer was of no use."""

from functools import partial
from typing import TypeVar

from bot.core.turn.completing import complete
from bot.core.turn.work import Work
from bot.domain.questions import ClosedQuestion

A = TypeVar("A")
TRIES = 3
LONGEST_SHOWN = 60


async def ask(work: Work, question: ClosedQuestion[A]) -> A | None:
    """What the reader answers; None after three answers that are none.

    Raises:
        BudgetSpent, ModelUnavailable: nobody answered.
    """
    tried: list[str] = []
    for _attempt in range(TRIES):
        answer = await work.services.reader.read(question, partial(complete, work), tried)
        accepted = question.accept(answer)
        if accepted is not None:
            return accepted
        shown = answer[:LONGEST_SHOWN]
        work.progress("router", f"“{shown}” is no answer to what was asked; asking again")
        tried.append(answer)
    return None

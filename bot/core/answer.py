"""Answer one event: the turn machine, from what came in to what is committed."""

from bot.core.ports import Beginning, Ending
from bot.core.services import Progress, Services


async def answer(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    """Carry one turn to its end.

    Raises:
        Fenced: another worker took the session over.
    """
    raise AssertionError((beginning, services, progress))

"""Take a verdict that nothing here waits for as a wish to see what waits elsewhere."""

from dataclasses import replace

from bot.core.commands import talk
from bot.core.deciding.typed import is_bare_verdict
from bot.core.linking import elsewhere
from bot.core.requests.asked_once import AskedOnce
from bot.core.turn.work import Work


async def decides_nothing_here(work: Work, text: str) -> bool:
    """Show what its author may decide elsewhere; False where there is none, or they are at work.

    Which of it they mean nobody should have to guess, though it be only one.
    """
    is_busy = work.stack.top is not None or work.beginning.incoming.shared
    if is_busy or not is_bare_verdict(text):
        return False
    services = replace(work.services, directory=AskedOnce(work.services.directory))
    waits = await elsewhere.requests_beside(work, services)
    if not (waits or await elsewhere.requests_elsewhere(services, work.author)):
        return False
    work.hear(text)
    await talk.requests(work, "")
    work.waits = True
    return True

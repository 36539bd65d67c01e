"""Take a verdict that nothing here waits for as a wish to see what waits elsewhere."""

from bot.core.commands import talk
from bot.core.deciding.typed import is_bare_verdict
from bot.core.turn.work import Work


async def decides_nothing_here(work: Work, text: str) -> bool:
    """Show what its author may decide elsewhere; False where there is none, or they are at work.

    Which of it they mean nobody should have to guess, though it be only one.
    """
    is_busy = work.person.stack.top is not None or work.incoming.shared
    if is_busy or not is_bare_verdict(text):
        return False
    waits = await talk.waiting(work)
    if not (waits.beside or waits.elsewhere):
        return False
    work.transcript.hear(text)
    await talk.list_waiting(work, waits)
    work.waits = True
    return True

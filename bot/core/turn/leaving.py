"""Whether whoever asked for an effect is still here when it is about to happen."""

from bot.core.ports.halt import Why
from bot.core.turn.directory import looking_up
from bot.core.turn.work import Work
from bot.domain.errors import EffectsPaused

NOT_CHECKED = (
    "I cannot check just now whether {name}, who asked for this, is still here, so nothing was "
    "changed."
)


async def stop_if_left(work: Work) -> None:
    """Let nothing more happen for somebody who has left; who speaks at this moment has not.

    Raises:
        EffectsPaused: their platform does not say; nothing was done.
    """
    person, incoming = work.person.identity, work.incoming
    if incoming.person == person and not incoming.is_own:
        return
    async with looking_up(lambda: EffectsPaused(NOT_CHECKED.format(name=person.shown))):
        standing = await work.services.directory.standing(person)
    if standing.is_bot or not standing.is_active:
        work.limits.halt.set(Why.LEFT)

"""What a turn leaves for another: to reset or forget elsewhere, a step, the next lap of a task."""

from collections.abc import Awaitable, Callable

from bot.core.commands.own import forget_here
from bot.core.commands.stack import put_back
from bot.core.linking import joining, passing
from bot.core.planning import carrying, running
from bot.core.turn import audited, going
from bot.core.turn.work import Work


async def run(work: Work, text: str) -> None:
    """Run an errand; only our own turns send one."""
    name, _, argument = text.partition(" ")
    work.waits = True
    await _ERRANDS[name](work, argument)


async def _reset(work: Work, whom: str) -> None:
    """End what the person has open here, and tell them who wanted it."""
    await carrying.cancel_all(work)
    put_back(work, work.incoming.id)
    work.say("", f"Reset by {whom}: your tasks, your login and your open requests here are gone.")


async def _forget(work: Work, _argument: str) -> None:
    forget_here(work)
    audited.tell(work, "forget_here", errand=work.incoming.id)


_ERRANDS: dict[str, Callable[[Work, str], Awaitable[None]]] = {
    "reset": _reset,
    "forget": _forget,
    "link": joining.errand,
    "answer": passing.errand,
    "step": running.errand,
    going.ERRAND: going.go_on,
}

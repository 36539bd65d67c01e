"""What a turn of another session asks this one to do: reset somebody, or forget them."""

from collections.abc import Awaitable, Callable

from bot.core import audited
from bot.core.commands.own import forget_here
from bot.core.commands.stack import put_back
from bot.core.work import Work


async def run(work: Work, text: str) -> None:
    """Run an errand; only our own turns send one."""
    name, _, argument = text.partition(" ")
    await _ERRANDS[name](work, argument)
    work.waits = True


async def _reset(work: Work, whom: str) -> None:
    """End what the person has open here, and tell them who wanted it."""
    put_back(work, work.beginning.incoming.id)
    work.say("", f"Reset by {whom}: your tasks, your login and your open requests here are gone.")


async def _forget(work: Work, _argument: str) -> None:
    forget_here(work)
    audited.tell(work, "forget_here", errand=work.beginning.incoming.id)


_ERRANDS: dict[str, Callable[[Work, str], Awaitable[None]]] = {
    "reset": _reset,
    "forget": _forget,
}

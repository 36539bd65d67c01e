"""The kill switch: looked at anew before every effect, and before a go-ahead is taken.

What is stopped is not run later by itself. An approval that is pressed meanwhile is not taken,
so its card stays as it is and can be pressed afterwards. An action whose approval was taken
before the pause, and that had not begun, is asked about again with a new card: the old approval
is spent.
"""

from agents.kit.tool import Tool
from bot.core.state.catalogue import Services
from bot.core.state.work import Work
from bot.domain.errors import EffectsPaused, Refused
from bot.domain.messages import Thread
from bot.domain.operations import Paused, name_workspace
from bot.domain.requests import Request, RequestKind, Verdict

ASK_AGAIN = "I was paused before it was done"


async def find_pause(work: Work) -> Paused | None:
    """The pause that holds for this turn, read anew.

    Raises:
        StoreAway: nobody knows, so nothing may be done.
    """
    return await find_pause_at(work.services, work.incoming.thread)


async def find_pause_at(services: Services, thread: Thread) -> Paused | None:
    """The pause that holds in the workspace of a thread."""
    return await services.operations.paused(name_workspace(thread))


async def stop_if_paused(work: Work) -> None:
    """Let an effect happen only if nobody has paused the bot.

    Raises:
        EffectsPaused: somebody has; nothing was done.
    """
    paused = await find_pause(work)
    if paused is not None:
        raise EffectsPaused(paused.words)


async def is_in_doubt(work: Work, tool: Tool, *, has_started: bool) -> bool:
    """Say whether an effect may have happened in an earlier try, and may not just be repeated.

    One that may be repeated leaves a trace only once it has ended, or the store was away.
    """
    if not tool.repeatable:
        return has_started
    may_have_begun = work.journal.attempt > 1 or bool(work.journal.finished)
    return may_have_begun and await find_pause(work) is not None


async def refuse_while_paused(services: Services, request: Request, verdict: Verdict) -> None:
    """Take no go-ahead for an action that may not happen now.

    Raises:
        Refused: the bot is paused; the request stays open.
    """
    is_go_ahead = request.kind in {RequestKind.APPROVAL, RequestKind.PLAN} and verdict.approves
    if not is_go_ahead:
        return
    paused = await find_pause_at(services, Thread.of(request.session))
    if paused is not None:
        message = f"{paused.words} Nothing was decided; press again when I go on."
        raise Refused(message)

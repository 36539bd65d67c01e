"""Decide, when nothing is left on the stack, whether the original wish is fulfilled."""

from bot.core.reading.ask import ask
from bot.core.reading.decide import NOBODY
from bot.core.requests import plans_waiting
from bot.core.routing.start import choosable, push, say_ready
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.messages import ReplyKind
from bot.domain.questions import PLANNER, Left, Which
from bot.language.normal import fold
from bot.language.sentences import has_connective

NO_FURTHER_TASK = "no_further_task"
TOLD_ALONE = "it was told in private"
LONGEST_DONE = 200


async def go_on(work: Work) -> None:
    """Start what is left of the wish, or say once that the bot is ready, and wait."""
    queued = work.person.stack.next_queued()
    if queued.top is not None:
        work.limits.budget.hand_off()
        work.person.stack = queued
        wish = queued.top.said[-1] if queued.top.said else ""
        work.person.change(wish=wish, wish_spoken=queued.top.spoken, finished=())
        work.progress(queued.top.agent, f"Next: {queued.top.agent}")
        return
    if not await _starts_rest(work):
        await _ready(work)


async def _starts_rest(work: Work) -> bool:
    work.progress("continuation", "Looking whether anything is left of what you wanted")
    wish = work.person.participant.wish
    if not has_connective(wish):
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, "all that you asked for is done")
        return False
    left = await ask(work, Left(wish, _done(work)))
    if not left or not _is_part(left, wish):
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, "nothing is left of what you wanted")
        return False
    work.decide(Gate.CONTINUATION, "orchestrator", f"still to do: “{left[:LONGEST_DONE]}”")
    agent = await ask(work, Which(left, choosable(work.catalogue), plans=False))
    if agent is None or agent in {*NOBODY, PLANNER}:
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, "nobody here does what may be left")
        return False
    spoken = work.spoken(left)
    work.person.change(wish=left, wish_spoken=spoken)
    push(work, work.new_task(agent, left, spoken=spoken))
    return True


def _is_part(left: str, wish: str) -> bool:
    """Say whether what is left stands in the wish, and is less than all of it."""
    rest, whole = fold(left).rstrip(".!?"), fold(wish).rstrip(".!?")
    return rest in whole and rest != whole


def _done(work: Work) -> str:
    """What was done, by whom; what was told in private is for nobody else to read."""
    spoken = [reply for reply in work.transcript.replies if reply.kind is ReplyKind.MESSAGE]
    told = spoken[-1] if spoken else None
    words = "" if told is None else TOLD_ALONE if told.private else told.text[:LONGEST_DONE]
    return f"{', '.join(work.person.participant.finished)}: {words}"


async def _ready(work: Work) -> None:
    if not await plans_waiting.show_again(work):
        say_ready(work)
    work.person.end_wish()
    work.waits = True

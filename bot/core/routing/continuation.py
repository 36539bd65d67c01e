"""Decide, when nothing is left on the stack, whether the original wish is fulfilled."""

import re

from agents.kit.model import ChatMessage, ContinueBrief, ModelCall, Purpose
from bot.core.requests import plans_waiting
from bot.core.routing.choice import CLARIFY, OUT_OF_SCOPE
from bot.core.routing.route import route
from bot.core.routing.start import offer, push
from bot.core.turn import prompting
from bot.core.turn.completing import complete
from bot.core.turn.services import CONCIERGE, PLANNER
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.messages import ReplyKind

NO_FURTHER_TASK = "no_further_task"
TOLD_ALONE = "(told in private)"
_SENTINELS = ("nofurthertask", "nofurthertasks")


async def go_on(work: Work) -> None:
    """Start what is left of the wish, or say once that the bot is ready, and wait."""
    queued = work.stack.next_queued()
    if queued.top is not None:
        work.budget.hand_off()
        work.stack = queued
        work.change(wish=queued.top.said[-1] if queued.top.said else "", finished=())
        work.progress(queued.top.agent, f"Next: {queued.top.agent}")
        return
    if not await _starts_rest(work):
        await _ready(work)


def is_sentinel(answer: str) -> bool:
    """Say whether an answer means that nothing is left, however it is spelled."""
    return re.sub(r"[^a-z]", "", answer.lower()) in _SENTINELS


async def _starts_rest(work: Work) -> bool:
    work.progress("continuation", "Looking whether anything is left of what you wanted")
    if _plainly_done(work):
        reason = "the one agent that was asked for has finished"
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, reason)
        return False
    reply = await complete(work, _call(work))
    sentence = "" if reply.is_withheld else reply.text.strip()
    if not sentence or is_sentinel(sentence) or sentence in work.asked_on:
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, "nothing is left of what you wanted")
        return False
    work.asked_on.add(sentence)
    work.decide(Gate.CONTINUATION, "orchestrator", f"still to do: “{sentence[:200]}”")
    choice = await route(work, sentence)
    if choice.name in {CONCIERGE, PLANNER, CLARIFY, OUT_OF_SCOPE, *work.participant.finished}:
        reason = f"nothing is left that {choice.name} would have to do"
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, reason)
        return False
    wish = work.participant.wish
    task = work.new_task(choice.name, sentence, heard=(wish,) if wish else ())
    push(work, task.with_(said=(wish, sentence)) if wish else task)
    return True


def _plainly_done(work: Work) -> bool:
    """True when one agent, of no use to any other, did all that was asked.

    It did so in this turn, or it has a script, which was given the whole wish and played it out.
    """
    finished = work.participant.finished
    agent = work.services.catalogue.get(finished[0]) if len(finished) == 1 else None
    if agent is None or agent.can_provide:
        return False
    return agent.script is not None or work.participant.wish == work.text


def _call(work: Work) -> ModelCall:
    participant = work.participant
    spoken = [reply for reply in work.replies if reply.kind is ReplyKind.MESSAGE]
    # What it says may be passed on to any agent, and is told to whoever asks why.
    reply = (TOLD_ALONE if spoken[-1].private else spoken[-1].text) if spoken else ""
    prompt = prompting.fill("continue", finished=", ".join(participant.finished))
    wanted = f"Originally wanted: {participant.wish or work.text}"
    note = prompting.noted(wanted, f"The last reply was: {reply}")
    messages = (ChatMessage("system", prompt), *note, *prompting.history(work))
    brief = ContinueBrief(participant.wish or work.text, participant.finished)
    return ModelCall(Purpose.CONTINUE, "continuation", messages, brief)


async def _ready(work: Work) -> None:
    if not await plans_waiting.show_again(work):
        work.say(CONCIERGE, offer(work))
    work.change(wish="", finished=())
    work.waits = True

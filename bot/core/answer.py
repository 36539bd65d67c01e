"""Answer one event: the turn machine, from what came in to what is committed."""

import structlog

from agents.kit.values.errors import KitError, ModelUnavailable, OutcomeUnknown
from bot.core import cut_short, feedback, gates, withheld
from bot.core.acting.run_agent import run_task
from bot.core.commands import errands, timers
from bot.core.deciding import decide
from bot.core.hand_on import hand_on, reroute
from bot.core.linking import passing
from bot.core.planning import carrying
from bot.core.planning.proposing import propose
from bot.core.ports.turns import Beginning, Ending
from bot.core.remembering import card
from bot.core.requests import naming
from bot.core.requests.ask import show_again
from bot.core.requests.unsettled import ask_again, is_unsettled
from bot.core.revising import halting, revise
from bot.core.revising.arriving import take_in, unheard
from bot.core.routing import continuation
from bot.core.routing.settle import settle
from bot.core.routing.start import welcome
from bot.core.turn import sealing
from bot.core.turn.ending import ending_of
from bot.core.turn.own_words import work_for
from bot.core.turn.services import CONCIERGE, Progress, Services
from bot.core.turn.transcript import Transcript
from bot.core.turn.wanted import check
from bot.core.turn.work import Work
from bot.domain import errors
from bot.domain.decisions import Gate, LaysOut, read_result
from bot.domain.messages import Incoming, Kind, Press
from bot.domain.tasks import Task

log = structlog.get_logger(__name__)


async def answer(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    """Carry one turn to its end; whatever goes wrong inside it is told, and the task kept.

    Raises:
        Fenced: another worker took the session over.
        Revised: the message was changed before anything was done for it.
        StoreAway: the store does not answer; the turn starts again later.
    """
    work = Work.start(beginning, services, progress)
    await work_for(work, beginning.participant)
    try:
        if not await take_in(work):
            return unheard(work)
        await _receive(work)
        await _carry_on(work)
    except errors.Interrupted:
        halting.stop_here(work)
    except errors.Refused as refusal:
        work.say("", str(refusal), to=work.author, private=_is_private(work.transcript, refusal))
    except (errors.BudgetSpent, errors.EffectsPaused) as stop:
        cut_short.stop(work, stop)
    except ModelUnavailable as away:
        cut_short.model_away(work, away)
    except OutcomeUnknown as unknown:
        cut_short.outcome_unknown(work, unknown)
    except (errors.AgentFailed, KitError) as failure:
        cut_short.at_fault(work, failure)
    withheld.leave_out(work)
    await passing.answer_back(work)
    await carrying.end_orphans(work)
    await carrying.end_withdrawn(work)
    await naming.name_people(work)
    sealing.forget_dropped(work)
    return ending_of(work)


def _is_private(transcript: Transcript, refusal: errors.Refused) -> bool:
    """True for what concerns nobody but whoever pressed, or may not decide."""
    is_theirs = isinstance(refusal, errors.NotYours | errors.Objection)
    return is_theirs or transcript.incoming.kind is Kind.PRESS


async def _receive(work: Work) -> None:
    """Take in what came, by the first rule that fits."""
    incoming = work.incoming
    match incoming.kind:
        case Kind.START:
            _open_conversation(work)
        case Kind.ANNOUNCEMENT | Kind.TIMER | Kind.ERRAND:
            await _own(work, incoming)
        case Kind.PRESS:
            assert incoming.press is not None, "a press event carries its press"
            await _press(work, incoming.press)
        case Kind.COMMAND:
            await gates.command(work, incoming.text, slash=True)
        case Kind.MESSAGE:
            await gates.message(work, incoming.text)
        case Kind.EDIT | Kind.DELETION:
            if text := await revise.revise(work):
                await hand_on(work, text)


async def _own(work: Work, incoming: Incoming) -> None:
    """Do what the bot itself wants to say, or has the time for."""
    if incoming.kind is Kind.TIMER:
        await timers.ring(work, incoming.text)
    elif incoming.kind is Kind.ERRAND:
        await errands.run(work, incoming.text)
    else:
        work.say(CONCIERGE, incoming.text)
        work.waits = True


async def _press(work: Work, press: Press) -> None:
    if feedback.is_feedback(press):
        await feedback.take(work, press)
        return
    if card.is_of_memory(press):
        await card.press(work, press)
        return
    work.transcript.hear(f"({press.verb})")
    await decide.press(work, press)


async def _carry_on(work: Work) -> None:
    """Go on while work is left and nobody has to answer first."""
    while not work.waits:
        check(work)
        if work.passed_on:
            text, work.passed_on = work.passed_on, ""
            await reroute(work, text)
            continue
        task = work.person.stack.top
        if task is not None and carrying.is_of_plan(task):
            await carrying.carry_on(work, task)
        elif task is not None and is_unsettled(work.requests, task):
            ask_again(work, task)
        elif task is not None:
            await _run(work, task)
        elif work.person.participant.finished or work.person.stack.queued:
            await continuation.go_on(work)
        else:
            return


async def _run(work: Work, task: Task) -> None:
    outcome = await run_task(work, task)
    match read_result(outcome):
        case LaysOut(steps):
            await propose(work, work.person.current(task), steps)
        case _:
            await settle(work, task, outcome)


def _open_conversation(work: Work) -> None:
    top = work.person.stack.top
    if top is not None and top.started:
        show_again(work, top, "Welcome back. We were in the middle of something.")
    else:
        work.progress("router", "Nobody is speaking")
        work.decide(Gate.CONCIERGE, CONCIERGE, "the conversation has just begun")
        work.say(CONCIERGE, welcome(work), own="")
        work.waits = True

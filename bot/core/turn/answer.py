"""Answer one event: from what came in to all that is committed."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog

from agents.kit.values.errors import KitError, ModelUnavailable, OutcomeUnknown
from bot.core.accounts.links import run_link_job
from bot.core.accounts.relay import answer_back, run_answer_job
from bot.core.agents.run import run_task
from bot.core.commands.forget import forget_here
from bot.core.commands.reset import reset_person
from bot.core.commands.timers import ring_timer
from bot.core.memory.memory_card import is_of_memory, press_memory
from bot.core.plans.create import propose_plan
from bot.core.plans.steps import (
    cancel_plans,
    carry_on_plan,
    end_orphans,
    end_withdrawn,
    is_of_plan,
    run_step_job,
)
from bot.core.ports.turns import Beginning, Diary, Ending
from bot.core.redaction.sealed_secrets import forget_dropped
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.requests.ask import LAP, run_lap, show_again
from bot.core.requests.names import name_people
from bot.core.revisions.arrivals import end_unheard, stop_here, take_in_message
from bot.core.revisions.edits import revise
from bot.core.stack.finish import continue_wish
from bot.core.stack.settle import settle
from bot.core.stack.start import write_welcome
from bot.core.state.audit_events import tell_audit
from bot.core.state.catalogue import CONCIERGE, Progress, Services
from bot.core.state.interrupts import check
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work, work_for
from bot.core.turn.failures import (
    ask_unknown_outcome,
    ask_what_happened,
    is_unsettled,
    leave_out,
    tell_fault,
    tell_model_away,
    tell_stop,
)
from bot.core.turn.gates import take_command, take_message
from bot.core.turn.hand_on import hand_on, reroute
from bot.core.verdicts.decide import decide_press
from bot.domain import errors
from bot.domain.decisions import Gate, LaysOut, read_result
from bot.domain.errors import NotUnderstood
from bot.domain.ids import ReplyId
from bot.domain.messages import VERDICTS, Feedback, Incoming, Kind, Press, Reply, ReplyKind
from bot.domain.operations import Forgotten
from bot.domain.participant import Participant
from bot.domain.tasks import Task


async def run_errand(work: Work, text: str) -> None:
    """Run an errand; only our own turns send one."""
    name, _, argument = text.partition(" ")
    work.waits = True
    await _ERRANDS[name](work, argument)


async def _reset(work: Work, whom: str) -> None:
    """End what the person has open here, and tell them who wanted it."""
    await cancel_plans(work)
    reset_person(work, work.incoming.id)
    work.say("", f"Reset by {whom}: your tasks, your login and your open requests here are gone.")


async def _forget(work: Work, _argument: str) -> None:
    forget_here(work)
    tell_audit(work, "forget_here", errand=work.incoming.id)


_ERRANDS: dict[str, Callable[[Work, str], Awaitable[None]]] = {
    "reset": _reset,
    "forget": _forget,
    "link": run_link_job,
    "answer": run_answer_job,
    "step": run_step_job,
    LAP: run_lap,
}


ABOUT = "feedback:"
THANKS = "Thank you, I have noted that."
COMMENT_CHARACTERS = 2_000


def is_feedback(press: Press | None) -> bool:
    """Say whether a press is a verdict on an answer: `feedback:<reply>`, good or bad."""
    return press is not None and press.request.startswith(ABOUT)


async def take_feedback(work: Work, press: Press) -> None:
    """Keep a verdict, and thank for it where nobody else sees it; no agent hears of it.

    Raises:
        NotUnderstood: it is neither good nor bad.
    """
    if press.verb not in VERDICTS:
        message = "An answer can be good or bad."
        raise NotUnderstood(message)
    comment = hide_secrets(str(press.values.get("comment", "")))
    reply = ReplyId(press.request.removeprefix(ABOUT))
    given = Feedback(reply, work.author, press.verb, work.now, comment[:COMMENT_CHARACTERS])
    work.changes.feedback.append(given)
    work.transcript.replies.append(
        Reply(
            ReplyId(work.journal.next_id()),
            work.incoming.id,
            work.incoming.thread,
            ReplyKind.MESSAGE,
            THANKS,
            to=work.author,
            private=True,
        )
    )
    work.waits = True


TALK = {Kind.START, Kind.MESSAGE, Kind.COMMAND, Kind.PRESS}


def make_ending(work: Work) -> Ending:
    """Everything the turn changes."""
    ending = Ending(
        turn=work.journal.turn,
        session=work.session,
        epoch=work.journal.epoch,
        participants=_changed(work),
        said=tuple(work.transcript.said),
        replies=(*work.requests.cards.values(), *work.transcript.replies),
        opened=tuple(work.requests.opened),
        closed=tuple(work.requests.closed),
        reminded=tuple(work.requests.reminded),
        escalated=tuple(work.requests.escalated),
        decisions=tuple(work.changes.decisions),
        taken=tuple(work.changes.taken),
        heeded=tuple(work.changes.heeded),
        rewritten=tuple(work.changes.rewritten),
        feedback=tuple(work.changes.feedback),
        plans=tuple(work.changes.plans.values()),
        agent_messages=tuple(work.changes.messages),
        next=tuple(work.changes.next),
        diary=_diary(work),
        besides=work.changes.besides.counting(work.incoming.kind),
    )
    return _without_forgotten(ending)


def _without_forgotten(ending: Ending) -> Ending:
    """Let a turn that forgets keep nothing itself but its last word."""
    if not any(isinstance(deed, Forgotten) for deed in ending.besides.deeds):
        return ending
    return replace(ending, participants=(), said=(), decisions=(), feedback=())


def _diary(work: Work) -> Diary:
    """The lines added to tasks that are still open, and the tasks whose diaries end."""
    left = {task.id for task in work.person.participant.tasks}
    ended = (task.id for task in work.person.before.tasks if task.state is not None)
    return Diary(
        tuple(written for written in work.changes.diary if written.task in left),
        tuple(task for task in ended if task not in left),
    )


def _changed(work: Work) -> tuple[Participant, ...]:
    """The person worked for, as they are remembered from now on; nobody if nothing changed."""
    is_talk = work.incoming.kind in TALK and not work.changes.feedback
    left = work.person.participant
    if is_talk and not left.greeted:
        left = left.with_(greeted=True)
    # Who was greeted has been kept before. Whoever has not been may be new, and even when there
    # is nothing to remember of them, this is how it is known that they were here.
    return () if left.greeted and left == work.person.before else (left,)


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
        if not await take_in_message(work):
            return end_unheard(work)
        await _receive(work)
        await _carry_on(work)
    except errors.Interrupted:
        stop_here(work)
    except errors.Refused as refusal:
        work.say("", str(refusal), to=work.author, private=_is_private(work.transcript, refusal))
    except (errors.BudgetSpent, errors.EffectsPaused) as stop:
        tell_stop(work, stop)
    except ModelUnavailable as away:
        tell_model_away(work, away)
    except OutcomeUnknown as unknown:
        ask_unknown_outcome(work, unknown)
    except (errors.AgentFailed, KitError) as failure:
        tell_fault(work, failure)
    return await _end(work)


async def _end(work: Work) -> Ending:
    """Do what every turn ends with, and put together what it changes."""
    leave_out(work)
    if work.incoming.via is not None:
        await answer_back(work, work.incoming.via)
    await end_orphans(work)
    await end_withdrawn(work)
    await name_people(work)
    forget_dropped(work)
    return make_ending(work)


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
            await take_command(work, incoming.text, slash=True)
        case Kind.MESSAGE:
            await take_message(work, incoming.text)
        case Kind.EDIT | Kind.DELETION:
            if text := await revise(work):
                await hand_on(work, text)


async def _own(work: Work, incoming: Incoming) -> None:
    """Do what the bot itself wants to say, or has the time for."""
    if incoming.kind is Kind.TIMER:
        await ring_timer(work, incoming.text)
    elif incoming.kind is Kind.ERRAND:
        await run_errand(work, incoming.text)
    else:
        work.say(CONCIERGE, incoming.text)
        work.waits = True


async def _press(work: Work, press: Press) -> None:
    if is_feedback(press):
        await take_feedback(work, press)
        return
    if is_of_memory(press):
        await press_memory(work, press)
        return
    work.transcript.hear(f"({press.verb})")
    await decide_press(work, press)


async def _carry_on(work: Work) -> None:
    """Go on while work is left and nobody has to answer first."""
    while not work.waits:
        check(work)
        if work.passed_on:
            text, work.passed_on = work.passed_on, ""
            await reroute(work, text)
            continue
        task = work.person.stack.top
        if task is not None and is_of_plan(task):
            await carry_on_plan(work, task)
        elif task is not None and is_unsettled(work.requests, task):
            ask_what_happened(work, task)
        elif task is not None:
            await _run(work, task)
        elif work.person.participant.finished or work.person.stack.queued:
            await continue_wish(work)
        else:
            return


async def _run(work: Work, task: Task) -> None:
    outcome = await run_task(work, task)
    match read_result(outcome):
        case LaysOut(steps):
            await propose_plan(work, work.person.current(task), steps)
        case _:
            await settle(work, task, outcome)


def _open_conversation(work: Work) -> None:
    top = work.person.stack.top
    if top is not None and top.started:
        show_again(work, top, "Welcome back. We were in the middle of something.")
    else:
        work.progress("router", "Nobody is speaking")
        work.decide(Gate.CONCIERGE, CONCIERGE, "the conversation has just begun")
        work.say(CONCIERGE, write_welcome(work), own="")
        work.waits = True

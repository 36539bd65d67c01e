"""Answer one event: the turn machine, from what came in to what is committed."""

import structlog

from agents.kit.errors import KitError, ModelUnavailable, OutcomeUnknown
from bot.core import attached, commands, cut_short, feedback
from bot.core.acting.run_agent import run_task
from bot.core.commands import errands, own, timers
from bot.core.commands.beside import decides_nothing_here
from bot.core.deciding import decide, typed, which
from bot.core.deciding.late import comes_late
from bot.core.linking import passing
from bot.core.planning import carrying
from bot.core.ports.turns import DECIDED, Beginning, Ending
from bot.core.remembering import card
from bot.core.requests import asking, naming
from bot.core.requests.unsettled import ask_again, is_unsettled
from bot.core.revising import halting, revise
from bot.core.revising.arriving import take_in, unheard
from bot.core.routing import continuation
from bot.core.routing.hand_on import hand_on
from bot.core.routing.settle import settle
from bot.core.routing.start import welcome
from bot.core.turn import needless, sealing
from bot.core.turn.ending import ending_of
from bot.core.turn.labelled import MASK
from bot.core.turn.masking import mask
from bot.core.turn.services import CONCIERGE, Progress, Services
from bot.core.turn.wanted import check
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import (
    AgentFailed,
    BudgetSpent,
    EffectsPaused,
    Interrupted,
    NotYours,
    Objection,
    Refused,
)
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press

MAY_NOT_DECIDE = (
    "That would decide what waits for a verdict, and whoever sent it may not decide; please "
    "decide it another way."
)
HIDDEN = (
    "I have hidden what looks like a password or another secret. Nobody but the tool it is for "
    "will see it; where you can, delete your message."
)
UNUSED = (
    "I have hidden what looks like a password or another secret. {why}, so I did nothing with it; "
    "where you can, delete your message."
)
EXPOSED = "Others here could read the secret you typed; where you can, delete your message."

log = structlog.get_logger(__name__)


async def answer(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    """Carry one turn to its end; whatever goes wrong inside it is told, and the task kept.

    Raises:
        Fenced: another worker took the session over.
        Revised: the message was changed before anything was done for it.
        StoreAway: the store does not answer; the turn starts again later.
    """
    work = Work.start(beginning, services, progress)
    try:
        if not await take_in(work):
            return unheard(work)
        await _receive(work)
        await _carry_on(work)
    except Interrupted:
        halting.stop_here(work)
    except Refused as refusal:
        work.say("", str(refusal), to=work.author, private=_is_private(work, refusal))
    except (BudgetSpent, EffectsPaused) as stop:
        cut_short.stop(work, stop)
    except ModelUnavailable as away:
        cut_short.model_away(work, away)
    except OutcomeUnknown as unknown:
        cut_short.outcome_unknown(work, unknown)
    except (AgentFailed, KitError) as failure:
        cut_short.at_fault(work, failure)
    await passing.answer_back(work)
    await carrying.end_orphans(work)
    await carrying.end_withdrawn(work)
    await naming.name_people(work)
    sealing.forget_dropped(work)
    return own.without_forgotten(ending_of(work))


def _is_private(work: Work, refusal: Refused) -> bool:
    """True for what concerns nobody but whoever pressed, or may not decide."""
    is_theirs = isinstance(refusal, NotYours | Objection)
    return is_theirs or work.beginning.incoming.kind is Kind.PRESS


async def _receive(work: Work) -> None:
    """Take in what came, by the first rule that fits."""
    incoming = work.beginning.incoming
    match incoming.kind:
        case Kind.START:
            _open_conversation(work)
        case Kind.ANNOUNCEMENT | Kind.TIMER | Kind.ERRAND:
            await _own(work, incoming)
        case Kind.PRESS:
            assert incoming.press is not None, "a press event carries its press"
            await _press(work, incoming.press)
        case Kind.COMMAND:
            await _command(work, incoming.text, slash=True)
        case Kind.MESSAGE:
            await _message(work, incoming.text)
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
    work.hear(f"({press.verb})")
    await decide.press(work, press)


async def _carry_on(work: Work) -> None:
    """Go on while work is left and nobody has to answer first."""
    while not work.waits:
        check(work)
        task = work.stack.top
        if task is not None and carrying.is_of_plan(task):
            await carrying.carry_on(work, task)
        elif task is not None and is_unsettled(work, task):
            ask_again(work, task)
        elif task is not None:
            await settle(work, task, await run_task(work, task))
        elif work.participant.finished or work.stack.queued:
            await continuation.go_on(work)
        else:
            return


def _open_conversation(work: Work) -> None:
    top = work.stack.top
    if top is not None and top.started:
        asking.show_again(work, top, "Welcome back. We were in the middle of something.")
    else:
        work.progress("router", "Nobody is speaking")
        work.decide(Gate.CONCIERGE, CONCIERGE, "the conversation has just begun")
        work.say(CONCIERGE, welcome(work))
        work.waits = True


async def _command(work: Work, text: str, *, slash: bool) -> bool:
    found = commands.find(text, slash=slash)
    if found is None:
        return False
    work.hear(await mask(work, commands.heard(text, *found)))
    if not halting.tells_left(work, found[0]):
        await commands.run(work, *found)
    return True


async def _message(work: Work, text: str) -> None:
    if work.beginning.incoming.files or work.beginning.incoming.earlier:
        unread = await attached.take_in(work)
        text = text if text.strip() else attached.WORDLESS
        if unread:
            work.hear(text)
            _tell(work, unread)
            return
    if await _command(work, text, slash=False) or own.asks_again(work, text):
        return
    if (
        await _answers_request(work, text)
        or comes_late(work, text)
        or _presses_nothing(work, text)
        or await decides_nothing_here(work, text)
    ):
        return
    if meant := commands.slip_of(text):
        _ask_back(work, text, meant)
        return
    masked = await mask(work, text)
    work.hear(masked)
    if masked != text:
        work.progress(CONCIERGE, "A secret in the message was hidden")
        if why := needless.why_unused(work, masked):
            _leave_unused(work, UNUSED.format(why=why))
            return
        work.say("", HIDDEN)
    await hand_on(work, masked)


def _leave_unused(work: Work, words: str) -> None:
    """Tell that a secret was not needed, and go on where the author was."""
    needless.let_go(work)
    _tell(work, words)


def _tell(work: Work, words: str) -> None:
    """Say something, with what waits, and leave it at that."""
    if work.stack.top is not None:
        asking.show_again(work, work.stack.top, words)
        return
    work.say("", words)
    work.waits = True


def _ask_back(work: Work, text: str, meant: str) -> None:
    """Take what is nearly a command for no value: ask, with what waits."""
    work.hear(text)
    _tell(work, f"Did you mean “{meant}”? I have taken “{text.strip()}” for nothing else.")


def _presses_nothing(work: Work, text: str) -> bool:
    """Take a number that no button of a card has for no value: show the card again."""
    top = work.stack.top
    if top is None or not typed.is_no_button(work, text):
        return False
    work.hear(text)
    said = text.strip()
    words = f"“{said}” is none of the buttons; to change a value, say so, as in “make it {said}”."
    asking.show_again(work, top, words)
    return True


async def _answers_request(work: Work, text: str) -> bool:
    """Take typed words as the answer to the one closed request they fit."""
    found = await _decided_before(work, text) or await typed.as_press(work, text)
    if isinstance(found, list):
        work.hear(text)
        await which.ask(work, found)
        return True
    if not isinstance(found, Press):
        return False
    is_secret = found.verb == "submit"
    work.hear(MASK if is_secret else await mask(work, text))
    if is_secret and work.beginning.incoming.shared:
        work.say("", EXPOSED, to=work.author, private=True)
    if not work.beginning.incoming.decides:
        work.say("", MAY_NOT_DECIDE, to=work.author)
        return True
    await decide.press(work, found)
    return True


async def _decided_before(work: Work, text: str) -> Press | None:
    """What an earlier try of this turn took the words for; they are no message now."""
    decided = work.beginning.journal.get(DECIDED)
    if decided is None:
        return None
    request = await work.services.requests.find(RequestId(str(decided)))
    return typed.read(request, text) if request else None

"""What is said when a turn cannot go on: why, honestly, and that its task is kept."""

import re
from dataclasses import replace

import structlog

from agents.kit.values.errors import ModelUnavailable, OutcomeUnknown
from bot.core.requests.ask import BROKEN_OFF, ask_outcome, show_again
from bot.core.revisions.withdraw import unsay
from bot.core.state.changes import TurnRequests
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import AgentGone, BudgetSpent, DaySpent, EffectsPaused, HandOffsSpent
from bot.domain.participant import Participant
from bot.domain.requests import RequestKind
from bot.domain.tasks import Task

GONE = (  # who knows whether for good
    "There is no agent “{agent}” any more, so I cannot go on with it. “stop” drops what it was "
    "doing; should it come back, it goes on."
)

log = structlog.get_logger(__name__)


def tell_stop(work: Work, why: BudgetSpent | EffectsPaused) -> None:
    """Say what the turn has used up, or that nothing may be changed now."""
    _mark_broken_off(work)
    if isinstance(why, EffectsPaused):
        work.decide(Gate.PAUSE, "stop", "nothing may be changed while I am paused")
        work.say("", f"{why} {_kept(work.person)}")
        return
    work.decide(Gate.BUDGET, "stop", f"this turn has used up {why.limit}")
    if isinstance(why, HandOffsSpent):
        work.person.stack = work.person.stack.without_repeats(
            {task for task, _action in work.acted.effects}
        )
    # Trying again at once would only be refused again.
    what_next = (
        "" if isinstance(why, DaySpent) and work.person.stack.top is None else _kept(work.person)
    )
    work.say("", f"I stopped here, because this turn has used up {why.limit}. {what_next}".strip())


def tell_model_away(work: Work, away: ModelUnavailable) -> None:
    """Say that the model gave no usable answer."""
    log.warning(
        "model_unavailable", turn=work.journal.turn, reason=away.reason, detail=away.detail
    )
    work.say("", f"I could not go on: {away.reason}. {_kept(work.person)}")


def ask_unknown_outcome(work: Work, unknown: OutcomeUnknown) -> None:
    """Ask a person what became of an effect."""
    log.error("outcome_unknown", turn=work.journal.turn, tool=unknown.tool, key=unknown.key)
    top = work.person.stack.top
    if top is not None:
        ask_outcome(work, top, unknown.key)


def tell_fault(work: Work, failure: Exception) -> None:
    """Say that an agent does not do what its author promised, or is not there to do it."""
    _mark_broken_off(work)
    _wait(work)
    if isinstance(failure, AgentGone):
        log.warning("agent_gone", turn=work.journal.turn, agent=failure.name)
        work.say("", GONE.format(agent=failure.name))
        return
    log.error(
        "agent_failed", turn=work.journal.turn, kind=type(failure).__name__, exc_info=failure
    )
    work.say(
        "", f"I could not go on, because of a fault in one of my agents. {_kept(work.person)}"
    )


def _wait(work: Work) -> None:
    """Let a task go on only once its person says so; code that failed would do the same again.

    It has lost the floor: what it had asked is no longer what the next message answers.
    """
    top = work.person.stack.top
    if top is None:
        return
    if top.call is None and top.id not in work.person.stashed:
        work.requests.supersede(top)
        top = work.person.update(top.with_(question="", options=()))
    acted = any(task == top.id for task, _action in work.acted.effects)
    read = len(top.said) if top.bare and not top.started else top.read
    work.person.update(top.with_(started=True, read=read, broken=top.broken or acted))


def _mark_broken_off(work: Work) -> None:
    """Keep of a call that was given its secret that it did not come to its end."""
    top = work.person.stack.top
    if top is None or top.call is None or top.call.waits_for != "secret":
        return
    if work.requests.of(top) is None:
        work.person.update(top.with_(call=top.call.model_copy(update={"because": BROKEN_OFF})))


def _kept(person: PersonState) -> str:
    """What is kept, in words; nothing is lost by an honest stop."""
    top = person.stack.top
    if top is None:
        return "Please try again."
    return f"“{top.agent}” is kept: write again to go on, or “stop” to drop it."


TOLD = (
    "The model's content filter stopped at your message, or at what was read for it, so I leave "
    "it out of what the model reads from now on. You may put it another way."
)
UNREAD = "(left out: the model's content filter stopped)"
_RESULT = re.compile(r"( -> |answered: ).+", re.DOTALL)


def leave_out(work: Work) -> None:
    """Leave what came in this turn out of all later prompts, and say so.

    The filter would stop the turns after this one as well. What the words allow they go on
    allowing: they are the person's own.
    """
    if not work.context.filtered:
        return
    _leave_out_results(work)
    heard = {line.text for line in work.transcript.said if not line.by_bot}
    if not heard:
        return
    said = work.transcript.said
    work.transcript.said = [line if line.by_bot else replace(line, withheld=True) for line in said]
    unsay(work, heard | (_said(work.person.participant) - _said(work.person.before)))
    if work.person.participant.wish in heard:
        work.person.change(wish="", wish_spoken=())
    work.say("", TOLD)


def _leave_out_results(work: Work) -> None:
    """Keep of what was noted in this turn that it came about, not what was returned.

    Where the message before was left out as well, it is something older.
    """
    said = [line for line in work.transcript.recent if not line.by_bot]
    is_again = bool(said) and said[-1].withheld
    known = {} if is_again else {task.id: task.notes for task in work.person.before.tasks}

    def _unread(task: Task) -> Task:
        old = known.get(task.id, ())
        notes = (
            note if note in old else _RESULT.sub(rf"\1{UNREAD}", note, 1) for note in task.notes
        )
        return task.with_(notes=tuple(notes))

    stack = work.person.stack
    tasks, queued = (tuple(map(_unread, some)) for some in (stack.tasks, stack.queued))
    work.person.stack = type(stack)(tasks=tasks, queued=queued)
    work.person.change(shelved=tuple(map(_unread, work.person.participant.shelved)))


def _said(participant: Participant) -> set[str]:
    """What was said for somebody's tasks: messages, and parts of them."""
    return {text for task in participant.tasks for text in task.said}


FIRST = "Before I do anything more for this, I need to know:"


def is_unsettled(requests: TurnRequests, task: Task | None) -> bool:
    """Say whether a person was asked what became of an effect of the task, and has not said."""
    return task is not None and bool(requests.of(task, RequestKind.UNKNOWN_OUTCOME))


def ask_what_happened(work: Work, task: Task) -> None:
    """Ask again; what was written for the task meanwhile does not count as said for it."""
    call = work.person.stashed.pop(task.id, task.call)
    if work.transcript.text and task.said[-1:] == (work.transcript.text,):
        task = task.without_last(work.journal.turn)
    show_again(work, work.person.update(task.with_(call=call)), FIRST)

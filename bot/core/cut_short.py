"""What is said when a turn cannot go on: why, honestly, and that its task is kept."""

import structlog

from agents.kit.values.errors import ModelUnavailable, OutcomeUnknown
from bot.core.requests.ask import BROKEN_OFF, ask_outcome
from bot.core.turn.person import PersonState
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import AgentGone, BudgetSpent, DaySpent, EffectsPaused, HandOffsSpent

GONE = (  # who knows whether for good
    "There is no agent “{agent}” any more, so I cannot go on with it. “stop” drops what it was "
    "doing; should it come back, it goes on."
)

log = structlog.get_logger(__name__)


def stop(work: Work, why: BudgetSpent | EffectsPaused) -> None:
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


def model_away(work: Work, away: ModelUnavailable) -> None:
    """Say that the model gave no usable answer."""
    log.warning(
        "model_unavailable", turn=work.journal.turn, reason=away.reason, detail=away.detail
    )
    work.say("", f"I could not go on: {away.reason}. {_kept(work.person)}")


def outcome_unknown(work: Work, unknown: OutcomeUnknown) -> None:
    """Ask a person what became of an effect."""
    log.error("outcome_unknown", turn=work.journal.turn, tool=unknown.tool, key=unknown.key)
    top = work.person.stack.top
    if top is not None:
        ask_outcome(work, top, unknown.key)


def at_fault(work: Work, failure: Exception) -> None:
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

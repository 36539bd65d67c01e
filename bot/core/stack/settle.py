"""Settle an outcome: what it means for the stack, the requests and what is said."""

from collections.abc import Sequence
from typing import assert_never

from pydantic import JsonValue

from agents.kit.outcome import NextTool, Outcome, Suspended
from agents.kit.outcome import ask as asking_outcome
from bot.core.reading.form_words import WHAT_INSTEAD, WHAT_INSTEAD_OF
from bot.core.requests.ask import (
    MOST_LAPS,
    ask_approval,
    ask_question,
    ask_secret,
    leave_lap,
    show_again,
)
from bot.core.requests.cards import leave_out_past
from bot.core.stack.finish import DONE, finish, name_agent
from bot.core.stack.start import push_task
from bot.core.state.catalogue import CONCIERGE, Catalogue
from bot.core.state.journal import TurnEffects
from bot.core.state.person import PersonState
from bot.core.state.work import Work, is_private_task
from bot.domain.decisions import (
    AsksPerson,
    CallWaits,
    Gate,
    HandsBack,
    IsDone,
    LaysOut,
    WantsAgent,
    WantsTurn,
    read_result,
)
from bot.domain.errors import AgentFailed
from bot.domain.messages import ReplyKind
from bot.domain.tasks import Task


def ask_instead(work: Work, task: Task, told: str = "", question: str = WHAT_INSTEAD) -> None:
    """Keep the task, and ask; a message that is for somebody else, too, goes to them first."""
    back = task.hands_back
    asked = task.with_(
        question=question,
        options=(),
        call=None,
        kept=(),
        started=True,
        refused=task.refused or question,
    )
    work.person.stack = work.person.stack.resume(asked)
    if back is None:
        ask_question(work, asked, question, told)
        return
    if told:
        work.say(task.agent, told, own="")
    work.handed_back[task.agent], work.passed_on = back.because, back.words


NOT_USED = "I could not make use of that; this is still waiting for you."
LONGEST_NAME = 60
PASSED_ON = "I have passed that on to {asker}."


async def settle(work: Work, task: Task, outcome: Outcome) -> None:
    """Apply what an agent returned to its task and to what the user sees."""
    task = work.person.current(task)
    stashed = work.person.stashed.pop(task.id, None)
    if stashed is not None and _leaves_waiting(work, task, stashed, outcome):
        _keep_waiting(work, task.with_(call=stashed), _untold(work.acted, task))
        return
    await _settled(work, task, _failed_first(work, task, outcome))


async def _settled(work: Work, task: Task, outcome: Outcome) -> None:
    match read_result(outcome):
        case HandsBack(reason):
            _pass_on(work, task, reason, outcome.state)
            return
        case CallWaits(call, found):
            _tell_found(work, task, found)
            _wait_for(work, _marked(work.person, task, outcome), call)
        case WantsTurn():
            _go_on(work, _marked(work.person, task, outcome).with_(refused=""))
        case IsDone() | LaysOut():
            await _complete(work, _marked(work.person, task, outcome), outcome)
        case AsksPerson():
            _asks(work, _marked(work.person, task, outcome), outcome)
        case WantsAgent(wanted):
            await _delegate(work, _marked(work.person, task, outcome), outcome, wanted)
        case _ as result:
            assert_never(result)
    if outcome.artifact:
        work.say(task.agent, outcome.artifact, kind=ReplyKind.ARTIFACT)


def _leaves_waiting(work: Work, task: Task, stashed: Suspended, outcome: Outcome) -> bool:
    """Say whether a call goes on waiting; a script knows itself when it wants something else."""
    has_script = work.agent(task.agent).script is not None
    wants_other = outcome.suspended is not None and not _is_same(stashed, outcome.suspended)
    is_new = wants_other or (has_script and not outcome.hands_back)
    return outcome.interrupt and not is_new


def _is_same(waiting: Suspended, wanted: Suspended) -> bool:
    """Say whether a call waits already, for the same: asked anew, it would seem to be another."""
    told = {"because": "", "words": ""}
    return waiting.model_copy(update=told) == wanted.model_copy(update=told)


def _keep_waiting(work: Work, task: Task, failed: Sequence[str]) -> None:
    """Go on waiting for what a call waits for: the message brought nothing new, or it failed."""
    if failed:
        work.say(task.agent, "\n\n".join(failed))
    kept = work.person.update(task.without_last(work.journal.turn))
    asker = work.person.identity
    if work.author == asker:
        show_again(work, kept, "" if failed else NOT_USED)
        return
    show_again(work, kept, task.said[-1])  # what is remarked about a card, and by whom
    work.say("", PASSED_ON.format(asker=asker.shown), to=work.author, private=True)


async def _complete(work: Work, task: Task, outcome: Outcome) -> None:
    """Believe that a task is complete only if the fact it was started for is there."""
    if not task.provides or task.provides in work.person.facts.known:
        if task.next_kept is not None:
            _take_up(work, task, outcome)
            return
        if task.refused:
            instead = WHAT_INSTEAD_OF.format(refused=task.refused)
            ask_instead(work, task, outcome.value.strip(), instead)
            return
        _passes_on(work, task)
        await finish(work, task, outcome)
        return
    still_open = task.question or work.agent(task.agent).opening
    if not still_open or outcome.value.rstrip().endswith("?"):
        _ask(work, task, asking_outcome(outcome.value))
        return
    asked = work.person.update(task.with_(question=still_open, started=True))
    ask_question(work, asked, still_open, outcome.value)


def _failed_first(work: Work, task: Task, outcome: Outcome) -> Outcome:
    """Tell of effects that failed before anything else is said, whatever a model says of them."""
    told = [words for words in _untold(work.acted, task) if words not in outcome.value]
    if not told:
        return outcome
    if work.agent(task.agent).script is not None and outcome.suspended is None:
        return outcome  # a script tells it by its own rules
    words = "\n\n".join(told)
    if outcome.suspended is None and not outcome.hands_back and outcome.value:
        return outcome.model_copy(update={"value": f"{words}\n\n{outcome.value}"})
    work.say(task.agent, words)
    return outcome


def _untold(acted: TurnEffects, task: Task) -> list[str]:
    """Take out which effects of a task failed, of which nobody was told."""
    mine = [key for key in acted.failed if key[0] == task.id]
    return [acted.failed.pop(key) for key in mine]


def _tell_found(work: Work, task: Task, found: str) -> None:
    """Tell what was looked up beside a call that waits."""
    if found.strip():
        work.say(task.agent, found)


def _take_up(work: Work, task: Task, outcome: Outcome) -> None:
    """Go on with what was kept beside what is done now; it is guarded like any other call."""
    if outcome.value.strip() or not outcome.artifact:
        work.say(task.agent, outcome.value or DONE)
    work.person.update(task.taking_up().with_(started=True))


def _passes_on(work: Work, task: Task) -> bool:
    """Have another agent read the message, if the task was to hand it back at the end."""
    back = task.hands_back
    if back is not None:
        work.handed_back[task.agent] = back.because
        work.passed_on = back.words
    return back is not None


def _asks(work: Work, task: Task, outcome: Outcome) -> None:
    """Let an agent ask; one with nothing to say of a rejection has code ask in its place."""
    if work.agent(task.agent).is_form:
        _ask(work, task, outcome)
    elif task.is_rejected_last and not outcome.value.strip():
        ask_instead(work, task)
    else:
        _ask_or_pass_on(work, work.person.update(task.with_(refused="")), outcome)


def _ask_or_pass_on(work: Work, task: Task, outcome: Outcome) -> None:
    """Ask; who was to hand back says its word, and the message goes on to somebody else."""
    if not _passes_on(work, task):
        _ask(work, task, outcome)
        return
    work.say(task.agent, outcome.value)
    if task.started:
        work.person.update(task.with_(kept=()))
    else:
        work.person.stack = work.person.stack.remove(task)


def _marked(person: PersonState, task: Task, outcome: Outcome) -> Task:
    """Keep what the agent wants to find again; what waited for it before is over."""
    state = outcome.state if outcome.state is not None else task.state
    return person.update(task.with_(state=state, call=None, going=""))


def _go_on(work: Work, task: Task) -> None:
    """Leave a task its next turn; one that has had very many asks its person first."""
    if task.laps < MOST_LAPS:
        leave_lap(work, task.with_(laps=task.laps + 1))
        return
    question = f"{task.agent} has been at it for {task.laps} turns. Shall it go on, or “stop”?"
    _ask(work, task, asking_outcome(question))


def _pass_on(work: Work, task: Task, reason: str, state: dict[str, JsonValue] | None) -> None:
    """Find another agent for a message that was not for this one; its task waits."""
    if task.refused:  # nothing was said that could be passed on
        ask_instead(work, task)
        return
    work.handed_back[task.agent] = reason
    work.progress(task.agent, f"{task.agent} passes this on: {reason}")
    text = task.said[-1] if task.said else work.transcript.text
    task = work.person.update(task.with_(kept=tuple(call for call in task.kept if call.tool)))
    if task.started or task.kept:
        before = task.without_last(work.journal.turn) if task.started else task
        work.person.update(before.with_(state=state or task.state, started=True))
    else:
        work.person.stack = work.person.stack.finish()
    work.passed_on = text


def _wait_for(work: Work, task: Task, call: Suspended) -> None:
    lead = _lead(work.catalogue, task)
    kept = work.person.update(
        task.with_(call=call if call.tool else None, started=task.started or bool(call.tool))
    )
    match call.waits_for:
        case "fact":
            push_provider(work, kept, call)
        case "secret":
            values = ", ".join(f"{name} {value}" for name, value in call.arguments.items())
            work.progress(task.agent, f"Noted: {values}")
            ask_secret(work, kept, call, lead)
        case "approval":
            ask_approval(work, kept, call)


def push_provider(work: Work, task: Task, call: Suspended) -> None:
    """Start, or resume, the agent that establishes the fact a task waits for.

    Raises:
        AgentFailed: nobody provides it, or both wait for one another.
    """
    provider = work.catalogue.provider(call.name)
    if provider is None or provider.name == task.agent:
        message = f"nobody provides the fact “{call.name}” that {task.agent} requires"
        raise AgentFailed(message)
    waiting = work.person.stack.of_agent(provider.name)
    if waiting is not None and waiting in work.person.stack.chain(task):
        message = f"{provider.name} and {task.agent} wait for one another"
        raise AgentFailed(message)
    needed = work.catalogue.kinds[call.name].meaning
    reason = f"{task.agent} first needs {needed}"
    work.decide(Gate.PREREQUISITE, provider.name, reason, (task.agent,))
    if waiting is not None:
        work.limits.budget.hand_off()
        resumed = waiting.with_(provides=call.name, parent=task.agent)
        work.person.stack = work.person.stack.resume(resumed)
        if resumed.started:
            show_again(work, resumed)
        return
    said = (call.words,) if call.words else () if task.bare else task.said
    provided = work.new_task(provider.name, "", parent=task.agent, provides=call.name)
    push_task(work, provided.with_(said=said, spoken=task.spoken))


def _lead(catalogue: Catalogue, task: Task) -> str:
    """Say once what a task that must come first is for."""
    if task.started or not task.provides:
        return ""
    meaning = catalogue.kinds[task.provides].meaning
    return f"First things first: {task.parent} needs {meaning}."


def _ask(work: Work, task: Task, outcome: Outcome) -> None:
    lead = _lead(work.catalogue, task)
    question = leave_out_past(outcome.value, work.acted.troubles, task.said)
    asked = work.person.update(
        task.with_(question=question, options=outcome.options, started=True)
    )
    ask_question(work, asked, outcome.value, lead)


async def _delegate(work: Work, task: Task, outcome: Outcome, wanted: NextTool) -> None:
    """Push the help an agent asked for; who may not generate tasks asks the user instead."""
    agent = work.agent(task.agent)
    if not agent.can_generate_task:
        work.progress(task.agent, f"{task.agent} may not start other agents; asking you")
        _ask(work, task, asking_outcome(outcome.value, state=outcome.state))
        return
    waiting = work.person.update(task.with_(started=True))
    name, text = await name_agent(work, waiting, wanted)
    if work.catalogue.get(name) is None or name in {CONCIERGE, task.agent}:
        _ask(work, waiting, asking_outcome(_unhelped(task, wanted, outcome.value or text)))
        return
    told = is_private_task(work.catalogue, task)
    push_task(work, work.new_task(name, text, spoken=task.spoken, parent=task.agent, private=told))


def _unhelped(task: Task, wanted: NextTool, text: str) -> str:
    """Put to a person what was meant for an agent that cannot help, and say that it was."""
    name = wanted.tool_argument.name[:LONGEST_NAME] if wanted.tool_argument else ""
    lead = f"{task.agent} wanted help, and found nobody to ask."
    if name:
        lead = f"{task.agent} wanted help from “{name}”, which cannot give it."
    return f"{lead} Can you answer instead?\n{text}"

"""Carry out the verdict on an action: run it, put a changed one to others, or give it back."""

from pydantic import JsonValue

from agents.kit.outcome import Outcome, Suspended
from agents.kit.values.errors import KitError
from bot.core.agents.forms import ask_anew, begin_with
from bot.core.agents.guard import bind_action
from bot.core.agents.run import carry_out, play_on, run_task
from bot.core.stack.finish import take_next
from bot.core.stack.settle import ask_instead, settle
from bot.core.state.catalogue import Catalogue
from bot.core.state.kill_switch import ASK_AGAIN
from bot.core.state.person import PersonState
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work
from bot.domain.decisions import AsksPerson, read_result
from bot.domain.errors import FrontdeskError
from bot.domain.participant import ToolForm
from bot.domain.requests import Request, describe_outcome
from bot.domain.tasks import Task, describe_call


async def carry_out_verdict(
    work: Work, request: Request, task: Task, edited: dict[str, JsonValue]
) -> None:
    """Do what was decided about an action; `edited` is how it was changed.

    Raises:
        AgentFailed, BudgetSpent, OutcomeUnknown: it did not come about.
    """
    if request.verdict == "reject":
        await _rejected(work, request, task)
    elif _wants_else(request, task):
        bring_to_top(work.person, task)  # whose call is guarded anew
    elif request.replaced:
        await _ask_others(work, request, task, edited)
    else:
        await _run(work, request, task, edited)


def _wants_else(request: Request, task: Task) -> bool:
    """Say whether the task waits for another call than the one that was shown."""
    call, shown = task.call, request.subject
    if call is None:
        return False
    wanted = (call.agent or task.agent, call.tool, call.arguments)
    return wanted != (shown.agent, shown.tool, shown.arguments)


async def _run(work: Work, request: Request, task: Task, edited: dict[str, JsonValue]) -> None:
    """Run what was approved; what is no longer the same is asked for anew."""
    bring_to_top(work.person, task)
    approved = _digest_of(work, request, edited) if edited else request.subject.digest
    call = _call(request, task, edited or request.subject.arguments)
    outcome = await carry_out(work, task, call, approved=approved)
    if outcome.suspended is not None and (why := _why_not_yet(work.catalogue, outcome.suspended)):
        words = f"{describe_outcome(request)}. Nothing was run{why}"
        work.requests.show(request, words)
    await settle(work, task, outcome)


def _why_not_yet(catalogue: Catalogue, waiting: Suspended) -> str:
    """Why what was approved has not run, for its card; empty where it says so itself."""
    match waiting.waits_for:
        case "approval":
            is_pause = waiting.because == ASK_AGAIN
            return f": {'I was paused' if is_pause else 'something has changed'} since"
        case "fact":
            return f" yet: it needs {catalogue.kinds[waiting.name].meaning} first"
        case _:
            return ""


async def _ask_others(
    work: Work, request: Request, task: Task, edited: dict[str, JsonValue]
) -> None:
    """Put a changed action to the others; who changed it has approved it as it is now."""
    bring_to_top(work.person, task)
    approves = _digest_of(work, request, edited)
    outcome = await carry_out(work, task, _call(request, task, edited))
    await settle(work, task, outcome)
    for number, opened in enumerate(work.requests.opened):
        if opened.task == task.id and opened.subject.digest == approves:
            work.requests.opened[number] = opened.counting(work.author, work.journal.turn)
            work.requests.show(work.requests.opened[number])


def _digest_of(work: Work, request: Request, edited: dict[str, JsonValue]) -> str:
    """What approving a changed action approves; nothing, if more has changed than the fields.

    Who may approve and changes a field approves what they then see; but a card that is no
    longer true (the rule, the tool or a fact has changed) approves nothing.
    """
    agent = work.agent(request.subject.agent)
    tool = agent.tool_named(request.subject.tool)
    if tool is None:
        return ""
    shown = bind_action(work, agent, tool, request.subject.arguments)
    is_current = shown.digest == request.subject.digest
    return bind_action(work, agent, tool, edited).digest if is_current else ""


def _call(request: Request, task: Task, arguments: dict[str, JsonValue]) -> Suspended:
    tool, agent = request.subject.tool, request.subject.agent
    inner = agent if agent != task.agent else ""
    return Suspended(agent=inner, tool=tool, arguments=arguments, waits_for="approval", name=tool)


async def _rejected(work: Work, request: Request, task: Task) -> None:
    """Go on without what was rejected: its agent is told, and the wish of its person stays."""
    left = task.rejecting(request.subject.action, describe_call(_shown(request)))
    if work.agent(task.agent).is_form:
        await _form_rejected(work, request, left)
    elif _has_own_reason(work, request):
        said = (*left.said, f"I reject this: {request.reason}")
        bring_to_top(
            work.person, left.noting(_told(work.transcript, request)).with_(said=said, refused="")
        )
    else:
        await _go_on_without(work, request, left)


async def _form_rejected(work: Work, request: Request, task: Task) -> None:
    """Ask what to change; who gave a reason may have said that in it."""
    rejected = request.subject.arguments
    form = ToolForm.read(task.state).with_(rejected=rejected, answered=False)
    left, words = task.with_(state=form.as_state()), _told_at_once(work.transcript, request)
    if not _has_own_reason(work, request):
        bring_to_top(work.person, left)
        await settle(work, left, await ask_anew(work, left, words))
        return
    left = left.hearing(request.reason, work.spoken(request.reason))
    bring_to_top(work.person, left)
    try:
        outcome = await run_task(work, left)
    except (FrontdeskError, KitError):
        work.say(task.agent, words, own="")
        raise
    await settle(work, left, _first_told(work, left, outcome, words))


def _first_told(work: Work, task: Task, outcome: Outcome, words: str) -> Outcome:
    """Tell of a rejection before what follows, in one message with a question."""
    if isinstance(read_result(outcome), AsksPerson):
        return begin_with(work.acted, words, outcome)
    work.say(task.agent, words, own="")
    return outcome


async def _go_on_without(work: Work, request: Request, task: Task) -> None:
    """Let an agent go on that learns of the no alone: with what it kept, or however it likes."""
    words, note = _told_at_once(work.transcript, request), _told(work.transcript, request)
    left = task.noting(note)
    bring_to_top(work.person, left)
    if work.agent(task.agent).script is not None:
        work.say(task.agent, words, own="")
        await settle(work, left, await play_on(work, left, f"error: {note}, and so not run"))
    elif left.hands_back is not None:
        ask_instead(work, left, words)
    elif not take_next(work, left, words):
        work.say(task.agent, words, own="")


def _has_own_reason(work: Work, request: Request) -> bool:
    return bool(request.reason) and work.author == work.person.identity


def _told(transcript: Transcript, request: Request) -> str:
    """Say what was rejected, by whom if it was somebody else, and why if they said so."""
    by = "" if transcript.author == request.asked else f" by {transcript.author.shown}"
    why = f": {request.reason}" if request.reason else ""
    return f"{request.subject.tool.replace('_', ' ')} was rejected{by}{why}"


def _told_at_once(transcript: Transcript, request: Request) -> str:
    return f"{_told(transcript, request)}. Nothing was changed."


def _shown(request: Request) -> Suspended:
    tool, arguments = request.subject.tool, request.subject.arguments
    return Suspended(tool=tool, arguments=arguments, waits_for="approval", name=tool)


def bring_to_top(person: PersonState, task: Task) -> None:
    """Bring the decided task to the top; a digression above it is asked about afterwards."""
    person.stack = person.stack.resume(task)

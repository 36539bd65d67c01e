"""Decide a request: by a button, a form or typed words; then carry out what was decided."""

from typing import Any

from pydantic import JsonValue

from agents.kit.errors import BadToolCall, ToolFailed
from agents.kit.outcome import Suspended
from bot.core.equip import turn_for
from bot.core.finish import drop
from bot.core.guards import subject
from bot.core.run_agent import carry_out
from bot.core.settle import settle
from bot.core.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood, Refused
from bot.domain.messages import Press
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Task

HAPPENED = "It happened"


async def press(work: Work, pressed: Press) -> None:
    """Decide by a button or a form.

    Raises:
        Refused: unknown, closed, or not this person's to decide.
    """
    request = await work.services.requests.find(pressed.request)
    if request is None or request.session != work.session:
        message = "I do not know that button; it may belong to an older conversation."
        raise Refused(message)
    await resolve(work, request, pressed.verb, pressed.values)


async def resolve(
    work: Work, request: Request, verb: str, values: dict[str, JsonValue] | None = None
) -> None:
    """Resolve a request once, then do what was decided for the person it belongs to.

    Raises:
        Refused: closed, not theirs, or the values make no sense; nothing is changed then.
    """
    given = values or {}
    task, edited = await _checked(work, request, verb, given)
    if request.decided_in != work.beginning.turn:
        reason = str(given.get("reason", ""))[:500]
        decided = request.decide(
            verb, work.author, work.now, reason=reason, decided_in=work.beginning.turn
        )
        request = await work.services.requests.decide(decided, work.beginning.turn)
    work.decide(Gate.REQUEST, task.agent, f"{work.author.shown} decided: {verb}")
    match request.kind:
        case RequestKind.APPROVAL:
            await _approval(work, request, task, edited)
        case RequestKind.SECRET:
            await _secret(work, request, task, given)
        case RequestKind.QUESTION:
            _answer(work, task, _option(request, verb, given))
        case RequestKind.UNKNOWN_OUTCOME:
            _close_unknown(work, task, _option(request, verb, given))


async def _checked(
    work: Work, request: Request, verb: str, given: dict[str, Any]
) -> tuple[Task, dict[str, JsonValue]]:
    """Check everything that can be wrong before anything is decided."""
    if request.decided_in != work.beginning.turn:
        # Raises for a stranger, and for a request that is closed: nothing is read for them.
        request.decide(verb, work.author, work.now)
    if request.asked != work.participant.person:
        work.take(await work.services.sessions.participant(work.session, request.asked))
    _take_off_the_shelf(work, request)
    task = next((t for t in work.stack.tasks if t.id == request.task), None)
    if task is None or (request.kind is RequestKind.SECRET and task.call is None):
        message = "What this was about is no longer open; ask again to start anew."
        raise Refused(message)
    _known_verb(request, verb, given)
    if verb != "edit":
        return task, {}
    edited = _edited(work, request, given)
    await _refuse_impossible(work, task, request, edited)
    return task, edited


def _take_off_the_shelf(work: Work, request: Request) -> None:
    """Bring back a task that was put away while its approval stayed open."""
    shelved = work.participant.shelved
    back = tuple(task for task in shelved if task.id == request.task)
    if back:
        rest = tuple(task for task in shelved if task.id != request.task)
        work.change(shelved=rest, stack=work.stack.push(back[0]))


def _known_verb(request: Request, verb: str, given: dict[str, Any]) -> None:
    if request.kind is RequestKind.APPROVAL and verb not in {"approve", "edit", "reject"}:
        message = "An approval takes approve, edit or reject."
        raise NotUnderstood(message)
    if request.kind is RequestKind.SECRET and not any(str(v).strip() for v in given.values()):
        message = "Nothing was typed; please try again."
        raise NotUnderstood(message)
    if request.kind in {RequestKind.QUESTION, RequestKind.UNKNOWN_OUTCOME}:
        _option(request, verb, given)


def _edited(work: Work, request: Request, given: dict[str, Any]) -> dict[str, JsonValue]:
    """The action with the changed fields, checked as the tool checks its arguments."""
    tool = work.agent(request.subject.agent).tool_named(request.subject.tool)
    unknown = [name for name in given if name not in request.subject.arguments]
    if tool is None or unknown or not given:
        fields = ", ".join(request.subject.arguments)
        message = (
            f"To edit, give new values for: {fields}. For example: edit {fields.split(', ')[0]}=…"
        )
        raise NotUnderstood(message)
    try:
        return tool.as_json(tool.read({**request.subject.arguments, **given}))
    except BadToolCall as error:
        raise NotUnderstood(str(error)) from error


async def _refuse_impossible(
    work: Work, task: Task, request: Request, edited: dict[str, JsonValue]
) -> None:
    """Refuse an edit that cannot be done, while the request is still open."""
    agent = work.agent(request.subject.agent)
    tool = agent.tool_named(request.subject.tool)
    if tool is None or tool.check is None:
        return
    try:
        await tool.check(turn_for(work, task, agent, ()), tool.read(edited))
    except ToolFailed as error:
        raise NotUnderstood(str(error)) from error


async def _approval(
    work: Work, request: Request, task: Task, edited: dict[str, JsonValue]
) -> None:
    if request.verdict == "reject":
        _rejected(work, request, task)
        return
    agent = work.agent(request.subject.agent)
    tool = agent.tool_named(request.subject.tool)
    task = _to_top(work, task)
    arguments = edited or request.subject.arguments
    call = Suspended(
        tool=request.subject.tool,
        arguments=arguments,
        waits_for="approval",
        name=request.subject.tool,
    )
    approved = request.subject.digest
    if edited and tool is not None:
        # Who may approve and changes a field approves what they then see; but a card that is
        # no longer true (the rule, the tool or a fact has changed) approves nothing.
        shown = subject(work, agent, tool, request.subject.arguments)
        is_current = shown.digest == request.subject.digest
        approved = subject(work, agent, tool, edited).digest if is_current else ""
    outcome = await carry_out(work, task, call, approved=approved)
    await settle(work, task, outcome)


def _rejected(work: Work, request: Request, task: Task) -> None:
    """Tell the agent why, so that it can do better; with no reason its task ends."""
    tool = request.subject.tool.replace("_", " ")
    if not request.reason:
        words = f"Rejected by {work.author.shown}: {tool} was not run, nothing was changed."
        drop(work, task, words)
        return
    note = f"{tool} was rejected: {request.reason}"
    told = task.hearing(f"I reject this: {request.reason}")
    _to_top(work, told.with_(call=None, notes=(*task.notes, note)))


def _to_top(work: Work, task: Task) -> Task:
    """Bring the decided task to the top; a digression above it is asked about afterwards."""
    work.stack = work.stack.resume(task)
    return task


async def _secret(work: Work, request: Request, task: Task, given: dict[str, Any]) -> None:
    name = str(request.subject.arguments["parameter"])
    value = str(given.get(name) or next(iter(given.values())))
    task = _to_top(work, task)
    assert task.call is not None, "a secret is asked for only by a call that waits for it"
    outcome = await carry_out(work, task, task.call, secrets={name: value})
    await settle(work, task, outcome)


def _answer(work: Work, task: Task, chosen: str) -> None:
    work.stack = work.stack.resume(task.hearing(chosen))


def _close_unknown(work: Work, task: Task, chosen: str) -> None:
    if chosen == HAPPENED:
        drop(work, task, f"Noted: it happened. {task.agent} is closed.")
        return
    note = "an interrupted action was checked by a person: it did not happen"
    _to_top(work, task.with_(call=None, notes=(*task.notes, note)))


def _option(request: Request, verb: str, given: dict[str, Any]) -> str:
    """The choice a button, a number or a value stands for."""
    number = verb.removeprefix("option-")
    if verb.startswith("option-") and number.isdigit() and 0 < int(number) <= len(request.options):
        return request.options[int(number) - 1]
    text = str(given.get("text", "")).strip()
    if text and (not request.options or text in request.options):
        return text
    message = f"Please choose one of: {', '.join(request.options)}."
    raise NotUnderstood(message)

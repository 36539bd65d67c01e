"""Ask a person: open the request and say it, rendered by code from what will run."""

import unicodedata
from dataclasses import replace

from pydantic import JsonValue

from agents.kit.approval import always
from agents.kit.outcome import Suspended
from agents.kit.tool import Tool
from bot.core.guards import subject
from bot.core.work import Work
from bot.domain.ids import RequestId
from bot.domain.messages import Button, Field, ReplyKind
from bot.domain.requests import Request, RequestKind, Status, Subject
from bot.domain.tasks import Task

SECRET_SECONDS = 15 * 60
ONE_DAY = 24 * 60 * 60


def ask_question(work: Work, task: Task, question: str, before: str = "") -> None:
    """Ask in the agent's own words; options become buttons; `before` goes first."""
    supersede(work, task)
    request = _request(
        work,
        task,
        RequestKind.QUESTION,
        text=question,
        subject=Subject(task.agent),
        seconds=ONE_DAY,
    )
    request = replace(request, options=task.options)
    work.open(request)
    text = f"{before}\n\n{question}" if before else question
    work.say(task.agent, text, to=work.participant.person, buttons=buttons_of(request))
    work.waits = True


def ask_secret(work: Work, task: Task, call: Suspended, before: str = "") -> None:
    """Ask for a secret on a private surface; what is typed reaches only the tool."""
    supersede(work, task)
    label = call.name.replace("_", " ")
    arguments: dict[str, JsonValue] = {"parameter": call.name}
    text = f"{call.because} " if call.because else ""
    text += f"Please type your {label}. Nobody but the {label} check sees it; “cancel” stops."
    request = _request(
        work,
        task,
        RequestKind.SECRET,
        text=text,
        subject=Subject(task.agent, call.tool, arguments=arguments),
        seconds=SECRET_SECONDS,
    )
    work.open(request)
    show_secret(work, request, before)


def show_secret(work: Work, request: Request, before: str = "") -> None:
    """Show the form of an open secret request."""
    name = str(request.subject.arguments["parameter"])
    text = f"{before}\n\n{request.text}" if before else request.text
    work.say(
        request.subject.agent,
        text,
        kind=ReplyKind.FORM,
        to=request.asked,
        fields=(Field(name, name.replace("_", " ").capitalize(), secret=True),),
        buttons=(Button(f"{request.id}:submit", "Submit", "primary"),),
    )
    work.waits = True


def ask_approval(work: Work, task: Task, call: Suspended, before: str = "") -> None:
    """Ask the right person before a call runs; the card shows exactly what will run."""
    supersede(work, task)
    agent = work.agent(task.agent)
    tool = agent.tool_named(call.tool)
    assert tool is not None, "a call is suspended only after its tool was found"
    rule = tool.approval or always()
    action = subject(work, agent, tool, call.arguments)
    request = _request(
        work,
        task,
        RequestKind.APPROVAL,
        text=card(work, action, tool, call.because),
        subject=action,
        seconds=rule.expires_after_seconds,
    )
    request = replace(request, policy=rule.policy, approvers=rule.approvers)
    work.update(work.current(task).with_(careful=True))
    work.open(request)
    show_approval(work, request, before)


def show_approval(work: Work, request: Request, before: str = "") -> None:
    """Show the card of an open approval."""
    text = f"{before}\n\n{request.text}" if before else request.text
    fields = tuple(
        Field(name, name.replace("_", " "), value=visible(str(value)))
        for name, value in request.subject.arguments.items()
        if value is not None
    )
    work.say(request.subject.agent, text, buttons=buttons_of(request), fields=fields)
    work.waits = True


def ask_outcome(work: Work, task: Task, key: str) -> None:
    """Tell that an effect may or may not have happened, and let a person close it."""
    supersede(work, task)
    text = (
        f"I was interrupted while {task.agent} was acting, and I cannot tell whether it happened "
        f"(key {key}). I will not repeat it by myself. Please look at the other side, then say "
        "which it is."
    )
    request = _request(
        work,
        task,
        RequestKind.UNKNOWN_OUTCOME,
        text=text,
        subject=Subject(task.agent),
        seconds=30 * ONE_DAY,
    )
    request = replace(request, options=("It happened", "It did not happen"))
    work.open(request)
    work.say(task.agent, text, to=request.asked, buttons=buttons_of(request))
    work.waits = True


def show_again(work: Work, task: Task, before: str = "") -> None:
    """Repeat what a task is waiting for, after something else was answered."""
    request = next((r for r in reversed(work.pending) if r.task == task.id), None)
    if request is not None and request.kind is RequestKind.SECRET:
        show_secret(work, request, before)
    elif request is not None and request.kind is RequestKind.APPROVAL:
        _show_current(work, task, request, before)
    elif request is not None:
        text = f"{before}\n\n{request.text}" if before else request.text
        work.say(task.agent, text, to=request.asked, buttons=buttons_of(request))
        work.waits = True
    else:
        ask_question(work, task, task.question or f"Shall I go on with {task.agent}?", before)


def _show_current(work: Work, task: Task, request: Request, before: str) -> None:
    """Show a card again; one that is no longer true is replaced by what would run now."""
    shown = request.subject
    agent = work.agent(shown.agent)
    tool = agent.tool_named(shown.tool)
    is_current = tool is not None and (
        subject(work, agent, tool, shown.arguments).digest == shown.digest
    )
    if is_current or task.call is None:
        show_approval(work, request, before)
    else:
        ask_approval(work, task, task.call, before)


def supersede(work: Work, task: Task) -> None:
    """Close what a task had open: its agent accepted a value, asks anew, or is gone."""
    for request in work.pending:
        if request.task == task.id:
            asked = request.kind is RequestKind.QUESTION
            work.close(request, Status.ANSWERED if asked else Status.CANCELLED)


def card(work: Work, action: Subject, tool: Tool, because: str) -> str:
    """The text of an approval, made of the very action that will run."""
    kinds = work.services.catalogue.kinds
    labelled = {kinds[name].label or kinds[name].meaning: v for name, v in action.facts.items()}
    lines = [f"{action.agent} wants to {tool.name.replace('_', ' ')}:"]
    lines += [
        f"  {name}: {visible(str(value))}"
        for name, value in {**action.arguments, **labelled}.items()
        if value is not None
    ]
    lines.append(f"This needs an approval: {because}.")
    lines.append(f"Risk: {tool.risk}; {'can' if tool.reversible else 'cannot'} be undone.")
    return "\n".join(lines)


def visible(text: str) -> str:
    """Make characters visible that could hide what a text says."""
    return "".join(char if _is_plain(char) else f"⟨U+{ord(char):04X}⟩" for char in text)


def buttons_of(request: Request) -> tuple[Button, ...]:
    """The verdicts of an approval, or a button for each choice of a closed question."""
    if request.kind is RequestKind.APPROVAL:
        return (
            Button(f"{request.id}:approve", "Approve", "primary"),
            Button(f"{request.id}:edit", "Edit"),
            Button(f"{request.id}:reject", "Reject", "danger"),
        )
    return tuple(
        Button(f"{request.id}:option-{number}", option)
        for number, option in enumerate(request.options, start=1)
    )


def _is_plain(char: str) -> bool:
    return char == " " or unicodedata.category(char)[0] not in {"C", "Z"}


def _request(  # noqa: PLR0913 - the parts of one record
    work: Work, task: Task, kind: RequestKind, *, text: str, subject: Subject, seconds: float
) -> Request:
    return Request(
        id=RequestId(work.next_id()),
        kind=kind,
        session=work.session,
        task=task.id,
        asked=work.participant.person,
        text=text,
        subject=subject,
        created_at=work.now,
        expires_at=work.until(seconds),
    )

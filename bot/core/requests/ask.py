"""Ask a person: open the request, say it, and show it again after something else."""

from pydantic import JsonValue

from agents.kit.approval import always
from agents.kit.outcome import Suspended
from agents.kit.values.objects import evolve
from bot.core.agents.guard import bind_action
from bot.core.requests.cards import (
    add_after,
    apply_rule,
    describe_action,
    find_what_changed,
    leave_out_past,
    list_fields,
    make_buttons,
    make_secret_field,
    tell_dropped,
    write_card,
)
from bot.core.requests.plan_cards import CARD_STEPS, find_plan_id, list_numbers
from bot.core.state.work import Work
from bot.domain.ids import RequestId
from bot.domain.messages import Button, Field, Incoming, Kind, ReplyKind
from bot.domain.requests import Request, RequestKind, Subject
from bot.domain.tasks import Task

MOST_LAPS = 50

LAP = "go_on"


def leave_lap(work: Work, task: Task) -> None:
    """Leave a task to a turn of its own, which begins once this one is committed."""
    turn = work.journal.turn
    going = work.person.update(task.with_(going=str(turn), started=True, question="", options=()))
    incoming = work.incoming
    work.changes.leave(
        Incoming(
            id=f"go_on:{going.id}:{turn}",
            thread=incoming.thread,
            person=work.person.identity,
            kind=Kind.ERRAND,
            text=f"{LAP} {going.id} {turn}",
            shared=incoming.shared,
        )
    )
    work.waits = True


async def run_lap(work: Work, argument: str) -> None:
    """Let a task go on, if it is on top and nothing has happened to it since it was left."""
    task_id, _, turn = argument.partition(" ")
    top = work.person.stack.top
    work.waits = top is None or (top.id, top.going) != (task_id, turn)


SECRET_SECONDS = 15 * 60
ONE_DAY = 24 * 60 * 60
# Why a call that had its secret needs it again: a part of the question that asks for it anew.
BROKEN_OFF = "What I last tried with it was broken off."
STILL_GOING = "I am still at it, and go on by myself; “stop” ends it."


def ask_question(
    work: Work, task: Task, question: str, before: str = "", own: str | None = None
) -> None:
    """Ask in the agent's own words; options become buttons; `before` goes first.

    `own` are an agent's own words if not the question, as where that is asked again.

    When it is shown again, what was wrong with an earlier answer is left out.
    """
    work.requests.supersede(task, anew=True)
    request = _request(
        work,
        task,
        RequestKind.QUESTION,
        text=leave_out_past(question, work.acted.troubles, task.said),
        subject=Subject(task.agent),
        seconds=ONE_DAY,
    )
    request = evolve(request, options=task.options)
    work.requests.open(request)
    text = f"{before}\n\n{question}" if before else question
    show_request(work, request, task.agent, text, own=question if own is None else own)


def ask_secret(work: Work, task: Task, call: Suspended, before: str = "") -> None:
    """Ask for a secret on a private surface; what is typed reaches only the tool."""
    work.requests.supersede(task, anew=True)
    arguments: dict[str, JsonValue] = {"parameter": call.name}
    request = _request(
        work,
        task,
        RequestKind.SECRET,
        text=_wanted(work, task, call),
        subject=Subject(call.agent or task.agent, call.tool, arguments=arguments),
        seconds=SECRET_SECONDS,
    )
    work.requests.open(request)
    show_secret(work, request, before, because=call.because)


def _wanted(work: Work, task: Task, call: Suspended) -> str:
    """Ask for a secret as its author describes it, else by its name; for what, if it acts."""
    label = call.name.replace("_", " ")
    agent = work.agent(call.agent or task.agent)
    tool = agent.tool_named(call.tool)
    words = dict(zip(tool.secrets, tool.secret_words, strict=False)) if tool else {}
    asked = words.get(call.name, "").rstrip(".")
    asked, check = (asked, "check of it") if asked else (f"your {label}", f"{label} check")
    typed = f"Please type {asked}. Nobody but the {check} sees it; “cancel” stops."
    if tool is None or not tool.effect:
        return typed
    lines = describe_action(work.catalogue, bind_action(work, agent, tool, call.arguments))
    return "\n".join((*lines, f"It needs {asked} for that. {typed}"))


def show_secret(
    work: Work, request: Request, before: str = "", *, because: str = "", own: str = ""
) -> None:
    """Show the form of an open secret request; `because` says what was wrong just now."""
    asked = ("\n" if "\n" in request.text else " ").join(filter(None, (because, request.text)))
    text = f"{before}\n\n{asked}" if before else asked
    work.say(
        request.subject.agent,
        add_after(work.person, request, text),
        own=own,
        kind=ReplyKind.FORM,
        to=request.asked,
        fields=(make_secret_field(request),),
        buttons=(Button(f"{request.id}:submit", "Submit", "primary"),),
        request=request.id,
    )
    work.waits = True


def ask_approval(work: Work, task: Task, call: Suspended, before: str = "") -> None:
    """Ask the right person before a call runs; the card shows exactly what will run."""
    dropped = tell_dropped(work.requests, task, call)
    work.requests.supersede(task, anew=True)
    agent = work.agent(call.agent or task.agent)
    tool = agent.tool_named(call.tool)
    assert tool is not None, "a call is suspended only after its tool was found"
    rule = tool.approval or always()
    action = bind_action(work, agent, tool, call.arguments)
    request = _request(
        work,
        task,
        RequestKind.APPROVAL,
        text=write_card(work.catalogue, action, tool, call.because),
        subject=action,
        seconds=rule.expires_after_seconds,
    )
    request = apply_rule(request, rule, work.journal)
    work.person.update(work.person.current(task).with_(careful=True))
    work.requests.open(request)
    show_approval(work, request, f"{before}\n\n{dropped}".strip())


def show_approval(work: Work, request: Request, before: str = "", own: str = "") -> None:
    """Show the card of an open approval."""
    text = f"{before}\n\n{request.text}" if before else request.text
    if request.policy == "four_eyes":
        text += f"\nIt is for {request.waits_for} to decide."
    fields = list_fields(request) if request.kind is RequestKind.APPROVAL else ()
    show_request(work, request, request.subject.agent, text, fields=fields, own=own)


def ask_outcome(work: Work, task: Task, key: str) -> None:
    """Tell that an effect may or may not have happened, and let a person close it."""
    work.requests.supersede(task, anew=True)
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
    request = evolve(request, options=("It happened", "It did not happen"))
    work.requests.open(request)
    show_request(work, request, task.agent, text)


def show_request(  # noqa: PLR0913 - the parts of one card
    work: Work,
    request: Request,
    agent: str,
    text: str,
    *,
    fields: tuple[Field, ...] = (),
    buttons: tuple[Button, ...] | None = None,
    own: str = "",
) -> None:
    """Say a request with the buttons that decide it, all unless given, and wait for that."""
    work.say(
        agent,
        add_after(work.person, request, text),
        own=own,
        to=request.asked,
        buttons=make_buttons(request) if buttons is None else buttons,
        fields=fields,
        request=request.id,
        mentions=request.deciders,
    )
    work.waits = True


def show_again(work: Work, task: Task, before: str = "", *, own: str = "") -> None:
    """Repeat what a task is waiting for, after something else was answered.

    Of all that, only what an agent answered is somebody's `own` words.
    """
    request = work.requests.of(task)
    if request is None and task.going:
        work.say(task.agent, f"{before}\n\n{STILL_GOING}".strip(), own=own)
        leave_lap(work, task)
    elif request is not None and request.kind is RequestKind.SECRET:
        show_secret(work, request, before, own=own)
    elif request is not None and request.kind is RequestKind.APPROVAL:
        _show_current(work, task, request, (before, own))
    elif request is not None:
        show_request(work, request, task.agent, f"{before}\n\n{request.text}".strip(), own=own)
    else:
        question = task.question or f"Shall I go on with {task.agent}?"
        ask_question(work, task, question, before, own)


def _show_current(work: Work, task: Task, request: Request, said: tuple[str, str]) -> None:
    """Show a card again; one that is no longer true is void, and its call is guarded anew."""
    before, own = said
    changed = find_what_changed(work, request)
    if not changed or task.call is None:
        show_approval(work, request, before, own)
        return
    work.requests.supersede(task, anew=True)
    work.say(task.agent, f"{before}\n\n{changed}".strip(), own=own)
    work.person.stack = work.person.stack.resume(work.person.current(task))
    work.waits = False


def _request(  # noqa: PLR0913 - the parts of one record
    work: Work, task: Task, kind: RequestKind, *, text: str, subject: Subject, seconds: float
) -> Request:
    return Request(
        id=RequestId(work.journal.next_id()),
        kind=kind,
        session=work.session,
        task=task.id,
        asked=work.person.identity,
        text=text,
        subject=subject,
        created_at=work.now,
        expires_at=work.journal.until(seconds),
    )


_WITHOUT_HASTE = "person"  # what a person is to do takes them its time


async def show_plan_again(work: Work) -> bool:
    """Ask again what the newest plan asks the person who speaks; False if that is nothing."""
    asked = _asked(work)
    for request in asked:
        await show_card(work, request)
    return bool(asked)


async def show_card(work: Work, request: Request) -> None:
    """Show one card again, without what is decided of it."""
    decided = await find_decided(work, request)
    text = f"{tell_decided(decided)}\n\n{request.text}".strip()
    buttons = leave_out_decided(make_buttons(request), decided)
    show_request(work, request, request.subject.agent, text, buttons=buttons)


async def find_decided(work: Work, request: Request) -> list[int]:
    """The steps on a card that do not wait for it any more."""
    if request.kind is not RequestKind.PLAN or request.subject.tool != CARD_STEPS:
        return []
    id_ = find_plan_id(request)
    plan = work.changes.plans.get(id_) or await work.services.plans.find(id_)
    waiting = {step.number for step in plan.waiting_for(request.id)} if plan else set()
    return [number for number in list_numbers(request) if number not in waiting]


def tell_decided(decided: list[int]) -> str:
    """Say which steps of a card are decided; empty if none."""
    numbers = ", ".join(str(number) for number in decided)
    return f"Of this, step {numbers} is decided already; the rest waits:" if decided else ""


def leave_out_decided(buttons: tuple[Button, ...], decided: list[int]) -> tuple[Button, ...]:
    """The buttons of a card without those of decided steps."""
    gone = tuple(f"-{number}" for number in decided)
    return tuple(button for button in buttons if not button.id.endswith(gone or ("\n",)))


def _asked(work: Work) -> list[Request]:
    author = work.author
    if author != work.person.identity:
        return []
    own = [
        request
        for request in work.requests.pending
        if request.kind is RequestKind.PLAN
        and request.asked == author
        and request.policy == "confirm"
        and request.subject.tool != _WITHOUT_HASTE
    ]
    newest = max(own, key=lambda request: request.created_at, default=None)
    return [one for one in own if newest is not None and find_plan_id(one) == find_plan_id(newest)]

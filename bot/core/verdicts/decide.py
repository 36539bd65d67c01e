"""Decide a request: by a button, a form or typed words; then carry out what was decided."""

from pydantic import JsonValue

from bot.core.accounts.links import decide_link
from bot.core.accounts.relay import is_elsewhere, pass_on, refuse_unlinked
from bot.core.agents.run import carry_out
from bot.core.plans.steps import resume_step
from bot.core.plans.verdicts import decide_plan
from bot.core.redaction.typed_secrets import hide_secrets, mask
from bot.core.requests.ask import show_again, show_card
from bot.core.requests.cards import describe_verb
from bot.core.requests.edits import read_edit
from bot.core.requests.verdicts import (
    GONE,
    UNKNOWN,
    VerdictAttempt,
    find_task,
    is_remark,
    read_choice,
    read_typed,
    refuse_odd,
    weigh_verdict,
)
from bot.core.stack.finish import leave_undone
from bot.core.stack.settle import settle
from bot.core.state.audit_events import tell_decision, tell_refused_press
from bot.core.state.person import PersonState
from bot.core.state.work import Work, work_for_asker
from bot.core.verdicts.approvals import bring_to_top, carry_out_verdict
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.errors import NotUnderstood, Objection, PlanMoveRefused, Refused
from bot.domain.messages import REMARKS, Kind, Press
from bot.domain.requests import Request, RequestKind, RequestStatus, describe_outcome
from bot.domain.tasks import Task


async def shows_again(work: Work, request: Request, refusal: Refused) -> bool:
    """Tell the reason with the author's own card; False where they have none that is open."""
    if (
        not work.requests.find(request.id)
        or work.author != request.asked
        or request.policy != "confirm"
    ):
        return False
    task = next((task for task in work.person.stack.tasks if task.id == request.task), None)
    is_plan = request.kind is RequestKind.PLAN
    if not is_plan and (task is None or request.kind is not RequestKind.APPROVAL):
        return False
    is_press = work.incoming.kind is Kind.PRESS
    private = is_press or isinstance(refusal, Objection)
    work.say("", str(refusal), to=work.author, private=private)
    if task is None:
        await show_card(work, request)
    else:
        show_again(work, task)
    return True


HAPPENED = "It happened"


async def decide_press(work: Work, pressed: Press) -> None:
    """Decide by a button or a form; who may not is noted.

    Raises:
        Refused: unknown, closed, or not this person's to decide.
    """
    request = await work.services.requests.find(pressed.request)
    was_elsewhere = request is not None and is_elsewhere(work.transcript, request)
    if request is None or (request.session != work.session and not was_elsewhere):
        tell_refused_press(work, request, pressed.verb, "Unknown")
        raise Refused(UNKNOWN)
    await take_press(work, request, pressed)


async def take_press(work: Work, request: Request, pressed: Press) -> None:
    """Decide a request, wherever it was asked; who may not is noted.

    Raises:
        Refused: closed, or not this person's to decide.
    """
    try:
        await _taken(work, request, pressed)
    except (NotUnderstood, PlanMoveRefused) as refusal:
        if not await shows_again(work, request, refusal):
            raise
    except Refused as refusal:
        reason = f"{work.author.shown} wanted to {pressed.verb} {request.id}: {refusal}"
        work.changes.decisions.append(DecisionNote(Gate.REQUEST, "refused", reason))
        tell_refused_press(work, request, pressed.verb, type(refusal).__name__)
        raise


async def _taken(work: Work, request: Request, pressed: Press) -> None:
    if request.session != work.session:
        await pass_on(work, request, pressed)
        return
    await refuse_unlinked(work)
    match request.kind:
        case RequestKind.PLAN:
            await decide_plan(work, request, pressed)
        case RequestKind.LINK:
            await decide_link(work, request, pressed)
        case _:
            await resolve(work, request, pressed)


async def resolve(work: Work, request: Request, pressed: Press) -> None:
    """Take somebody's verdict on a request, then do what was decided for the one who asked.

    A verdict this turn gave before, when its event was accepted or in an earlier try, stands.

    Raises:
        Refused: closed, not theirs, or the values make no sense; nothing is changed then.
    """
    turn = work.journal.turn
    given = request.has_from(turn)
    attempt = VerdictAttempt(pressed, work.author, turn, work.now)
    # Raises for a stranger, and for a request that is closed: nothing is read for them.
    verdict = None if given else await weigh_verdict(work.services, request, attempt)
    task = await _task(work, request)
    refuse_odd(request, pressed)
    edited = await read_edit(work, task, request, pressed)
    if is_remark(request, pressed):
        await _remark(work, task, pressed)
        return
    if verdict is not None:
        request = await work.services.requests.decide(request.id, verdict, work.now)
    tell_decision(work, request, pressed.verb)
    work.requests.show(request)
    work.decide(Gate.REQUEST, task.agent, f"{work.author.shown} {describe_verb(pressed.verb)}")
    if request.decided_in != turn:
        _counted(work, request)
        return
    work.requests.decided.add(request.id)
    await _carried_out(work, request, _unshelved(work.person, task), (pressed, edited))


async def _carried_out(
    work: Work, request: Request, task: Task, what: tuple[Press, dict[str, JsonValue]]
) -> None:
    """Do what was decided."""
    pressed, edited = what
    match request.kind:
        case RequestKind.APPROVAL:
            await carry_out_verdict(work, request, task, edited)
        case RequestKind.SECRET:
            await _secret(work, request, task, pressed)
        case RequestKind.QUESTION:
            await _answer(work, task, read_choice(request, pressed))
        case RequestKind.UNKNOWN_OUTCOME:
            _close_unknown(work, task, read_choice(request, pressed))
        case RequestKind.PLAN | RequestKind.LINK:
            pass  # they are about no task, and decided where plans and links are


async def _task(work: Work, request: Request) -> Task:
    """Work for whoever asked, on the task the request is about.

    Raises:
        Refused: it is gone, and with it the request.
    """
    await work_for_asker(work, request)
    task = find_task(work.person.participant, request)
    if task is not None:
        return task
    if request.status is RequestStatus.PENDING:
        work.requests.close(request, RequestStatus.CANCELLED)
    else:
        words = f"{describe_outcome(request)}. Nothing was run: it was no longer open"
        work.requests.show(request, words)
    raise Refused(GONE)


def _unshelved(person: PersonState, task: Task) -> Task:
    """Bring back a task that was put away while its approval stayed open."""
    if task in person.participant.shelved:
        rest = tuple(kept for kept in person.participant.shelved if kept.id != task.id)
        person.change(shelved=rest, stack=person.stack.push(task))
    return task


def _counted(work: Work, request: Request) -> None:
    """Tell somebody who approved that others must, too."""
    words = f"Your approval counts. {describe_outcome(request)}."
    words += f" It is still waiting for {request.waits_for}." * (
        request.status is RequestStatus.PENDING
    )
    work.say("", words, to=work.author, private=True)
    work.waits = True


async def _remark(work: Work, task: Task, pressed: Press) -> None:
    """Let the agent read what is said about its action; the card stays until it changes that."""
    text = hide_secrets(read_typed(pressed))
    work.transcript.hear(text)
    task = _unshelved(work.person, task)
    if task.call is not None:
        work.person.stashed[task.id] = task.call
    is_own = work.author == work.person.identity
    words = text if is_own else f"{work.author.shown}{REMARKS}{text}"
    bring_to_top(work.person, task.hearing(words, work.spoken(text)).with_(call=None))


async def _secret(work: Work, request: Request, task: Task, pressed: Press) -> None:
    name = str(request.subject.arguments["parameter"])
    value = str(pressed.values.get(name) or next(iter(pressed.values.values())))
    bring_to_top(work.person, task)
    if task.plan:
        await resume_step(work, task, {name: value})
        return
    assert task.call is not None, "a secret is asked for only by a call that waits for it"
    outcome = await carry_out(work, task, task.call, secrets={name: value})
    await settle(work, task, outcome)


async def _answer(work: Work, task: Task, words: str) -> None:
    work.person.stack = work.person.stack.resume(_answered(work, task, mask(work, words)))


def _answered(work: Work, task: Task, words: str) -> Task:
    heard = task.hearing(words, work.spoken(words))
    # What a form offers was put together by code; any other label is somebody else's words.
    agent = work.catalogue.actor(task.agent)
    is_ours = agent is not None and agent.is_form and words in task.options
    return heard.with_(chosen=(*task.chosen, words)) if is_ours else heard


def _close_unknown(work: Work, task: Task, words: str) -> None:
    if words == HAPPENED:
        closed = "" if task.kept else f" {task.agent} is closed."
        leave_undone(work, task, f"Noted: it happened.{closed}")
        return
    note = "an interrupted action was checked by a person: it did not happen"
    bring_to_top(work.person, task.noting(note).with_(call=None))

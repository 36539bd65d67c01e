"""Take what somebody says to a plan: to all of a card, to one of its steps, or to a question.

| verb                  | what it decides                                                       |
|-----------------------|-----------------------------------------------------------------------|
| approve, reject       | all that the card shows and nobody has decided                        |
| approve-2, reject-2   | one step of it                                                        |
| edit-2                | with fields: approved as typed; with words: planned anew, and shown   |
| respond, respond-2    | a remark on the plan or a step: it is revised, the difference shown   |
| option-1, option-2 …  | what only a person can say about a step                               |
"""

import re
from dataclasses import dataclass, replace

from bot.core.planning.actions import action_of, digest_of
from bot.core.planning.changing import clarify, edit
from bot.core.planning.going_on import advance
from bot.core.planning.keeping import find, follow, note, tell_waiting
from bot.core.planning.options import chosen_for_step
from bot.core.requests.plan_card import STEPS, numbers_of, plan_of
from bot.core.requests.showing import said_of
from bot.core.requests.verbs import AS_SHOWN, GONE, LONGEST_REASON, chosen, typed
from bot.core.requests.verdicts import Attempt, take_verdict, verdict_of
from bot.core.turn import audited
from bot.core.turn.masking import hide
from bot.core.turn.own_words import work_for_asker
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood, Refused
from bot.domain.messages import Press
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request, RequestStatus, describe_outcome

_VERB = re.compile(r"(?P<verb>approve|reject|edit|respond)(?:-(?P<number>[1-9][0-9]?))?")
VERBS = "A plan takes approve, reject, edit or a remark, for all of it or a step's number."


@dataclass(frozen=True, slots=True)
class Said:
    """What was said: the verb, and the number of the step if it is about one."""

    verb: str
    number: int = 0


async def decide(work: Work, request: Request, pressed: Press) -> None:
    """Carry out somebody's verdict on what a plan asks.

    Raises:
        Refused: closed, not theirs, or it makes no sense; nothing is changed then.
    """
    if not request.has_from(work.journal.turn):
        request = _as_seen(work.requests, request)
        request.refuse_closed(work.now)
    plan = await find(work, plan_of(request))
    if plan is None or not plan.is_open:
        work.requests.close(request, RequestStatus.CANCELLED)
        raise Refused(GONE)
    await work_for_asker(work, request)
    work.waits = True
    said = _read(request, pressed)
    told = f"{work.author.shown} {said_of(pressed.verb)}"
    if said.verb == "edit":
        await _may(work, request, pressed, "edit")
        await edit(work, plan, request, (said.number, dict(pressed.values)))
        work.decide(Gate.REQUEST, "planner", told)
        return
    work.decide(Gate.REQUEST, "planner", told)
    if said.verb == "respond":
        await _remark(work, plan, request, (said, pressed))
    elif said.number:
        await _one(work, plan, request, (said, pressed))
    else:
        await _whole(work, plan, request, (said, pressed))


def refuse_odd(request: Request, pressed: Press) -> None:
    """Refuse what the card of a plan does not have.

    Raises:
        NotUnderstood: the words say what it has.
    """
    _read(request, pressed)


def _as_seen(requests: TurnRequests, request: Request) -> Request:
    """The request as it was for whoever pressed: what was decided after that counts after it."""
    return requests.find(request.id) or request


def _read(request: Request, pressed: Press) -> Said:
    if request.options and not pressed.verb.startswith("edit-"):
        chosen(request, pressed)
        return Said("option")
    found = _VERB.fullmatch(pressed.verb)
    if found is None:
        raise NotUnderstood(VERBS)
    verb, number = found["verb"], int(found["number"] or 0)
    if verb == "approve" and pressed.values.keys() - {"reason"}:
        raise NotUnderstood(AS_SHOWN)
    if verb == "respond" and not typed(pressed):
        message = "Nothing was typed; say what should differ, such as: clarify without the laptop"
        raise NotUnderstood(message)
    if verb == "edit" and not number:
        message = "Say which step to edit, such as: edit 2 quantity=3"
        raise NotUnderstood(message)
    shown = numbers_of(request)
    if number and verb != "respond" and request.subject.tool == STEPS and number not in shown:
        numbers = ", ".join(map(str, shown))
        message = f"This card does not ask about step {number}, but about {numbers}."
        raise NotUnderstood(message)
    return Said(verb, number)


async def _may(work: Work, request: Request, pressed: Press, verb: str) -> None:
    """Let those go on whose verdict would count.

    Raises:
        Refused: theirs does not.
    """
    meant = replace(pressed, verb=verb)
    attempt = Attempt(meant, work.author, work.journal.turn, work.now)
    await verdict_of(work.services, request, attempt)
    audited.decision(work, request, pressed.verb)


async def _remark(work: Work, plan: Plan, request: Request, what: tuple[Said, Press]) -> None:
    """Revise the plan by what its owner says to it, or who is to approve it."""
    said, pressed = what
    if work.author != plan.owner:
        await _may(work, request, pressed, "respond")
    elif request.status is not RequestStatus.PENDING:
        request.refuse_closed(work.now)
    about = f"Step {plan.step(said.number).number}: " if said.number else ""
    await clarify(work, plan, f"{about}{hide(typed(pressed))}")


async def _one(work: Work, plan: Plan, request: Request, what: tuple[Said, Press]) -> None:
    """Decide one step of a card; the others stay as open as they were."""
    said, pressed = what
    if request.subject.tool != STEPS:
        raise NotUnderstood(VERBS)
    if request.quorum > 1 and said.verb == "approve":
        message = f"This takes {request.quorum} people; approve or reject all of the card."
        raise NotUnderstood(message)
    await _may(work, request, pressed, said.verb)
    reason = _reason(pressed)
    step = plan.step(said.number)
    if said.verb == "approve":
        plan = _approved(work, plan, request, said.number)
    else:
        plan = plan_moves.reject(plan, said.number, reason, work.now)
    words = f"{said.verb}: step {said.number}{f', {reason}' if reason else ''}"
    note(work, plan, work.author.shown, words, step)
    _note_on_card(work, plan, request)
    done = "approved" if said.verb == "approve" else "rejected"
    tell_waiting(work, plan, f"Step {said.number} is {done}.")
    await advance(work, plan)


async def _whole(work: Work, plan: Plan, request: Request, what: tuple[Said, Press]) -> None:
    """Decide all that a request asks, once; several must agree where the rule says so."""
    said, pressed = what
    request = await take_verdict(work, request, pressed)
    if request.decided_in != work.journal.turn:
        follow(work, plan, request, describe_outcome(request), locked=False)
        open_ = f" It is still waiting for {request.waits_for}."
        words = f"Your approval counts. {describe_outcome(request)}.{open_}"
        work.say("", words, to=work.author, private=True)
        return
    work.requests.decided.add(request.id)
    follow(work, plan, request, describe_outcome(request), locked=True)
    if said.verb == "option":
        note(work, plan, work.author.shown, chosen(request, pressed))
        words = chosen(request, pressed)
        await advance(work, chosen_for_step(work, plan, request, words))
        return
    decided = plan.waiting_for(request.id)
    for step in decided:
        if said.verb == "approve":
            plan = _approved(work, plan, request, step.number)
        elif plan.is_open and plan.step(step.number) == step:
            plan = plan_moves.reject(plan, step.number, request.reason, work.now)
    reason = f", {request.reason}" if request.reason else ""
    note(work, plan, work.author.shown, f"{said.verb}: all that was shown{reason}")
    numbers = ", ".join(str(step.number) for step in decided)
    which = f"step {numbers}." if decided else "but no step of it waited for that any more."
    tell_waiting(work, plan, f"{describe_outcome(request)}: {which}")
    await advance(work, plan)


def _approved(work: Work, plan: Plan, request: Request, number: int) -> Plan:
    """Approve a step if it is still what the card showed; else it is asked about anew."""
    step = plan.step(number)
    action = action_of(work, plan, step)
    if action is None or digest_of(work, action) == step.digest or step.request != request.id:
        approved = plan_moves.approve(plan, number, request.id)
        audited.step_approved(work, request, number, step.digest)
        return approved
    work.say("", f"Step {number} has changed since it was shown, so I ask again.")
    return plan_moves.edit(
        plan,
        number,
        plan_moves.Edit(
            step.current_action, step.tool, step.arguments, action.tool.effect, action.tool.risk
        ),
    )


def _note_on_card(work: Work, plan: Plan, request: Request) -> None:
    """Let the card follow; with nothing left to decide on it, it is closed."""
    if plan.waiting_for(request.id):
        follow(work, plan, request, "", locked=False)
        return
    if work.requests.find(request.id):
        work.requests.close(request, RequestStatus.ANSWERED)
    follow(work, plan, request, f"Decided by {work.author.shown}", locked=True)


def _reason(pressed: Press) -> str:
    reason = str(pressed.values.get("reason", "")).strip()[:LONGEST_REASON]
    return hide(reason) if reason else ""

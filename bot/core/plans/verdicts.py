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

from pydantic import JsonValue

from bot.core.plans.actions import digest_action, find_action
from bot.core.plans.advance import advance
from bot.core.plans.edits import clarify, edit
from bot.core.plans.human_steps import apply_choice
from bot.core.plans.turn_plans import find_plan, note_message, tell_waiting, update_card
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.requests.cards import describe_verb
from bot.core.requests.plan_cards import CARD_STEPS, find_plan_id, list_numbers
from bot.core.requests.verdicts import (
    AS_SHOWN,
    GONE,
    LONGEST_REASON,
    VerdictAttempt,
    read_choice,
    read_typed,
    take_verdict,
    weigh_verdict,
)
from bot.core.state.audit_events import tell_decision, tell_step_approved
from bot.core.state.changes import TurnRequests
from bot.core.state.work import Work, work_for_asker
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood, Refused
from bot.domain.messages import Press
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request, RequestStatus, describe_outcome
from bot.language.lexicon import is_no, is_yes, reason_of, without_because

_VERB = re.compile(r"(?P<verb>approve|reject|edit|respond)(?:-(?P<number>[1-9][0-9]?))?")
VERBS = "A plan takes approve, reject, edit or a remark, for all of it or a step's number."


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """What was said: the verb, and the number of the step if it is about one."""

    verb: str
    number: int = 0


async def decide_plan(work: Work, request: Request, pressed: Press) -> None:
    """Carry out somebody's verdict on what a plan asks.

    Raises:
        Refused: closed, not theirs, or it makes no sense; nothing is changed then.
    """
    if not request.has_from(work.journal.turn):
        request = _as_seen(work.requests, request)
        request.refuse_closed(work.now)
    plan = await find_plan(work, find_plan_id(request))
    if plan is None or not plan.is_open:
        work.requests.close(request, RequestStatus.CANCELLED)
        raise Refused(GONE)
    await work_for_asker(work, request)
    work.waits = True
    said = _read(request, pressed)
    told = f"{work.author.shown} {describe_verb(pressed.verb)}"
    if said.verb == "edit":
        await _may(work, request, pressed, "edit")
        await edit(work, plan, request, (said.number, dict(pressed.values)))
        work.decide(Gate.REQUEST, "planner", told)
        return
    work.decide(Gate.REQUEST, "planner", told)
    if said.verb == "respond":
        await _take_remark(work, plan, request, (said, pressed))
    elif said.number:
        await _one(work, plan, request, (said, pressed))
    else:
        await _whole(work, plan, request, (said, pressed))


def refuse_odd_verdict(request: Request, pressed: Press) -> None:
    """Refuse what the card of a plan does not have.

    Raises:
        NotUnderstood: the words say what it has.
    """
    _read(request, pressed)


def _as_seen(requests: TurnRequests, request: Request) -> Request:
    """The request as it was for whoever pressed: what was decided after that counts after it."""
    return requests.find(request.id) or request


def _read(request: Request, pressed: Press) -> PlanVerdict:
    if request.options and not pressed.verb.startswith("edit-"):
        read_choice(request, pressed)
        return PlanVerdict("option")
    found = _VERB.fullmatch(pressed.verb)
    if found is None:
        raise NotUnderstood(VERBS)
    verb, number = found["verb"], int(found["number"] or 0)
    if verb == "approve" and pressed.values.keys() - {"reason"}:
        raise NotUnderstood(AS_SHOWN)
    if verb == "respond" and not read_typed(pressed):
        message = "Nothing was typed; say what should differ, such as: clarify without the laptop"
        raise NotUnderstood(message)
    if verb == "edit" and not number:
        message = "Say which step to edit, such as: edit 2 quantity=3"
        raise NotUnderstood(message)
    shown = list_numbers(request)
    if number and verb != "respond" and request.subject.tool == CARD_STEPS and number not in shown:
        numbers = ", ".join(map(str, shown))
        message = f"This card does not ask about step {number}, but about {numbers}."
        raise NotUnderstood(message)
    return PlanVerdict(verb, number)


async def _may(work: Work, request: Request, pressed: Press, verb: str) -> None:
    """Let those go on whose verdict would count.

    Raises:
        Refused: theirs does not.
    """
    meant = replace(pressed, verb=verb)
    attempt = VerdictAttempt(meant, work.author, work.journal.turn, work.now)
    await weigh_verdict(work.services, request, attempt)
    tell_decision(work, request, pressed.verb)


async def _take_remark(
    work: Work, plan: Plan, request: Request, what: tuple[PlanVerdict, Press]
) -> None:
    """Revise the plan by what its owner says to it, or who is to approve it."""
    said, pressed = what
    if work.author != plan.owner:
        await _may(work, request, pressed, "respond")
    elif request.status is not RequestStatus.PENDING:
        request.refuse_closed(work.now)
    about = f"Step {plan.step(said.number).number}: " if said.number else ""
    await clarify(work, plan, f"{about}{hide_secrets(read_typed(pressed))}")


async def _one(work: Work, plan: Plan, request: Request, what: tuple[PlanVerdict, Press]) -> None:
    """Decide one step of a card; the others stay as open as they were."""
    said, pressed = what
    if request.subject.tool != CARD_STEPS:
        raise NotUnderstood(VERBS)
    if request.quorum > 1 and said.verb == "approve":
        message = f"This takes {request.quorum} people; approve or reject all of the card."
        raise NotUnderstood(message)
    await _may(work, request, pressed, said.verb)
    reason = _typed_reason(pressed)
    step = plan.step(said.number)
    if said.verb == "approve":
        plan = _approved(work, plan, request, said.number)
    else:
        plan = plan_moves.reject(plan, said.number, reason, work.now)
    words = f"{said.verb}: step {said.number}{f', {reason}' if reason else ''}"
    note_message(work, plan, work.author.shown, words, step)
    _note_on_card(work, plan, request)
    done = "approved" if said.verb == "approve" else "rejected"
    tell_waiting(work, plan, f"Step {said.number} is {done}.")
    await advance(work, plan)


async def _whole(
    work: Work, plan: Plan, request: Request, what: tuple[PlanVerdict, Press]
) -> None:
    """Decide all that a request asks, once; several must agree where the rule says so."""
    said, pressed = what
    request = await take_verdict(work, request, pressed)
    if request.decided_in != work.journal.turn:
        update_card(work, plan, request, describe_outcome(request), locked=False)
        open_ = f" It is still waiting for {request.waits_for}."
        words = f"Your approval counts. {describe_outcome(request)}.{open_}"
        work.say("", words, to=work.author, private=True)
        return
    work.requests.decided.add(request.id)
    update_card(work, plan, request, describe_outcome(request), locked=True)
    if said.verb == "option":
        note_message(work, plan, work.author.shown, read_choice(request, pressed))
        words = read_choice(request, pressed)
        await advance(work, apply_choice(work, plan, request, words))
        return
    decided = plan.waiting_for(request.id)
    for step in decided:
        if said.verb == "approve":
            plan = _approved(work, plan, request, step.number)
        elif plan.is_open and plan.step(step.number) == step:
            plan = plan_moves.reject(plan, step.number, request.reason, work.now)
    reason = f", {request.reason}" if request.reason else ""
    note_message(work, plan, work.author.shown, f"{said.verb}: all that was shown{reason}")
    numbers = ", ".join(str(step.number) for step in decided)
    which = f"step {numbers}." if decided else "but no step of it waited for that any more."
    tell_waiting(work, plan, f"{describe_outcome(request)}: {which}")
    await advance(work, plan)


def _approved(work: Work, plan: Plan, request: Request, number: int) -> Plan:
    """Approve a step if it is still what the card showed; else it is asked about anew."""
    step = plan.step(number)
    action = find_action(work, plan, step)
    if action is None or digest_action(work, action) == step.digest or step.request != request.id:
        approved = plan_moves.approve(plan, number, request.id)
        tell_step_approved(work, request, number, step.digest)
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
        update_card(work, plan, request, "", locked=False)
        return
    if work.requests.find(request.id):
        work.requests.close(request, RequestStatus.ANSWERED)
    update_card(work, plan, request, f"Decided by {work.author.shown}", locked=True)


def _typed_reason(pressed: Press) -> str:
    reason = str(pressed.values.get("reason", "")).strip()[:LONGEST_REASON]
    return hide_secrets(reason) if reason else ""


# Looked for by themselves, and the values between them: sought together with its end, each blank
# of a value could be the one before the next name.
_NAME = re.compile(r"(?<![^\s,;])(\w+)\s*=")
_AROUND = " ,;"


def read_pairs(text: str) -> dict[str, JsonValue]:
    """The values of a text that begins with a name; one without a value is a part of another."""
    names: list[re.Match[str]] = []
    for found in _NAME.finditer(text):
        if not names or text[names[-1].end() : found.start()].strip():
            names.append(found)
    ends = [*(name.start() for name in names[1:]), len(text)]
    return {
        name[1]: text[name.end() : end].strip().strip(_AROUND)
        for name, end in zip(names, ends, strict=True)
    }


_STEP = r"(?:step\s+|#)?(?P<number>\d{1,2})"
_ANY = re.IGNORECASE | re.DOTALL
_ONE = re.compile(rf"(?P<verb>approve|reject)\s+{_STEP}\b[\s,:;.-]*(?P<rest>.*)", _ANY)
_EDIT = re.compile(rf"edit\s+{_STEP}\b[\s,:;-]*(?:to\s+)?(?P<rest>\S.*)", _ANY)
_EDIT_BARE = re.compile(rf"edit(?:\s+{_STEP})?[\s.!]*", _ANY)
_CLARIFY_BARE = re.compile(r"clarify[\s.!]*", _ANY)
_CLARIFY = re.compile(r"clarify\b[\s,:;-]+(?P<rest>\S.*)", _ANY)
_CLARIFY_ONE = re.compile(rf"clarify\s+{_STEP}\s*[,:;-]+\s*(?P<rest>\S.*)", _ANY)


def read_plan_words(request: Request, text: str) -> Press | None:
    """The decision the words mean for one request of a plan, or None."""
    if edited := _EDIT.fullmatch(text):
        number = int(edited["number"])
        is_shown = number in list_numbers(request) or _about(request) == number
        return (
            Press(request.id, f"edit-{number}", read_change(edited["rest"])) if is_shown else None
        )
    if bare := _EDIT_BARE.fullmatch(text):  # how to go on with it is told
        return Press(request.id, f"edit-{int(bare['number'])}" if bare["number"] else "edit")
    if request.options:
        return None
    return _of_card(request, text)


def read_change(rest: str) -> dict[str, JsonValue]:
    """Fields as `name=value`, or else the words of what is wanted instead."""
    if re.match(r"\w+\s*=", rest):
        return read_pairs(rest)
    return {"updated_action": rest}


def _of_card(request: Request, text: str) -> Press | None:
    if is_yes(text):
        return Press(request.id, "approve")
    if is_no(text):
        return Press(request.id, "reject")
    if one := _ONE.fullmatch(text):
        verb, number = one["verb"].lower(), int(one["number"])
        is_shown = number in list_numbers(request) and (verb == "reject" or not one["rest"])
        return Press(request.id, f"{verb}-{number}", _reason(one["rest"])) if is_shown else None
    if remark := _remark(request, text):
        return remark
    if reason := reason_of(text):
        return Press(request.id, "reject", {"reason": reason})
    return None


def _remark(request: Request, text: str) -> Press | None:
    one = _CLARIFY_ONE.fullmatch(text)
    if one and int(one["number"]) in list_numbers(request):
        return Press(request.id, f"respond-{int(one['number'])}", {"text": one["rest"]})
    if _CLARIFY_BARE.fullmatch(text):  # how to go on with it is told
        return Press(request.id, "respond")
    whole = _CLARIFY.fullmatch(text)
    return Press(request.id, "respond", {"text": whole["rest"]}) if whole else None


def _about(request: Request) -> int:
    return int(str(request.subject.arguments.get("step", 0)))


def _reason(rest: str) -> dict[str, JsonValue]:
    reason = without_because(rest.strip())
    return {"reason": reason} if reason else {}

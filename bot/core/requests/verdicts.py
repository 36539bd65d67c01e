"""What may be said to each kind of request, weighed alike at acceptance and in the turn."""

from dataclasses import dataclass
from datetime import datetime

from agents.kit.values.person import Person
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.requests.deciders import find_rights
from bot.core.requests.edits import Look, change_arguments
from bot.core.requests.plan_cards import WHOLE, find_plan_id
from bot.core.state.audit_events import tell_decision
from bot.core.state.catalogue import Services
from bot.core.state.kill_switch import refuse_while_paused
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood, Refused
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, Press
from bot.domain.participant import Participant
from bot.domain.requests import Request, RequestKind, Verdict
from bot.domain.tasks import Task
from bot.domain.untrusted import make_visible, show_value

APPROVAL_VERBS = ("approve", "edit", "reject", "respond")
LONGEST_REASON = 500

UNKNOWN = (
    "I do not know that button or request; it may belong to an older conversation. Write "
    "“requests” to see what waits for a decision."
)
AS_SHOWN = "Approving runs it as it is shown; to give it other values, edit it."
GONE = "What this was about is no longer open; ask again to start anew."


def find_task(participant: Participant, request: Request) -> Task | None:
    """The open task a request is about, also one put away until it is decided; None if gone."""
    tasks = (*participant.stack.tasks, *participant.shelved)
    task = next((task for task in tasks if task.id == request.task), None)
    waits = request.kind is not RequestKind.SECRET or (task is not None and task.call is not None)
    return task if waits else None


def refuse_odd(request: Request, press: Press) -> None:
    """Refuse what answers no request of this kind.

    Raises:
        NotUnderstood: the words say what does.
    """
    match request.kind:
        case RequestKind.APPROVAL:
            _refuse_odd_verdict(press)
        case RequestKind.SECRET:
            if not any(str(value).strip() for value in press.values.values()):
                message = "Nothing was typed; please try again."
                raise NotUnderstood(message)
        case RequestKind.QUESTION | RequestKind.UNKNOWN_OUTCOME | RequestKind.LINK:
            read_choice(request, press)
        case RequestKind.PLAN:  # its verbs are read where it is decided
            pass


def is_remark(request: Request, press: Press) -> bool:
    """True for what is said about an approval without deciding it."""
    return request.kind is RequestKind.APPROVAL and press.verb == "respond"


def read_choice(request: Request, press: Press) -> str:
    """The choice a button, a number or a text stands for.

    Raises:
        NotUnderstood: it is none of the choices.
    """
    number = press.verb.removeprefix("option-")
    is_number = press.verb.startswith("option-") and number.isdecimal()
    if is_number and 0 < int(number) <= len(request.options):
        return request.options[int(number) - 1]
    text = read_typed(press)
    if text and (not request.options or text in request.options):
        return text
    if not request.options:
        message = "Nothing was typed; please write your answer."
        raise NotUnderstood(message)
    message = f"Please choose one of: {', '.join(request.options)}."
    raise NotUnderstood(message)


def read_typed(press: Press) -> str:
    """The free words that came with a press."""
    return str(press.values.get("text", "")).strip()


def read_reason(request: Request, press: Press) -> str:
    """What is kept of why, or of what was chosen; free answers are not."""
    if request.options and not press.verb.startswith("edit"):
        return read_choice(request, press)[:LONGEST_REASON]
    if request.kind is RequestKind.APPROVAL and press.verb == "edit":
        return _changes(request, press)[:LONGEST_REASON]
    kinds = {RequestKind.APPROVAL, RequestKind.PLAN}
    is_verdict = request.kind in kinds and press.verb == "reject"
    return str(press.values.get("reason", "")).strip()[:LONGEST_REASON] if is_verdict else ""


def _changes(request: Request, press: Press) -> str:
    """What an edit changed, for the card that showed what was there before."""
    shown = request.subject.arguments
    changes = (
        f"{name} {make_visible(str(value))}"
        for name, value in press.values.items()
        if name in shown and value not in (shown[name], show_value(shown[name]))
    )
    return ", ".join(changes)


def _refuse_odd_verdict(press: Press) -> None:
    if press.verb not in APPROVAL_VERBS:
        message = "An approval takes approve, edit, reject or respond."
        raise NotUnderstood(message)
    if press.verb == "approve" and press.values:
        raise NotUnderstood(AS_SHOWN)
    if press.verb == "respond" and not read_typed(press):
        message = "Nothing was typed; say something on it, such as: respond: only half of it"
        raise NotUnderstood(message)


@dataclass(frozen=True, slots=True)
class VerdictAttempt:
    """Somebody's press, the turn that carries it out, and the moment that counts."""

    press: Press
    by: Person
    turn: TurnId
    at: datetime


async def take_verdict(work: Work, request: Request, pressed: Press) -> Request:
    """Take the author's verdict on a request, unless this turn has given it before.

    Raises:
        Refused: closed, not theirs, or the values make no sense; nothing is changed then.
    """
    turn = work.journal.turn
    if not request.has_from(turn):
        attempt = VerdictAttempt(pressed, work.author, turn, work.now)
        verdict = await weigh_verdict(work.services, request, attempt)
        request = await work.services.requests.decide(request.id, verdict, work.now)
    tell_decision(work, request, pressed.verb)
    return request


async def weigh_verdict(services: Services, request: Request, attempt: VerdictAttempt) -> Verdict:
    """The verdict, with the rights of who gives it and their reason, secrets hidden.

    Raises:
        RequestClosed, NotYours, ApprovedAlready, NotChecked: it would not count.
        NotUnderstood: it is none of the choices.
        Refused: nothing may be done now.
    """
    rights = await find_rights(services.directory, request, attempt.by)
    verdict = Verdict(attempt.press.verb, attempt.by, rights, attempt.turn)
    request.decide(verdict, attempt.at)
    await refuse_while_paused(services, request, verdict)
    reason = read_reason(request, attempt.press)
    if not reason:
        return verdict
    hidden = reason if request.options else hide_secrets(reason)
    return Verdict(verdict.verb, verdict.by, rights, verdict.turn, hidden)


async def decide_at_once(services: Services, incoming: Incoming, turn: TurnId) -> None:
    """Fix the verdict of a press, with all checks its turn makes; the turn carries it out.

    What is refused here is left to the turn, which tells why. A secret is left to it, too:
    its value must reach the tool in the same step that closes the request.

    Raises:
        PlatformFailed: the store does not answer; the turn decides.
    """
    press = incoming.press
    if press is None:
        return
    request = await services.requests.find(press.request)
    if request is None or request.session != incoming.thread.session:
        return
    if request.kind is RequestKind.SECRET or is_remark(request, press):
        return
    attempt = VerdictAttempt(press, incoming.person, turn, services.clock.now())
    try:
        await _decide(services, request, attempt)
    except Refused:
        return


async def _decide(services: Services, request: Request, attempt: VerdictAttempt) -> None:
    verdict = await weigh_verdict(services, request, attempt)
    refuse_odd(request, attempt.press)
    if request.kind is RequestKind.PLAN:
        await _decide_plan(services, request, (verdict, attempt))
        return
    participant = await services.sessions.participant(request.session, request.asked)
    task = find_task(participant, request)
    if task is None:
        return
    if attempt.press.verb == "edit":
        look = Look(services, participant, task, attempt.at)
        await refuse_impossible(look, request, attempt.press)
    await services.requests.decide(request.id, verdict, attempt.at)


async def _decide_plan(
    services: Services, request: Request, what: tuple[Verdict, VerdictAttempt]
) -> None:
    """Fix what is said to all of a card, or to a question; its steps alone are its turn's."""
    verdict, attempt = what
    plan = await services.plans.find(find_plan_id(request))
    is_chosen = bool(request.options) and not attempt.press.verb.startswith("edit")
    if plan is not None and plan.is_open and (is_chosen or attempt.press.verb in WHOLE):
        await services.requests.decide(request.id, verdict, attempt.at)


async def refuse_impossible(look: Look, request: Request, press: Press) -> None:
    """Refuse a change that cannot be read, or that the tool's check objects to.

    Raises:
        NotUnderstood: the words say why.
    """
    agent = look.services.catalogue.actor(request.subject.agent)
    tool = agent.tool_named(request.subject.tool) if agent else None
    edited = change_arguments(tool, request, press.values, look.today)
    if agent is None or tool is None:
        return
    if objection := await look.objection(agent, tool, edited):
        raise NotUnderstood(objection)

"""What may be said to each kind of request, and the task it is about."""

from bot.domain.errors import NotUnderstood
from bot.domain.messages import Press
from bot.domain.participant import Participant
from bot.domain.requests import Request, RequestKind
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


def task_of(participant: Participant, request: Request) -> Task | None:
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
            chosen(request, press)
        case RequestKind.PLAN:  # its verbs are read where it is decided
            pass


def remarks(request: Request, press: Press) -> bool:
    """True for what is said about an approval without deciding it."""
    return request.kind is RequestKind.APPROVAL and press.verb == "respond"


def chosen(request: Request, press: Press) -> str:
    """The choice a button, a number or a text stands for.

    Raises:
        NotUnderstood: it is none of the choices.
    """
    number = press.verb.removeprefix("option-")
    is_number = press.verb.startswith("option-") and number.isdecimal()
    if is_number and 0 < int(number) <= len(request.options):
        return request.options[int(number) - 1]
    text = typed(press)
    if text and (not request.options or text in request.options):
        return text
    if not request.options:
        message = "Nothing was typed; please write your answer."
        raise NotUnderstood(message)
    message = f"Please choose one of: {', '.join(request.options)}."
    raise NotUnderstood(message)


def typed(press: Press) -> str:
    """The free words that came with a press."""
    return str(press.values.get("text", "")).strip()


def reason_for(request: Request, press: Press) -> str:
    """What is kept of why, or of what was chosen; free answers are not."""
    if request.options and not press.verb.startswith("edit"):
        return chosen(request, press)[:LONGEST_REASON]
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
    if press.verb == "respond" and not typed(press):
        message = "Nothing was typed; say something on it, such as: respond: only half of it"
        raise NotUnderstood(message)

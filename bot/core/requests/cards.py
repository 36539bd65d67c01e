"""How a request looks: its text, made of what will run, its fields and its buttons."""

import re
from collections.abc import Iterable
from datetime import datetime

from agents.kit.approval import Approval
from agents.kit.outcome import Suspended
from agents.kit.tool import Tool
from agents.kit.values.objects import evolve
from bot.core.agents.guard import bind_action
from bot.core.requests.plan_cards import make_choices, make_plan_buttons
from bot.core.state.catalogue import Catalogue
from bot.core.state.changes import TurnRequests
from bot.core.state.journal import Journal
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.messages import Button, Field
from bot.domain.requests import Request, RequestKind, Subject
from bot.domain.tasks import Task
from bot.domain.untrusted import make_visible, show_value
from bot.language.lexicon import has_negation


def write_card(catalogue: Catalogue, action: Subject, tool: Tool, because: str) -> str:
    """The text of an approval, made of the very action that will run."""
    lines = describe_action(catalogue, action)
    lines.append(f"This needs an approval: {because}.")
    lines.append(tool.hazard)
    return "\n".join(lines)


def describe_action(catalogue: Catalogue, action: Subject) -> list[str]:
    """Who wants to do what, and each argument and fact it rests on, a line each."""
    kinds = catalogue.kinds
    labelled = {kinds[name].label or kinds[name].meaning: v for name, v in action.facts.items()}
    shown = {n: v for n, v in {**action.arguments, **labelled}.items() if v is not None}
    head = f"{action.agent} wants to {action.tool.replace('_', ' ')}{':' if shown else '.'}"
    return [head, *(f"  {name}: {make_visible(str(value))}" for name, value in shown.items())]


def list_fields(request: Request) -> tuple[Field, ...]:
    """The arguments of an action as fields, to be typed over."""
    return tuple(
        Field(name, name.replace("_", " "), value=show_value(value))
        for name, value in request.subject.arguments.items()
        if value is not None
    )


def make_secret_field(request: Request) -> Field:
    """The field of a secret: never shown, and never filled in before."""
    name = str(request.subject.arguments["parameter"])
    return Field(name, name.replace("_", " ").capitalize(), secret=True)


def make_buttons(request: Request) -> tuple[Button, ...]:
    """The verdicts of an approval, the choices of a closed question, a form for an open one.

    Who decides about what somebody else asked for is no part of that conversation, so they
    are given a button to say something, too.
    """
    if request.kind is RequestKind.PLAN:
        return make_choices(request) if request.options else make_plan_buttons(request)
    respond = Button(f"{request.id}:respond", "Respond")
    if request.kind is RequestKind.APPROVAL:
        verdicts = (
            Button(f"{request.id}:approve", "Approve", "primary"),
            Button(f"{request.id}:edit", "Edit"),
            Button(f"{request.id}:reject", "Reject", "danger"),
        )
        return (*verdicts, respond) if request.policy == "four_eyes" else verdicts
    if not request.options:
        return (respond,)
    return tuple(
        Button(f"{request.id}:option-{number}", option)
        for number, option in enumerate(request.options, start=1)
    )


_DONE = {
    "approve": "approved",
    "reject": "rejected",
    "edit": "changed",
    "respond": "remarked on",
    "submit": "sent the form",
}


def shorten_text(text: str) -> str:
    """The first lines of a request in one: an approval's are what would run."""
    return " ".join(line.strip() for line in text.splitlines()[:6])[:200]


def describe_verb(verb: str) -> str:
    """What somebody did by a verb of a card: “approved”, “approved step 2”."""
    name, _, number = verb.partition("-")
    if name == "option":
        return f"chose answer {number}"
    return f"{_DONE.get(name, name)}{f' step {number}' if number else ''}"


def add_after(person: PersonState, request: Request, text: str) -> str:
    """Name below a question what its task takes up by itself after it."""
    after = next((task.after for task in person.stack.tasks if task.id == request.task), "")
    return f"{text}\n{after}" if after else text


NO_LONGER_COUNTS = "so the card before no longer counts"


def tell_dropped(requests: TurnRequests, task: Task, call: Suspended) -> str:
    """Say which open card of a task another call takes the place of; empty if none."""
    card = requests.of(task, RequestKind.APPROVAL)
    if card is None or card.subject.arguments == call.arguments:
        return ""
    shown = card.subject.arguments.items()
    given = ", ".join(f"{name}: {show_value(value)}" for name, value in shown if value is not None)
    name = card.subject.tool.replace("_", " ")
    return f"This takes the place of the card before; nothing was done for it: {name} ({given})."


def find_what_changed(work: Work, request: Request) -> str:
    """Why an action is not what its card shows any more; empty while it is.

    A fact that has merely lapsed is established again before anything runs, and compared then.
    """
    shown = request.subject
    agent = work.agent(shown.agent)
    tool = agent.tool_named(shown.tool)
    if tool is None:
        return ""
    now = bind_action(work, agent, tool, shown.arguments)
    if (now.version, now.rule) != (shown.version, shown.rule):
        return f"What would be done, or who decides it, has changed, {NO_LONGER_COUNTS}."
    kinds = work.catalogue.kinds
    changed = [
        f"{kinds[name].label or kinds[name].meaning} "
        f"(before: {show_value(shown.facts.get(name))}, now: {show_value(value)})"
        for name, value in now.facts.items()
        if value is not None and value != shown.facts.get(name)
    ]
    return f"This has changed, {NO_LONGER_COUNTS}: {', '.join(changed)}." if changed else ""


def apply_rule(request: Request, rule: Approval, journal: Journal) -> Request:
    """Put a request to those its rule names; who is told again must have time left to decide."""
    if rule.policy == "confirm":
        return evolve(request, remind_at=_due(journal, rule.remind_after_seconds, request))
    escalates = rule.escalate_after_seconds if rule.escalate_to else 0
    return evolve(
        request,
        policy=rule.policy,
        approvers=rule.approvers,
        groups=rule.groups,
        quorum=rule.quorum,
        escalate_to=rule.escalate_to,
        remind_at=_due(journal, rule.remind_after_seconds, request),
        escalate_at=_due(journal, escalates, request),
    )


def _due(journal: Journal, seconds: float, request: Request) -> datetime | None:
    at = journal.until(seconds)
    return at if seconds > 0 and at < request.expires_at else None


_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CITED = re.compile(r"“([^”]+)”")


def leave_out_past(question: str, troubles: Iterable[str], said: Iterable[str]) -> str:
    """The question without the error it begins with: that was news when it happened, not later.

    `troubles` are the errors of tools in this turn, `said` the words the task was given. What is
    nothing but an error stays as it is.
    """
    rest = question
    for trouble in troubles:
        told = trouble.strip()
        if rest[:1].lower() + rest[1:] == told[:1].lower() + told[1:]:
            break
        if rest[: len(told)].lower() == told.lower():
            rest = rest[len(told) :].lstrip(" .\n") or rest
    return _without_refusal(rest, " ".join(said).lower())


def _without_refusal(question: str, said: str) -> str:
    """Leave out sentences in front that say what was wrong with words the person had used."""
    first, *others = _SENTENCE.split(question.strip(), maxsplit=1)
    cited = [words.rstrip("…. ").lower() for words in _CITED.findall(first)]
    is_past = bool(cited) and all(words in said for words in cited) and has_negation(first)
    if not others or not is_past or first.endswith("?"):
        return question
    return _without_refusal(others[0], said)
